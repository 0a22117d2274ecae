/// What the lines of a list file are.
///
/// Blank lines are skipped, and comments are the same in every format but one: a line whose first character behind
/// spaces is `#` is a comment, and so is everything from a `#` that stands behind a space or tab. A `#` with no space
/// before it belongs to the entry: in a URL it begins the fragment. In ``adblockDomains``, comments begin with `!`.
public enum ListFormat: String, CaseIterable, Hashable, Sendable {
    /// A domain on each line; it matches as ``DomainMatcher`` does.
    case domains
    /// The lines of a hosts file, `0.0.0.0 ads.example tracker.example`; each name matches as ``HostMatcher`` does, and
    /// the names of the machine itself, such as `localhost`, are skipped.
    case hosts
    /// `||ads.example^` on each line, the one kind of ad blocker's filter that names a whole domain; it matches as
    /// ``DomainMatcher`` does.
    case adblockDomains = "adblock-domains"
    /// An entry of the managed browser's list format on each line; it matches as ``LinkPattern`` does.
    case edge
    /// A filter of the enterprise URL list format on each line; it matches as ``URLFilter`` does.
    case chrome
    /// A URL on each line; it matches as ``ExactURLMatcher`` does.
    case urls
}

extension ListFormat {
    /// Whether entries are patterns, each asked where its host leads to it, instead of names that a table answers for.
    package var isAnchoredByEntry: Bool {
        switch self {
        case .edge, .chrome: true
        case .domains, .hosts, .adblockDomains, .urls: false
        }
    }
}
