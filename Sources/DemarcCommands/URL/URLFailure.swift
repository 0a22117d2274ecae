/// A result that makes `demarc url` exit with 1 where `--fail-on` names it.
enum URLFailure: String, CaseIterable {
    case invalid, ambiguous
}
