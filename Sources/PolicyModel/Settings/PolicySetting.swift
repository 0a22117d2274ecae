/// The settings of an app protection policy by name, so that a reason can say which of them decided.
///
/// The raw values are the names that Graph and policy documents use.
public enum PolicySetting: String, CaseIterable, Hashable, Sendable {
    /// What the policy is called; these decide nothing.
    case displayName, description

    /// Transfer to and from other apps.
    case allowedOutboundDataTransferDestinations, allowedInboundDataTransferSources, exemptedAppProtocols,
        exemptedUniversalLinks, managedUniversalLinks, filterOpenInToOnlyManagedApps,
        disableProtectionOfManagedOutboundOpenInData, protectInboundDataFromUnknownSources

    /// Clipboard.
    case allowedOutboundClipboardSharingLevel, allowedOutboundClipboardSharingExceptionLength

    /// Browser, dialer and messages.
    case managedBrowserToOpenLinksRequired, managedBrowser, customBrowserProtocol, dialerRestrictionLevel,
        customDialerAppProtocol, protectedMessagingRedirectAppType, messagingRedirectAppUrlScheme

    /// Saving and opening.
    case saveAsBlocked, allowedDataStorageLocations, blockDataIngestionIntoOrganizationDocuments,
        allowedDataIngestionLocations

    /// Single features.
    case printBlocked, contactSyncBlocked, dataBackupBlocked, thirdPartyKeyboardsBlocked,
        allowWidgetContentSync, screenCaptureConfigurationState, genmojiConfigurationState,
        writingToolsConfigurationState, notificationRestriction

    /// What it takes to open the app.
    case pinRequired, maximumPinRetries, simplePinBlocked, minimumPinLength, pinCharacterSet,
        previousPinBlockCount, periodBeforePinReset, periodBeforePinResetRequired,
        pinRequiredInsteadOfBiometric, pinRequiredInsteadOfBiometricTimeout, fingerprintBlocked,
        faceIdBlocked, disableAppPinIfDevicePinIsSet, organizationalCredentialsRequired,
        periodOfflineBeforeAccessCheck, periodOnlineBeforeAccessCheck, appDataEncryptionType

    /// The conditions under which the app opens.
    case periodOfflineBeforeWipeIsEnforced, deviceComplianceRequired, appActionIfDeviceComplianceRequired,
        appActionIfMaximumPinRetriesExceeded, appActionIfUnableToAuthenticateUser,
        appActionIfIosDeviceModelNotAllowed, appActionIfAccountIsClockedOut,
        gracePeriodToBlockAppsDuringOffClockHours, allowedIosDeviceModels, minimumRequiredOsVersion,
        minimumWarningOsVersion, minimumWipeOsVersion, maximumRequiredOsVersion, maximumWarningOsVersion,
        maximumWipeOsVersion, minimumRequiredAppVersion, minimumWarningAppVersion, minimumWipeAppVersion,
        minimumRequiredSdkVersion, minimumWarningSdkVersion, minimumWipeSdkVersion,
        maximumAllowedDeviceThreatLevel, mobileThreatDefenseRemediationAction,
        mobileThreatDefensePartnerPriority

    /// The name of the setting, as Graph and policy documents have it.
    public var name: String { rawValue }
}
