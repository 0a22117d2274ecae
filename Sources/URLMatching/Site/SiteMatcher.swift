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
