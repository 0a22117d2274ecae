import ByteText
import URLStandard

/// The kinds of scheme that navigation tells apart.
enum NavigationScheme: Sendable {
    /// `http` and `https`; `ws` and `wss` count as these.
    case web
    /// `blob`, decided on its origin.
    case blob
    /// `about:blank` and `about:srcdoc`.
    case blankPage
    /// Any other `about`, and `file`.
    case local
    /// `data` and `javascript`, which belong to the page they stand in.
    case embedded
    /// Everything else.
    case other

    /// - Parameter special: The scheme, where it is one of these; nil leaves it to ``init(of:)``.
    @inline(__always)
    init?(_ special: SpecialScheme?) {
        switch special {
        case .http?, .https?, .ws?, .wss?: self = .web
        case .file?: self = .local
        case .ftp?: self = .other
        case nil: return nil
        }
    }

    init(of url: borrowing URLRecord) { self = Self(url.specialScheme) ?? Self.named(url) }

    private static func named(_ url: borrowing URLRecord) -> NavigationScheme {
        if url.scheme.isEqual(to: "blob".utf8.span) { return .blob }
        if url.scheme.isEqual(to: "data".utf8.span) || url.scheme.isEqual(to: "javascript".utf8.span) {
            return .embedded
        }
        guard url.scheme.isEqual(to: "about".utf8.span) else { return .other }
        // The Standard's "matches about:blank" and "matches about:srcdoc": the one may have a query, the other not.
        if url.path.isEqual(to: "blank".utf8.span) { return .blankPage }
        return url.path.isEqual(to: "srcdoc".utf8.span) && !url.hasQuery ? .blankPage : .local
    }
}
