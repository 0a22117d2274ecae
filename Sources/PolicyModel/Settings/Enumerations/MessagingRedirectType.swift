/// Which app a message to a phone number opens.
public enum MessagingRedirectType: String, CaseIterable, Hashable, Sendable {
    /// Any messaging app.
    case anyApp
    /// Any managed messaging app.
    case anyManagedApp
    /// The app that `messagingRedirectAppUrlScheme` names.
    case specificApps
    /// None.
    case blocked
}
