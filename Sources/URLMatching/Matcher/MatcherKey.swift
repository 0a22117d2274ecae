/// The keys that a rule can match a URL with, named as the policy document names them.
public enum MatcherKey: String, CaseIterable, Hashable, Sendable {
    /// Equal to this URL, the fragment ignored.
    case url
    /// Exactly this host.
    case host
    /// This host or any subdomain of it.
    case domain
    /// The scheme.
    case scheme
    /// A URLPattern.
    case pattern
    /// An entry of the managed-browser list format.
    case edge
    /// An entry of the enterprise URL blocklist filter format.
    case chrome
    /// A PCRE2 pattern over the canonical URL.
    case regex
    /// An IP address or a CIDR block.
    case address
    /// How the URL stands to the view's document.
    case site
    /// A file of entries.
    case list
}
