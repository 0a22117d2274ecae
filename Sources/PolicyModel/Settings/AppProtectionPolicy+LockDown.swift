extension AppProtectionPolicy {
    /// The policy of a window that shows several accounts at once, at least one of them managed: no account's own, but
    /// the strictest of everything.
    public static var lockDown: AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: "demarc:lock-down")
        policy.allowedOutboundDataTransferDestinations = .none
        policy.allowedInboundDataTransferSources = .none
        policy.filterOpenInToOnlyManagedApps = true
        policy.protectInboundDataFromUnknownSources = true
        policy.allowedOutboundClipboardSharingLevel = .blocked
        policy.managedBrowserToOpenLinksRequired = true
        policy.dialerRestrictionLevel = .blocked
        policy.protectedMessagingRedirectAppType = .blocked
        policy.saveAsBlocked = true
        policy.blockDataIngestionIntoOrganizationDocuments = true
        policy.printBlocked = true
        policy.contactSyncBlocked = true
        policy.dataBackupBlocked = true
        policy.thirdPartyKeyboardsBlocked = true
        policy.allowWidgetContentSync = false
        policy.screenCaptureConfigurationState = .blocked
        policy.genmojiConfigurationState = .blocked
        policy.writingToolsConfigurationState = .blocked
        policy.notificationRestriction = .block
        policy.accessRequirements.appDataEncryptionType = .whenDeviceLocked
        return policy
    }
}
