/// A result that makes `demarc open` exit with 1 where `--fail-on` names it.
enum OpenFailure: String, CaseIterable {
    case block, route, invalid
}
