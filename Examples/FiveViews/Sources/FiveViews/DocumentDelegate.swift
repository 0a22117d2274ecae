import Demarc

/// Answers `isExternalURL` for a view that shows one document, as the developer guide suggests: the document's own URL is
/// internal, and every other one external.
///
/// It is asked on a thread of its own, with the canonical URL, once for each navigation and only where a managed account
/// acts. Should it throw or take too long, the engine goes on without it, and what nobody can classify is not shown.
struct DocumentDelegate: WebViewPolicyDelegate {
    private let document: String

    /// Makes a delegate; nil where the document's URL is none.
    ///
    /// Texts are compared in canonical form: `HTTPS://Contoso.sharepoint.com:443/documents/42` is the same document.
    init?(document: String) {
        guard let url = URLRecord(document) else { return nil }
        self.document = Self.withoutFragment(url.hrefString)
    }

    func isExternalURL(_ url: String, in view: ViewID) -> Bool? { Self.withoutFragment(url) != document }

    /// A link to another place in the document stays in the document.
    private static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

    /// Lets a delegate answer for a view whose document the policy names.
    static func attach(to name: String, of engine: PolicyEngine) throws {
        guard let view = engine.view(named: name), let document = engine.document(of: view),
            let delegate = DocumentDelegate(document: document)
        else { throw HostError.noDocument(name) }
        // Always on the web view itself: a delegate of a container would be an error.
        try engine.setDelegate(delegate, for: view, deadline: .milliseconds(100))
    }
}

/// What the policy must have for this host to work.
enum HostError: Error {
    case noView(String)
    case noDocument(String)
}
