import PolicyModel

/// Reads the settings of one policy. Which reader a setting gets follows from the type of its property.
///
/// The settings that `fields` holds are put on top of `policy`; those it lacks stay as they are, with their places. So a
/// policy of its own begins with the defaults, and a patch with the policy that it changes.
struct PolicySettingsReader {
    let reading: PolicyReading
    let fields: Fields
    var policy: AppProtectionPolicy

    /// Reads every setting that stands in the document.
    mutating func readAll() {
        readLabels()
        readTransfer()
        readRedirects()
        readStorage()
        readFeatures()
        readAccessRequirements()
        readConditionalLaunch()
    }

    /// Reads what the policy is called.
    mutating func readLabels() {
        read(.displayName, \.displayName)
        read(.description, \.description)
    }

    private mutating func readTransfer() {
        read(.allowedOutboundDataTransferDestinations, \.allowedOutboundDataTransferDestinations)
        read(.allowedInboundDataTransferSources, \.allowedInboundDataTransferSources)
        read(.exemptedAppProtocols, \.exemptedAppProtocols)
        readLinks(.exemptedUniversalLinks, \.exemptedUniversalLinks)
        readLinks(.managedUniversalLinks, \.managedUniversalLinks)
        read(.filterOpenInToOnlyManagedApps, \.filterOpenInToOnlyManagedApps)
        read(.disableProtectionOfManagedOutboundOpenInData, \.disableProtectionOfManagedOutboundOpenInData)
        read(.protectInboundDataFromUnknownSources, \.protectInboundDataFromUnknownSources)
        read(.allowedOutboundClipboardSharingLevel, \.allowedOutboundClipboardSharingLevel)
        read(
            .allowedOutboundClipboardSharingExceptionLength,
            \.allowedOutboundClipboardSharingExceptionLength,
            in: 0...65_535
        )
    }

    private mutating func readRedirects() {
        read(.managedBrowserToOpenLinksRequired, \.managedBrowserToOpenLinksRequired)
        read(.managedBrowser, \.managedBrowser)
        read(.customBrowserProtocol, \.customBrowserProtocol)
        read(.dialerRestrictionLevel, \.dialerRestrictionLevel)
        read(.customDialerAppProtocol, \.customDialerAppProtocol)
        read(.protectedMessagingRedirectAppType, \.protectedMessagingRedirectAppType)
        read(.messagingRedirectAppUrlScheme, \.messagingRedirectAppUrlScheme)
    }

    private mutating func readStorage() {
        read(.saveAsBlocked, \.saveAsBlocked)
        read(.allowedDataStorageLocations, \.allowedDataStorageLocations)
        read(.blockDataIngestionIntoOrganizationDocuments, \.blockDataIngestionIntoOrganizationDocuments)
        read(.allowedDataIngestionLocations, \.allowedDataIngestionLocations)
    }

    private mutating func readFeatures() {
        read(.printBlocked, \.printBlocked)
        read(.contactSyncBlocked, \.contactSyncBlocked)
        read(.dataBackupBlocked, \.dataBackupBlocked)
        read(.thirdPartyKeyboardsBlocked, \.thirdPartyKeyboardsBlocked)
        read(.allowWidgetContentSync, \.allowWidgetContentSync)
        read(.screenCaptureConfigurationState, \.screenCaptureConfigurationState)
        read(.genmojiConfigurationState, \.genmojiConfigurationState)
        read(.writingToolsConfigurationState, \.writingToolsConfigurationState)
        read(.notificationRestriction, \.notificationRestriction)
    }

    private mutating func readAccessRequirements() {
        read(.pinRequired, \.accessRequirements.pinRequired)
        read(.maximumPinRetries, \.accessRequirements.maximumPinRetries)
        read(.simplePinBlocked, \.accessRequirements.simplePinBlocked)
        read(.minimumPinLength, \.accessRequirements.minimumPinLength)
        read(.pinCharacterSet, \.accessRequirements.pinCharacterSet)
        read(.previousPinBlockCount, \.accessRequirements.previousPinBlockCount)
        read(.periodBeforePinReset, \.accessRequirements.periodBeforePinReset)
        read(.periodBeforePinResetRequired, \.accessRequirements.periodBeforePinResetRequired)
        read(.pinRequiredInsteadOfBiometric, \.accessRequirements.pinRequiredInsteadOfBiometric)
        read(.pinRequiredInsteadOfBiometricTimeout, \.accessRequirements.pinRequiredInsteadOfBiometricTimeout)
        read(.fingerprintBlocked, \.accessRequirements.fingerprintBlocked)
        read(.faceIdBlocked, \.accessRequirements.faceIdBlocked)
        read(.disableAppPinIfDevicePinIsSet, \.accessRequirements.disableAppPinIfDevicePinIsSet)
        read(.organizationalCredentialsRequired, \.accessRequirements.organizationalCredentialsRequired)
        read(.periodOfflineBeforeAccessCheck, \.accessRequirements.periodOfflineBeforeAccessCheck)
        read(.periodOnlineBeforeAccessCheck, \.accessRequirements.periodOnlineBeforeAccessCheck)
        read(.appDataEncryptionType, \.accessRequirements.appDataEncryptionType)
    }

    private mutating func readConditionalLaunch() {
        read(.periodOfflineBeforeWipeIsEnforced, \.conditionalLaunch.periodOfflineBeforeWipeIsEnforced)
        read(.deviceComplianceRequired, \.conditionalLaunch.deviceComplianceRequired)
        read(.appActionIfDeviceComplianceRequired, \.conditionalLaunch.appActionIfDeviceComplianceRequired)
        read(.appActionIfMaximumPinRetriesExceeded, \.conditionalLaunch.appActionIfMaximumPinRetriesExceeded)
        read(.appActionIfUnableToAuthenticateUser, \.conditionalLaunch.appActionIfUnableToAuthenticateUser)
        read(.appActionIfIosDeviceModelNotAllowed, \.conditionalLaunch.appActionIfIosDeviceModelNotAllowed)
        read(.appActionIfAccountIsClockedOut, \.conditionalLaunch.appActionIfAccountIsClockedOut)
        read(.gracePeriodToBlockAppsDuringOffClockHours, \.conditionalLaunch.gracePeriodToBlockAppsDuringOffClockHours)
        read(.allowedIosDeviceModels, \.conditionalLaunch.allowedIosDeviceModels)
        read(.minimumRequiredOsVersion, \.conditionalLaunch.minimumRequiredOsVersion)
        read(.minimumWarningOsVersion, \.conditionalLaunch.minimumWarningOsVersion)
        read(.minimumWipeOsVersion, \.conditionalLaunch.minimumWipeOsVersion)
        read(.maximumRequiredOsVersion, \.conditionalLaunch.maximumRequiredOsVersion)
        read(.maximumWarningOsVersion, \.conditionalLaunch.maximumWarningOsVersion)
        read(.maximumWipeOsVersion, \.conditionalLaunch.maximumWipeOsVersion)
        read(.minimumRequiredAppVersion, \.conditionalLaunch.minimumRequiredAppVersion)
        read(.minimumWarningAppVersion, \.conditionalLaunch.minimumWarningAppVersion)
        read(.minimumWipeAppVersion, \.conditionalLaunch.minimumWipeAppVersion)
        read(.minimumRequiredSdkVersion, \.conditionalLaunch.minimumRequiredSdkVersion)
        read(.minimumWarningSdkVersion, \.conditionalLaunch.minimumWarningSdkVersion)
        read(.minimumWipeSdkVersion, \.conditionalLaunch.minimumWipeSdkVersion)
        read(.maximumAllowedDeviceThreatLevel, \.conditionalLaunch.maximumAllowedDeviceThreatLevel)
        read(.mobileThreatDefenseRemediationAction, \.conditionalLaunch.mobileThreatDefenseRemediationAction)
        read(.mobileThreatDefensePartnerPriority, \.conditionalLaunch.mobileThreatDefensePartnerPriority)
    }
}
