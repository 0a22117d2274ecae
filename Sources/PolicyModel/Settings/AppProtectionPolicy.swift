// Stands in until the settings land.
/// The settings of one app protection policy.
public struct AppProtectionPolicy: Hashable, Sendable {
    public var managedBrowserToOpenLinksRequired = false
    public var customBrowserProtocol: String?
    public init() {}
}
