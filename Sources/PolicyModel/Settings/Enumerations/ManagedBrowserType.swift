/// The browser that organization links are to be opened in.
public enum ManagedBrowserType: String, CaseIterable, Hashable, Sendable {
    /// None is named.
    case notConfigured
    /// Microsoft Edge.
    case microsoftEdge
}
