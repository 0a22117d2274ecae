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
