public import URLStandard

/// An allow list and a block list of filters together, as a browser reads its `URLAllowlist` and `URLBlocklist`
/// policies.
///
/// Of the filters in both lists that match a URL, the one with the highest ``URLFilterRank`` decides; a URL that no
/// filter matches is allowed.
public struct URLFilterList: Hashable, Sendable {
    /// The filters of both lists, highest rank first.
    public let filters: [URLFilter]

    /// Combines two lists.
    ///
    /// - Parameters:
    ///   - allow: The filters of the allow list; their own side is ignored.
    ///   - block: The filters of the block list; likewise.
    /// - Complexity: O(*n* log *n*).
    public init(allow: [URLFilter], block: [URLFilter]) {
        let both = allow.map { $0.with(side: .allow) } + block.map { $0.with(side: .block) }
        filters = both.sorted { URLFilterRank($1) < URLFilterRank($0) }
    }

    /// The filter that decides on a URL.
    ///
    /// - Parameters:
    ///   - url: Any record; credentials, the fragment and dots after the host are ignored.
    ///   - scratch: The caller's own, reused for each URL.
    /// - Returns: nil if no filter matches.
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
    /// The same filter on the given side.
    public func with(side: Side) -> URLFilter {
        var filter = self
        filter.side = side
        return filter
    }
}

/// How specific a filter is; of several filters that match one URL, the highest decides.
///
/// The first difference counts: an exact host before a host with its subdomains, the longer host, the longer path, more
/// query tokens, allow before block. A URL has one host, so the hosts of all filters that match it have the same end,
/// and the longest is the most specific; a filter for every host comes last. A dot after the host counts in its length,
/// as in the browser.
public struct URLFilterRank: Comparable, Hashable, Sendable {
    /// Whether the filter covers only the host itself.
    let isExact: Bool
    let hostLength: Int
    let pathLength: Int
    private(set) var tokenCount: Int
    /// Whether the filter allows.
    public let isAllowed: Bool

    /// The rank of a filter.
    public init(_ filter: URLFilter) {
        isExact = filter.hostRule == .exact
        hostLength = filter.host.count + (filter.hasFinalDot ? 1 : 0)
        pathLength = filter.path.count
        tokenCount = filter.tokens.count
        isAllowed = filter.side == .allow
    }

    /// The rank of the same filter with an empty token, which counts in the browser: all of a filter count as one.
    package var withEmptyToken: URLFilterRank {
        var rank = self
        rank.tokenCount += 1
        return rank
    }

    /// Whether the right filter decides if both match.
    public static func < (left: URLFilterRank, right: URLFilterRank) -> Bool {
        if left.isExact != right.isExact { return right.isExact }
        if left.hostLength != right.hostLength { return left.hostLength < right.hostLength }
        if left.pathLength != right.pathLength { return left.pathLength < right.pathLength }
        if left.tokenCount != right.tokenCount { return left.tokenCount < right.tokenCount }
        return !left.isAllowed && right.isAllowed
    }
}
