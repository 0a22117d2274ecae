extension ReasonCode {
    /// What stands behind a reason of this code.
    package var subject: ReasonSubject {
        switch self {
        // MARK: Navigation
        case .ruleBlocked, .ruleExternal, .ruleInternal: .rule
        case .ruleLimit, .defaultBlocked, .defaultExternal, .defaultInternal,
            .transitionNone, .transitionPersonalAccount, .transitionPrivateWindow:
            .ruleSetDefault
        case .browserRequired, .browserNotRequired: .policySetting(.managedBrowserToOpenLinksRequired)
        case .browserCustom: .policySetting(.customBrowserProtocol)
        case .viewTreatAllAsUnmanaged: .appSetting(.treatAllWebViewsAsUnmanaged)
        case .navigationHandledScheme: .appSetting(.webViewHandledURLSchemes)
        case .viewUnmanaged, .viewCurrentIdentity, .viewCurrentIdentityBlockUpload: .viewPolicy

        // MARK: Opening
        case .openRedirectInvalid: .policySetting(.customBrowserProtocol)

        // MARK: Universal links

        // MARK: Clipboard

        // MARK: Storage

        // MARK: Sharing

        // MARK: Single settings

        default: .nothing
        }
    }
}
