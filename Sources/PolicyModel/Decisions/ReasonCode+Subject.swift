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
        case .clipboardOutboundBlocked, .clipboardOutboundManagedApps, .clipboardOutboundManagedAppsWithPasteIn,
            .clipboardOutboundAllApps:
            .policySetting(.allowedOutboundClipboardSharingLevel)
        case .clipboardException: .policySetting(.allowedOutboundClipboardSharingExceptionLength)
        case .clipboardInboundBlocked, .clipboardInboundManagedApps, .clipboardInboundManagedAppsWithPasteIn,
            .clipboardInboundAllApps:
            .otherPolicySetting(.allowedOutboundClipboardSharingLevel)
        case .uploadOutboundNone, .uploadOutboundManagedApps, .uploadOutboundAllApps:
            .policySetting(.allowedOutboundDataTransferDestinations)
        case .uploadInboundNone, .uploadInboundManagedApps, .uploadInboundAllApps:
            .otherPolicySetting(.allowedOutboundDataTransferDestinations)

        // MARK: Storage

        // MARK: Sharing

        // MARK: Single settings

        default: .nothing
        }
    }

    /// Whether the reason speaks of a level of the clipboard that short texts are exempt from, and so says how long they
    /// may be.
    package var namesCharacterLimit: Bool {
        switch self {
        case .clipboardOutboundBlocked, .clipboardOutboundManagedApps, .clipboardOutboundManagedAppsWithPasteIn,
            .clipboardException:
            true
        default: false
        }
    }
}
