public import URLStandard

extension URLRecord {
    /// The host as the tables of an index look it up: without the dot that may end it.
    ///
    /// An IPv6 host that maps an IPv4 address is still written as IPv6 here; only the matching form of the URL has the
    /// IPv4 address in its place.
    ///
    /// - Complexity: O(1).
    public var matchingHost: Span<UInt8> {
        @_lifetime(borrow self)
        get { hostEndsWithDot ? host.extracting(droppingLast: 1) : host }
    }
}
