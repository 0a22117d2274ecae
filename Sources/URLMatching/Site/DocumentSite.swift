import ByteText
import URLStandard

/// The URL of a document, its origin, and who registered its domain.
struct DocumentSite: ~Copyable, Sendable {
    /// The URL as rules see it.
    private let form: URLRecord
    /// The URL whose origin is the document's: of a `blob:` document the one it belongs to, otherwise ``form``.
    private let origin: URLRecord
    /// Where the registrable domain stands in the host of ``origin``; nil where that has none.
    private let owner: Range<Int>?

    init?(_ text: String) {
        guard let url = try? URLRecord(parsing: text.utf8.span) else { return nil }
        var form = URLRecord()
        form.become(matchingFormOf: url)
        var origin = form.copy()
        if url.scheme.isEqual(to: "blob"), let inner = try? URLRecord(parsing: url.path),
            inner.specialScheme == .http || inner.specialScheme == .https
        {
            origin.become(matchingFormOf: inner)
        }
        owner = origin.hostKind == .domain ? RegistrableDomain.range(in: origin.host) : nil
        self.form = form
        self.origin = origin
    }

    /// Whether a URL in matching form is the document's, the fragments ignored.
    func isSameDocument(_ url: borrowing URLRecord) -> Bool {
        url.hrefWithoutFragment.isEqual(to: form.hrefWithoutFragment)
    }

    /// Whether scheme, host and port are the document's. An opaque origin is the same as no other.
    func isSameOrigin(_ url: borrowing URLRecord) -> Bool {
        isSameScheme(url) && url.port == origin.port && url.host.isEqual(to: origin.host)
    }

    /// Whether scheme and registrable domain are the document's; of hosts that have none, addresses among them, whether
    /// the host is. See [same site](https://html.spec.whatwg.org/#same-site).
    func isSameSite(_ url: borrowing URLRecord) -> Bool {
        guard isSameScheme(url) else { return false }
        if url.host.isEqual(to: origin.host) { return true }
        guard let owner, url.hostKind == .domain, url.host.isWithin(domain: origin.host.extracting(owner)) else {
            return false
        }
        // Below a registrable domain there may be a suffix under which others register.
        return RegistrableDomain.range(in: url.host)?.count == owner.count
    }

    private func isSameScheme(_ url: borrowing URLRecord) -> Bool {
        guard let scheme = url.specialScheme, scheme != .file else { return false }
        return scheme == origin.specialScheme
    }
}
