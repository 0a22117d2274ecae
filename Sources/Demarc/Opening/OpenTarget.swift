import PolicyModel

/// What is really opened in place of a URL that may be opened.
enum OpenTarget: Sendable {
    /// Nothing that has a scheme.
    case nothing
    /// The URL itself.
    case asked
    /// The URL with the scheme's twin.
    case twin
    /// The URL, or its twin: the caller vouches for the app.
    case askedOrTwin
    /// The URL with the twin of `tel`.
    case dialerTwin
    /// The URL with the scheme of the policy's dialer.
    case dialer
    /// The URL with the scheme of the policy's messaging app.
    case messaging
    /// What the managed mail app is asked to compose.
    case mail
    /// The URL with a scheme of the managed browser.
    case managedBrowser
    /// The URL with a scheme of the policy's custom browser.
    case customBrowser

    init(_ verdict: Verdict, _ destination: Destination?, _ reasons: ReasonList) {
        self = .nothing
        guard verdict == .allow || verdict == .route else { return }
        switch destination {
        case .system?: self = .asked
        case .unmanagedApp?: self = Self.namedApp(reasons) ?? .asked
        case .managedBrowser?: self = .managedBrowser
        case .unmanagedBrowser?: self = .customBrowser
        case .managedApp?: self = Self.managedApp(verdict, reasons)
        case .installBrowser?, .view?, nil: return
        }
    }

    /// The app that the policy names by its scheme, whether it is managed or not.
    private static func namedApp(_ reasons: ReasonList) -> OpenTarget? {
        if reasons.contains(.openDialerCustomApp) { return .dialer }
        return reasons.contains(.openMessagingSpecificApps) ? .messaging : nil
    }

    /// INVARIANT: every row that opens a managed app notes which way it goes.
    private static func managedApp(_ verdict: Verdict, _ reasons: ReasonList) -> OpenTarget {
        if let named = namedApp(reasons) { return named }
        if reasons.contains(.openDialerManagedApps) { return .dialerTwin }
        if reasons.contains(.openMessagingAnyManagedApp) || reasons.contains(.openManagedAppDeclared) { return .twin }
        if reasons.contains(.openMail) { return .mail }
        if verdict == .route { return .twin }
        if reasons.contains(.openManagedAppKnown) { return .askedOrTwin }
        return reasons.contains(.openManagedAppScheme) ? .asked : .nothing
    }
}
