public import URLStandard

/// An allow list and a block list of filters together, as a browser reads its `URLAllowlist` and `URLBlocklist` policies.
///
/// Of the filters of both that match a URL, the one of the highest ``URLFilterRank`` decides; a URL that none matches is
/// allowed.
public struct URLFilterList: Hashable, Sendable {
    /// The filters of both lists, the strongest first.
    public let filters: [URLFilter]

    /// Puts two lists together.
    ///
    /// - Parameters:
    ///   - allow: The filters of what is allowed; read on that side, whatever they say.
    ///   - block: The filters of what is blocked; likewise.
    /// - Complexity: O(*n* log *n*).
    public init(allow: [URLFilter], block: [URLFilter]) {
        let both = allow.map { $0.with(side: .allow) } + block.map { $0.with(side: .block) }
        filters = both.sorted { URLFilterRank($1) < URLFilterRank($0) }
    }

    /// The filter that decides on a URL.
    ///
    /// - Parameters:
    ///   - url: Any record; credentials, fragment and a dot behind the host are not seen.
    ///   - scratch: The caller's own, reused from URL to URL.
    /// - Returns: nil where none matches.
    /// - Complexity: O(*n*) in the number of filters.
    public func decidingFilter(for url: borrowing URLRecord, scratch: inout MatchScratch) -> URLFilter? {
        scratch.form.become(matchingFormOf: url)
        guard !scratch.form.isEmpty else { return nil }
        for filter in filters where filter.matches(form: scratch.form) { return filter }
        return nil
    }

    /// Whether a URL is allowed; see ``decidingFilter(for:scratch:)``.
    public func allows(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> Bool {
        decidingFilter(for: url, scratch: &scratch)?.side != .block
    }
}

extension URLFilter {
    /// The same filter on a side.
    public func with(side: Side) -> URLFilter {
        var filter = self
        filter.side = side
        return filter
    }
}

/// How much a filter says of the URLs it matches; of several that match one URL, the highest decides.
///
/// The first difference counts: exactly a host over a host with its subdomains, the longer host, the longer path, more
/// tokens of the query, allow over block. A URL has one host, so those of all filters that match it end alike, and the
/// longest is the nearest; every host comes last.
public struct URLFilterRank: Comparable, Hashable, Sendable {
    /// Whether only the host itself is meant.
    let isExact: Bool
    let hostLength: Int
    let pathLength: Int
    let tokenCount: Int
    /// Whether the filter allows.
    public let isAllowed: Bool

    /// The rank of a filter.
    public init(_ filter: URLFilter) {
        isExact = filter.hostRule == .exact
        hostLength = filter.host.count
        pathLength = filter.path.count
        tokenCount = filter.tokens.count
        isAllowed = filter.side == .allow
    }

    /// Whether the right one decides where filters of both ranks match.
    public static func < (left: URLFilterRank, right: URLFilterRank) -> Bool {
        if left.isExact != right.isExact { return right.isExact }
        if left.hostLength != right.hostLength { return left.hostLength < right.hostLength }
        if left.pathLength != right.pathLength { return left.pathLength < right.pathLength }
        if left.tokenCount != right.tokenCount { return left.tokenCount < right.tokenCount }
        return !left.isAllowed && right.isAllowed
    }
}
