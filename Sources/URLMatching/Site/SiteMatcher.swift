import ByteText
package import URLStandard

/// Matches URLs by how they stand to the document that the view shows.
///
/// | Value | Matches |
/// |---|---|
/// | `same-document` | the document's own URL, the fragment ignored |
/// | `same-origin` | scheme, host and port of the document |
/// | `same-site` | scheme and registrable domain of the document |
///
/// `https` and `http` are two sites. A view without a document has no site, and nothing matches. A document whose origin
/// is opaque (`file:`, `data:`) can be the same document, but has no origin to share.
public struct SiteMatcher: Hashable, Sendable {
    /// How near a URL must be.
    public enum Relation: String, CaseIterable, Hashable, Sendable {
        /// It is the document.
        case sameDocument = "same-document"
        /// It has the origin of the document.
        case sameOrigin = "same-origin"
        /// It belongs to whoever registered the domain of the document.
        case sameSite = "same-site"
    }

    /// How near a URL must be.
    public let relation: Relation

    /// Reads a relation.
    ///
    /// - Parameter text: A raw value of ``Relation``.
    /// - Throws: ``MatcherError``; the help has all of them.
    public init(_ text: String) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the site is empty") }
        guard let relation = Relation(rawValue: text) else {
            throw MatcherError(
                .invalidSite,
                "\(QuotedText.quote(text)) is not a relation to the view's document",
                help: "write `same-document`, `same-origin` or `same-site`"
            )
        }
        self.relation = relation
    }

    /// Whether a URL in matching form stands so to a document.
    package func matches(form: borrowing URLRecord, document: SiteDocument?) -> Bool {
        guard let document else { return false }
        return switch relation {
        case .sameDocument: document.site.isSameDocument(form)
        case .sameOrigin: document.site.isSameOrigin(form)
        case .sameSite: document.site.isSameSite(form)
        }
    }
}

/// The URL of a document, its origin, and who registered its domain.
struct DocumentSite: ~Copyable, Sendable {
    /// The URL as rules see it.
    private let form: URLRecord
    /// The URL whose origin is the document's: of a `blob:` document the one it belongs to, otherwise ``form``.
    private let origin: URLRecord
    /// Where the registrable domain is in the host of ``origin``; nil where that has none.
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

    /// Whether the document's URL begins with one in matching form.
    func isBelow(_ url: borrowing URLRecord) -> Bool { form.hrefWithoutFragment.begins(with: url.href) }

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

/// The document that a view shows, with what `site` rules ask of it worked out beforehand.
///
/// A view's document changes rarely and is asked for by every navigation, so it is parsed once and shared.
public final class SiteDocument: Sendable {
    /// The URL as it was given.
    public let text: String
    let site: DocumentSite

    /// Reads the URL of a document.
    ///
    /// Nil where the text is no URL; `site` rules then match nothing.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        guard let site = DocumentSite(text) else { return nil }
        self.text = text
        self.site = site
    }
}
