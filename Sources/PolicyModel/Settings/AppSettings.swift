// Stands in until the settings land.
/// What the embedding app declares of itself.
public struct AppSettings: Hashable, Sendable {
    public var treatAllWebViewsAsUnmanaged = false
    public var webViewHandledURLSchemes: [String] = []
    public var multiIdentity = false
    public init() {}
}
