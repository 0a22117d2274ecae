import Demarc

/// Answers `isExternalURL` for a view that shows one document, as the developer guide suggests: the document's own URL
/// is internal, and every other URL is external.
///
/// It is called on a separate thread, with the canonical URL, once for each navigation and only if a managed account
/// acts. If it throws or takes too long, the engine continues without it, and a URL that cannot be classified is not
/// shown.
struct DocumentDelegate: WebViewPolicyDelegate {
    private let document: String

    /// Creates a delegate; nil if the document's URL is invalid.
    ///
    /// URLs are compared in canonical form: `HTTPS://Contoso.sharepoint.com:443/documents/42` is the same document.
    init?(document: String) {
        guard let url = URLRecord(document) else { return nil }
        self.document = Self.withoutFragment(url.hrefString)
    }

    func isExternalURL(_ url: String, in view: ViewID) -> Bool? { Self.withoutFragment(url) != document }

    /// A link to another place in the document stays in the document.
    private static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

    /// Attaches a delegate to a view whose document is named in the policy.
    static func attach(to name: String, of engine: PolicyEngine) throws {
        guard let view = engine.view(named: name), let document = engine.document(of: view),
            let delegate = DocumentDelegate(document: document)
        else { throw HostError.noDocument(name) }
        // Always on the web view itself: a delegate for a container would be an error.
        try engine.setDelegate(delegate, for: view, deadline: .milliseconds(100))
    }
}

/// Requirements on the policy that are not met.
enum HostError: Error {
    case noView(String)
    case noDocument(String)
}
