public import Foundation
public import URLStandard

extension URLRecord {
    /// Reads a Foundation URL according to the URL Standard; nil if the Standard does not accept it as a URL.
    ///
    /// Foundation's `URL` follows RFC 3986, a browser the URL Standard; this initializer uses the text of the URL,
    /// resolved against its base. `ambiguities(in:)` of that text reports where the two differ.
    ///
    /// - Parameter url: Any URL.
    /// - Complexity: O(*n*) in the bytes of the URL.
    public init?(_ url: URL) { self.init(url.absoluteString) }
}

extension URL {
    /// Creates a Foundation URL from the canonical form of a URL.
    ///
    /// Nil if Foundation does not accept it as a URL, or reads another host: passing that on would open a place that
    /// was not decided on.
    ///
    /// - Parameter record: A parsed URL.
    /// - Complexity: O(*n*) in the bytes of the URL.
    public init?(_ record: borrowing URLRecord) {
        guard !record.isEmpty else { return nil }
        self.init(string: record.hrefString)
        // IPv6 is in brackets in the URL record and without brackets in Foundation.
        let host = record.hostString.trimmingBrackets
        guard (self.host() ?? "") == host else { return nil }
    }
}

extension String {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
