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
