/// How data is sent to another app.
public enum SharingMethod: String, CaseIterable, Hashable, Sendable {
    /// Handed over by the app itself.
    case direct
    /// Inside a URL that the other app opens.
    case url
    /// Through "Open in" or "Copy to" of a document.
    case openIn
    /// Through the other app's share or action extension.
    case shareExtension
}
