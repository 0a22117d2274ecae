/// A result that makes `demarc check` exit with 1 where `--fail-on` names it.
enum CheckFailure: String, CaseIterable {
    case block, route, invalid
}
