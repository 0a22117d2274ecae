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
        case .openExempted: .policySetting(.exemptedAppProtocols)
        case .openBrowserNotRequired: .policySetting(.managedBrowserToOpenLinksRequired)
        case .openDialerAllApps, .openDialerManagedApps, .openDialerBlocked: .policySetting(.dialerRestrictionLevel)
        case .openDialerCustomApp, .openRedirectInvalidDialer: .policySetting(.customDialerAppProtocol)
        case .openMessagingAnyApp, .openMessagingAnyManagedApp, .openMessagingBlocked:
            .policySetting(.protectedMessagingRedirectAppType)
        case .openMessagingSpecificApps, .openRedirectInvalidMessaging: .policySetting(.messagingRedirectAppUrlScheme)
        case .openOutboundAllApps, .openOutboundNone, .openOutboundManagedApps, .openMail, .openMailNotInstalled,
            .openManagedAppKnown, .openManagedAppScheme, .openManagedAppDeclared:
            .policySetting(.allowedOutboundDataTransferDestinations)
        case .openIncomingNone, .openIncomingManagedApps: .policySetting(.allowedInboundDataTransferSources)
        case .openIncomingSender: .otherPolicySetting(.allowedOutboundDataTransferDestinations)
        case .canOpenNoQuerySchemes, .canOpenSchemeMissing, .canOpenSchemeNotRead, .canOpenTwinMissing:
            .appSetting(.queriesSchemes)

        // MARK: Universal links
        case .universalLinkOutboundAllApps: .policySetting(.allowedOutboundDataTransferDestinations)
        case .universalLinkManaged: .policySetting(.managedUniversalLinks)
        case .universalLinkExempted: .policySetting(.exemptedUniversalLinks)
        case .universalLinkNotAllowed: .policySetting(.allowedOutboundDataTransferDestinations)

        // MARK: Clipboard

        // MARK: Storage

        // MARK: Sharing

        // MARK: Single settings

        default: .nothing
        }
    }
}
