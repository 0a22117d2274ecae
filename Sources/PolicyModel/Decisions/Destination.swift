/// Where an allowed or routed open goes.
public enum Destination: String, CaseIterable, Hashable, Sendable {
    /// The view that asked.
    case view
    /// The managed browser, through its own scheme.
    case managedBrowser
    /// The browser that the policy's custom protocol names; content is unmanaged there.
    case unmanagedBrowser
    /// An app managed for the same organization.
    case managedApp
    /// An app outside management.
    case unmanagedApp
    /// The system's own handling.
    case system
    /// The offer to install the managed browser.
    case installBrowser
}
