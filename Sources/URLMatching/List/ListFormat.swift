/// What the lines of a list file are.
///
/// Comments and blank lines are the same in every format: a line whose first character behind spaces is `#` is a
/// comment, and so is everything from a `#` that stands behind a space or tab. A `#` with no space before it belongs to
/// the entry: in a URL it begins the fragment.
public enum ListFormat: String, CaseIterable, Hashable, Sendable {
    /// A domain on each line; it matches as ``DomainMatcher`` does.
    case domains
    /// A URL on each line; it matches as ``ExactURLMatcher`` does.
    case urls

    /// The names of formats that are defined but that this version does not read.
    public static var unsupportedNames: [String] { ["hosts", "adblock-domains", "edge", "chrome"] }
}
