import ByteText
package import URLStandard

/// Matches URLs by their relation to the document that the view shows.
///
/// | Value | Matches |
/// |---|---|
/// | `same-document` | the document's own URL, the fragment ignored |
/// | `same-origin` | scheme, host and port of the document |
/// | `same-site` | scheme and registrable domain of the document |
///
/// `https` and `http` are two sites. A view without a document has no site, and nothing matches. A URL can be the same
/// document as one whose origin is opaque (`file:`, `data:`), but cannot share its origin.
public struct SiteMatcher: Hashable, Sendable {
    /// The relation that a URL must have to the document.
    public enum Relation: String, CaseIterable, Hashable, Sendable {
        /// The URL is the document's.
        case sameDocument = "same-document"
        /// The URL has the document's origin.
        case sameOrigin = "same-origin"
        /// The URL has the document's scheme and registrable domain.
        case sameSite = "same-site"
    }

    /// The relation that a URL must have to the document.
    public let relation: Relation

    /// Reads a relation.
    ///
    /// - Parameter text: A raw value of ``Relation``.
    /// - Throws: ``MatcherError``; the help lists all values.
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

    /// Whether a URL in matching form has this relation to a document.
    package func matches(form: borrowing URLRecord, document: SiteDocument?) -> Bool {
        guard let document else { return false }
        return switch relation {
        case .sameDocument: document.site.isSameDocument(form)
        case .sameOrigin: document.site.isSameOrigin(form)
        case .sameSite: document.site.isSameSite(form)
        }
    }
}

/// The URL of a document, its origin, and its registrable domain.
struct DocumentSite: ~Copyable, Sendable {
    /// The URL as rules see it.
    private let form: URLRecord
    /// The URL that has the document's origin: for a `blob:` document, the URL inside it; otherwise ``form``.
    private let origin: URLRecord
    /// The range of the registrable domain in the host of ``origin``; nil if it has none.
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

    /// Whether a URL in matching form is the document's, ignoring fragments.
    func isSameDocument(_ url: borrowing URLRecord) -> Bool {
        url.hrefWithoutFragment.isEqual(to: form.hrefWithoutFragment)
    }

    /// Whether the document's URL begins with a URL in matching form.
    func isBelow(_ url: borrowing URLRecord) -> Bool { form.hrefWithoutFragment.begins(with: url.href) }

    /// Whether scheme, host and port are the document's. An opaque origin equals no other.
    func isSameOrigin(_ url: borrowing URLRecord) -> Bool {
        isSameScheme(url) && url.port == origin.port && url.host.isEqual(to: origin.host)
    }

    /// Whether scheme and registrable domain are the document's; for hosts without a registrable domain, such as
    /// addresses, whether the hosts are equal. See [same site](https://html.spec.whatwg.org/#same-site).
    func isSameSite(_ url: borrowing URLRecord) -> Bool {
        guard isSameScheme(url) else { return false }
        if url.host.isEqual(to: origin.host) { return true }
        guard let owner, url.hostKind == .domain, url.host.isWithin(domain: origin.host.extracting(owner)) else {
            return false
        }
        // There may be a public suffix below a registrable domain, under which others register.
        return RegistrableDomain.range(in: url.host)?.count == owner.count
    }

    private func isSameScheme(_ url: borrowing URLRecord) -> Bool {
        guard let scheme = url.specialScheme, scheme != .file else { return false }
        return scheme == origin.specialScheme
    }
}

/// The document that a view shows, with everything precomputed that `site` rules need.
///
/// A view's document changes rarely and is used for every navigation, so it is parsed once and shared.
public final class SiteDocument: Sendable {
    /// The URL as it was given.
    public let text: String
    let site: DocumentSite

    /// Parses the URL of a document.
    ///
    /// Nil if the text is not a URL; `site` rules then match nothing.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        guard let site = DocumentSite(text) else { return nil }
        self.text = text
        self.site = site
    }
}
