/// Which app a phone number opens.
public enum ManagedAppPhoneNumberRedirectLevel: String, CaseIterable, Hashable, Sendable {
    /// Any dialer.
    case allApps
    /// Any managed dialer.
    case managedApps
    /// The dialer that `customDialerAppProtocol` names.
    case customApp
    /// None.
    case blocked
}
