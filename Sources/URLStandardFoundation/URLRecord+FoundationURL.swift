public import Foundation
public import URLStandard

extension URLRecord {
    /// Reads a Foundation URL as the URL Standard does; nil where that sees no URL in it.
    ///
    /// Foundation's `URL` follows RFC 3986, a browser the URL Standard; what counts here is the text of the URL, resolved
    /// against its base. `ambiguities(in:)` of that text tells where the two see different things.
    ///
    /// - Parameter url: Any URL.
    /// - Complexity: O(*n*) in the bytes of the URL.
    public init?(_ url: URL) { self.init(url.absoluteString) }
}

extension URL {
    /// The canonical form of a URL, as Foundation reads it.
    ///
    /// Nil where Foundation sees no URL in it, or one with another host: handing that on would open a place that nothing
    /// was decided on.
    ///
    /// - Parameter record: A parsed URL.
    /// - Complexity: O(*n*) in the bytes of the URL.
    public init?(_ record: borrowing URLRecord) {
        guard !record.isEmpty else { return nil }
        self.init(string: record.hrefString)
        // IPv6 is in brackets in the one and without in the other.
        let host = record.hostString.trimmingBrackets
        guard (self.host() ?? "") == host else { return nil }
    }
}

extension String {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
