import PolicyModel

extension PolicySetting {
    /// What values the setting takes, with what it decides where it decides something.
    var schema: JSONSchema {
        guard let summary else { return valueSchema }
        return .described(valueSchema, summary)
    }

    private var valueSchema: JSONSchema {
        switch self {
        case .displayName, .description, .customBrowserProtocol, .customDialerAppProtocol,
            .messagingRedirectAppUrlScheme,
            .periodBeforePinReset, .pinRequiredInsteadOfBiometricTimeout, .periodOfflineBeforeAccessCheck,
            .periodOnlineBeforeAccessCheck, .periodOfflineBeforeWipeIsEnforced,
            .gracePeriodToBlockAppsDuringOffClockHours, .allowedIosDeviceModels, .minimumRequiredOsVersion,
            .minimumWarningOsVersion, .minimumWipeOsVersion, .maximumRequiredOsVersion, .maximumWarningOsVersion,
            .maximumWipeOsVersion, .minimumRequiredAppVersion, .minimumWarningAppVersion, .minimumWipeAppVersion,
            .minimumRequiredSdkVersion, .minimumWarningSdkVersion, .minimumWipeSdkVersion:
            .text
        case .exemptedUniversalLinks, .managedUniversalLinks: .array(.text)
        case .exemptedAppProtocols:
            .array(FileSchema.object(DocumentKeys.exemptedProtocol, required: ["value"]) { _ in .text })
        case .allowedOutboundClipboardSharingExceptionLength: .integer(0...65_535)
        case .maximumPinRetries, .minimumPinLength, .previousPinBlockCount: .integer(0...Int(Int32.max))
        case .allowedOutboundDataTransferDestinations, .allowedInboundDataTransferSources:
            Self.words(ManagedAppDataTransferLevel.self)
        case .allowedOutboundClipboardSharingLevel: Self.words(ManagedAppClipboardSharingLevel.self)
        case .managedBrowser: Self.words(ManagedBrowserType.self)
        case .dialerRestrictionLevel: Self.words(ManagedAppPhoneNumberRedirectLevel.self)
        case .protectedMessagingRedirectAppType: Self.words(MessagingRedirectType.self)
        case .allowedDataStorageLocations: .array(Self.words(ManagedAppDataStorageLocation.self))
        case .allowedDataIngestionLocations: .array(Self.words(ManagedAppDataIngestionLocation.self))
        case .screenCaptureConfigurationState, .genmojiConfigurationState, .writingToolsConfigurationState:
            Self.words(ManagedAppConfigurationState.self)
        case .notificationRestriction: Self.words(ManagedAppNotificationRestriction.self)
        case .pinCharacterSet: Self.words(ManagedAppPinCharacterSet.self)
        case .appDataEncryptionType: Self.words(ManagedAppDataEncryptionType.self)
        case .appActionIfDeviceComplianceRequired, .appActionIfMaximumPinRetriesExceeded,
            .appActionIfUnableToAuthenticateUser, .appActionIfIosDeviceModelNotAllowed, .appActionIfAccountIsClockedOut,
            .mobileThreatDefenseRemediationAction:
            Self.words(ManagedAppRemediationAction.self)
        case .maximumAllowedDeviceThreatLevel: Self.words(ManagedAppDeviceThreatLevel.self)
        case .mobileThreatDefensePartnerPriority: Self.words(MobileThreatDefensePartnerPriority.self)
        default: .boolean
        }
    }

    private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> JSONSchema
    where Word.RawValue == String { .choice(Word.allCases.map(\.rawValue)) }

    private var summary: String? {
        switch self {
        case .allowedOutboundDataTransferDestinations: "Which apps organization data may go to."
        case .allowedInboundDataTransferSources: "Which apps data may come from."
        case .exemptedAppProtocols: "Schemes that open although their apps are not managed."
        case .exemptedUniversalLinks: "Universal links that open although their apps are not managed."
        case .managedUniversalLinks: "Universal links that open in managed apps."
        case .filterOpenInToOnlyManagedApps: "Whether open-in offers managed apps only."
        case .protectInboundDataFromUnknownSources: "Whether data of unknown origin becomes organization data."
        case .allowedOutboundClipboardSharingLevel: "How far the clipboard is shared."
        case .allowedOutboundClipboardSharingExceptionLength:
            "How many characters may be copied out whatever the level says."
        case .managedBrowserToOpenLinksRequired: "Whether external links must leave for a browser the policy accepts."
        case .customBrowserProtocol: "The scheme of an unmanaged browser that links go to."
        case .dialerRestrictionLevel: "Which app a phone number opens."
        case .protectedMessagingRedirectAppType: "Which app a message to a phone number opens."
        case .saveAsBlocked: "Whether copies are saved only where allowedDataStorageLocations says."
        case .blockDataIngestionIntoOrganizationDocuments:
            "Whether data is opened only from where allowedDataIngestionLocations says."
        default: nil
        }
    }
}
