/// What becomes of a URL in which two readers see different hosts.
public enum AmbiguousURLs: String, CaseIterable, Hashable, Sendable {
    /// It is blocked.
    case reject
    /// It is decided on the URL Standard's reading.
    case canonicalize
}
