/// A verdict that makes `demarc paste` exit with 1 where `--fail-on` names it.
enum PasteFailure: String, CaseIterable {
    case block, protected
}
