/// The settings of an app protection policy, and the single table of what is known about them.
///
/// A new setting is a property of ``AppProtectionPolicy``, which has its default, a case and a row here, and the
/// decision that reads it. The raw values are the names that Graph and policy documents use.
public enum PolicySetting: String, CaseIterable, Hashable, Sendable {
    /// The names of the policy, which decide nothing.
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

    /// The requirements for opening the app.
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

    /// The name of the setting, as in Graph and policy documents.
    public var name: String { rawValue }
}

// MARK: The table

extension PolicySetting {
    /// What is known about the setting.
    ///
    /// - Complexity: O(1).
    public var row: PolicySettingRow { Self.rows[self] ?? tableRow }

    /// The values that the setting accepts, according to its row.
    ///
    /// PERF: for code that needs each setting once, such as opening a compiled policy: it does not keep the rows of all
    /// settings.
    package var kind: PolicySettingKind { tableRow.kind }

    private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.tableRow) })

    private var tableRow: PolicySettingRow {
        switch self {
        // MARK: Labels
        case .displayName:
            kept(\.displayName, source: .graph, "The name of the policy that administrators see.")
        case .description:
            kept(\.description, source: .graph, "The administrators' description of the policy.")

        // MARK: Transfer to and from other apps
        case .allowedOutboundDataTransferDestinations:
            row(
                \.allowedOutboundDataTransferDestinations,
                log: "AppSharingToLevel",
                numbers: [0: .none, 1: .managedApps, 2: .allApps],
                source: .graph,
                "Which apps organization data may go to."
            )
        case .allowedInboundDataTransferSources:
            row(
                \.allowedInboundDataTransferSources,
                log: "AppSharingFromLevel",
                numbers: [0: .none, 1: .managedApps, 2: .allApps],
                source: .graph,
                "Which apps data may come from."
            )
        case .exemptedAppProtocols:
            row(
                \.exemptedAppProtocols,
                matters: { $0.allowedOutboundDataTransferDestinations == .managedApps },
                log: "ProtocolExclusions",
                "Schemes that open even if their apps are not managed."
            )
        case .exemptedUniversalLinks:
            row(
                \.exemptedUniversalLinks,
                matters: { $0.allowedOutboundDataTransferDestinations == .managedApps },
                log: "UniversalLinkExclusions",
                "Universal links that open even if their apps are not managed."
            )
        case .managedUniversalLinks:
            row(
                \.managedUniversalLinks,
                stricter: .unordered,
                log: "ManagedUniversalLinks",
                "Universal links that open in managed apps."
            )
        case .filterOpenInToOnlyManagedApps:
            row(\.filterOpenInToOnlyManagedApps, log: "EnableOpenInFilter", "Whether open-in offers managed apps only.")
        case .disableProtectionOfManagedOutboundOpenInData:
            row(
                \.disableProtectionOfManagedOutboundOpenInData,
                stricter: .unordered,
                "Whether MDM-managed apps get open-in data unencrypted."
            )
        case .protectInboundDataFromUnknownSources:
            row(\.protectInboundDataFromUnknownSources, "Whether data of unknown origin becomes organization data.")

        // MARK: Clipboard
        case .allowedOutboundClipboardSharingLevel:
            row(
                \.allowedOutboundClipboardSharingLevel,
                log: "ClipboardSharingLevel",
                numbers: [0: .blocked, 1: .managedApps, 2: .managedAppsWithPasteIn, 3: .allApps],
                source: .graph,
                "How far the clipboard is shared."
            )
        case .allowedOutboundClipboardSharingExceptionLength:
            row(
                \.allowedOutboundClipboardSharingExceptionLength,
                in: 0...65_535,
                stricter: .lower,
                matters: { $0.allowedOutboundClipboardSharingLevel != .allApps },
                log: "ClipboardCharacterLengthException",
                "How many characters may be copied out at any level."
            )

        // MARK: Browser, dialer and messages
        case .managedBrowserToOpenLinksRequired:
            row(
                \.managedBrowserToOpenLinksRequired,
                log: "ManagedBrowserRequired",
                source: .graph,
                "Whether external links must open in a browser that the policy accepts."
            )
        case .managedBrowser:
            row(\.managedBrowser, source: .graph, "Which managed browser opens links.")
        case .customBrowserProtocol:
            row(
                \.customBrowserProtocol,
                stricter: .unset,
                matters: { $0.managedBrowserToOpenLinksRequired },
                log: "UnmanagedBrowserProtocol",
                source: .graph,
                "The scheme of the unmanaged browser that opens links."
            )
        case .dialerRestrictionLevel:
            row(
                \.dialerRestrictionLevel,
                log: "DialerRestrictionLevel",
                numbers: [0: .blocked, 1: .customApp, 3: .allApps],
                "Which app a phone number opens."
            )
        case .customDialerAppProtocol:
            row(\.customDialerAppProtocol, log: "SpecificDialerProtocol", "The scheme of the dialer for `customApp`.")
        case .protectedMessagingRedirectAppType:
            row(\.protectedMessagingRedirectAppType, "Which app a message to a phone number opens.")
        case .messagingRedirectAppUrlScheme:
            row(\.messagingRedirectAppUrlScheme, "The scheme of the messaging app for `specificApps`.")

        // MARK: Saving and opening
        case .saveAsBlocked:
            row(
                \.saveAsBlocked,
                log: "FileSharingSaveAsDisabled",
                source: .graph,
                "Whether copies may be saved only to the locations in `allowedDataStorageLocations`."
            )
        case .allowedDataStorageLocations:
            row(
                \.allowedDataStorageLocations,
                matters: { $0.saveAsBlocked },
                log: "ManagedLocations",
                sum: [1: .oneDriveForBusiness, 2: .sharePoint, 4: .box, 32: .localStorage, 128: .photoLibrary],
                source: .graph,
                "Where copies may be saved even if saving is blocked."
            )
        case .blockDataIngestionIntoOrganizationDocuments:
            row(
                \.blockDataIngestionIntoOrganizationDocuments,
                log: "OpenDataIntoOrgDocumentsBlocked",
                "Whether data may be opened only from the locations in `allowedDataIngestionLocations`."
            )
        case .allowedDataIngestionLocations:
            row(
                \.allowedDataIngestionLocations,
                matters: { $0.blockDataIngestionIntoOrganizationDocuments },
                log: "OpenDataFromManagedLocations",
                sum: [1: .oneDriveForBusiness, 2: .sharePoint, 4: .camera, 8: .localStorage, 16: .photoLibrary],
                "Where data may be opened from even if opening is blocked."
            )

        // MARK: Single features
        case .printBlocked:
            row(\.printBlocked, log: "PrintingBlocked", source: .graph, "Whether printing is blocked.")
        case .contactSyncBlocked:
            row(
                \.contactSyncBlocked,
                log: "ContactSyncDisabled",
                source: .graph,
                "Whether contacts may not be written to the device."
            )
        case .dataBackupBlocked:
            row(
                \.dataBackupBlocked,
                log: "DataBackupDisabled",
                source: .graph,
                "Whether the app's data is excluded from backups."
            )
        case .thirdPartyKeyboardsBlocked:
            row(
                \.thirdPartyKeyboardsBlocked,
                log: "ThirdPartyKeyboardsBlocked",
                "Whether keyboards other than the system's are blocked."
            )
        case .allowWidgetContentSync:
            row(\.allowWidgetContentSync, stricter: .off, "Whether widgets may show organization data.")
        case .screenCaptureConfigurationState:
            row(
                \.screenCaptureConfigurationState,
                log: "ScreenCaptureConfigurationState",
                numbers: [0: .notBlocked, 1: .blocked],
                "Whether the screen may be captured."
            )
        case .genmojiConfigurationState:
            row(
                \.genmojiConfigurationState,
                log: "GenmojiConfigurationState",
                numbers: [0: .notBlocked, 1: .blocked],
                "Whether Genmoji may be used."
            )
        case .writingToolsConfigurationState:
            row(
                \.writingToolsConfigurationState,
                log: "WritingToolsConfigurationState",
                numbers: [0: .notBlocked, 1: .blocked],
                "Whether Writing Tools may be used."
            )
        case .notificationRestriction:
            row(
                \.notificationRestriction,
                log: "NotificationRestriction",
                numbers: [0: .allow, 1: .blockOrganizationalData, 2: .block],
                "What notifications may show."
            )

        // MARK: Opening the app
        case .pinRequired:
            row(
                \.accessRequirements.pinRequired,
                log: "PINEnabled",
                decides: .launch,
                source: .graph,
                "Whether opening the app requires a PIN."
            )
        case .maximumPinRetries:
            row(
                \.accessRequirements.maximumPinRetries,
                stricter: .lower,
                matters: \.accessRequirements.pinRequired,
                log: "PINNumRetry",
                decides: .launch,
                source: .graph,
                "How many times a wrong PIN may be entered."
            )
        case .simplePinBlocked:
            row(
                \.accessRequirements.simplePinBlocked,
                matters: \.accessRequirements.pinRequired,
                log: "SimplePINAllowed",
                numbers: [0: true, 1: false],
                decides: .launch,
                source: .graph,
                "Whether PINs such as 1234 are refused."
            )
        case .minimumPinLength:
            row(
                \.accessRequirements.minimumPinLength,
                stricter: .higher,
                matters: \.accessRequirements.pinRequired,
                log: "PINMinLength",
                decides: .launch,
                source: .graph,
                "The minimum length of a PIN."
            )
        case .pinCharacterSet:
            row(
                \.accessRequirements.pinCharacterSet,
                matters: \.accessRequirements.pinRequired,
                log: "PINCharacterType",
                numbers: [0: .alphanumericAndSymbol, 1: .numeric],
                decides: .launch,
                source: .graph,
                "Which characters a PIN consists of."
            )
        case .previousPinBlockCount:
            row(
                \.accessRequirements.previousPinBlockCount,
                stricter: .higher,
                matters: \.accessRequirements.pinRequired,
                decides: .launch,
                "How many previous PINs may not be used again."
            )
        case .periodBeforePinReset:
            row(
                \.accessRequirements.periodBeforePinReset,
                stricter: .shorter(zeroIsNever: true),
                matters: \.accessRequirements.pinRequired,
                log: "PINExpiryDays",
                unit: .days,
                decides: .launch,
                source: .graph,
                "How long a PIN is valid."
            )
        case .periodBeforePinResetRequired:
            kept(
                \.accessRequirements.periodBeforePinResetRequired,
                matters: \.accessRequirements.pinRequired,
                source: .adminCenter,
                "Whether a PIN must be replaced after some time."
            )
        case .pinRequiredInsteadOfBiometric:
            kept(
                \.accessRequirements.pinRequiredInsteadOfBiometric,
                matters: \.accessRequirements.pinRequired,
                log: "NonBioPassTimeOutRequired",
                source: .adminCenter,
                "Whether a face or fingerprint opens the app only for a limited time."
            )
        case .pinRequiredInsteadOfBiometricTimeout:
            row(
                \.accessRequirements.pinRequiredInsteadOfBiometricTimeout,
                matters: { $0.accessRequirements.asksForPINAfterBiometrics },
                log: "NonBioPassTimeOut",
                unit: .minutes,
                decides: .launch,
                "How long a face or fingerprint opens the app in place of the PIN."
            )
        case .fingerprintBlocked:
            row(
                \.accessRequirements.fingerprintBlocked,
                matters: \.accessRequirements.pinRequired,
                log: "TouchIDEnabled",
                numbers: [0: true, 1: false],
                decides: .launch,
                source: .graph,
                "Whether opening the app with a fingerprint is blocked."
            )
        case .faceIdBlocked:
            row(
                \.accessRequirements.faceIdBlocked,
                matters: \.accessRequirements.pinRequired,
                log: "FaceIDEnabled",
                numbers: [0: true, 1: false],
                decides: .launch,
                source: .graph,
                "Whether opening the app with a face is blocked."
            )
        case .disableAppPinIfDevicePinIsSet:
            row(
                \.accessRequirements.disableAppPinIfDevicePinIsSet,
                stricter: .off,
                matters: \.accessRequirements.pinRequired,
                log: "AppPinDisabled",
                decides: .launch,
                source: .graph,
                "Whether a device with its own PIN needs no app PIN."
            )
        case .organizationalCredentialsRequired:
            row(
                \.accessRequirements.organizationalCredentialsRequired,
                log: "AuthenticationEnabled",
                decides: .launch,
                source: .graph,
                "Whether opening the app requires signing in to the organization."
            )
        case .periodOfflineBeforeAccessCheck:
            row(
                \.accessRequirements.periodOfflineBeforeAccessCheck,
                log: "AccessRecheckOfflineTimeout",
                unit: .minutes,
                decides: .launch,
                source: .graph,
                "How long the app may be offline before access is checked again."
            )
        case .periodOnlineBeforeAccessCheck:
            row(
                \.accessRequirements.periodOnlineBeforeAccessCheck,
                unset: PolicyDuration.zero.settingValue,
                log: "AccessRecheckOnlineTimeout",
                unit: .minutes,
                decides: .launch,
                source: .graph,
                "How long the app may be online before access is checked again."
            )
        case .appDataEncryptionType:
            row(
                \.accessRequirements.appDataEncryptionType,
                log: "FileEncryptionLevel",
                numbers: [
                    0: .whenDeviceLocked, 1: .whenDeviceLockedExceptOpenFiles, 2: .afterDeviceRestart,
                    3: .useDeviceSettings,
                ],
                source: .graph,
                "When the app's data is encrypted."
            )

        // MARK: Conditions of launch
        case .periodOfflineBeforeWipeIsEnforced:
            row(
                \.conditionalLaunch.periodOfflineBeforeWipeIsEnforced,
                stricter: .shorter(zeroIsNever: true),
                log: "OfflineWipeInterval",
                unit: .days,
                decides: .launch,
                source: .graph,
                "How long the app may be offline before organization data is removed."
            )
        case .deviceComplianceRequired:
            row(
                \.conditionalLaunch.deviceComplianceRequired,
                log: "DeviceComplianceEnabled",
                decides: .launch,
                source: .graph,
                "Whether a jailbroken device is refused."
            )
        case .appActionIfDeviceComplianceRequired:
            row(
                \.conditionalLaunch.appActionIfDeviceComplianceRequired,
                unset: ManagedAppRemediationAction.block.settingValue,
                matters: { $0.conditionalLaunch.deviceComplianceRequired },
                log: "DeviceComplianceFailureAction",
                numbers: [0: .block, 1: .wipe],
                decides: .launch,
                "What happens on a jailbroken device."
            )
        case .appActionIfMaximumPinRetriesExceeded:
            row(
                \.conditionalLaunch.appActionIfMaximumPinRetriesExceeded,
                unset: ManagedAppRemediationAction.block.settingValue,
                log: "MaxPinRetryExceededAction",
                numbers: [0: .block, 1: .wipe],
                decides: .launch,
                "What happens after too many wrong PINs."
            )
        case .appActionIfUnableToAuthenticateUser:
            row(
                \.conditionalLaunch.appActionIfUnableToAuthenticateUser,
                unset: ManagedAppRemediationAction.block.settingValue,
                log: "AppActionIfUnableToAuthenticateUser",
                numbers: [0: .block, 1: .wipe],
                decides: .launch,
                "What happens if the person cannot be authenticated."
            )
        case .appActionIfIosDeviceModelNotAllowed:
            row(
                \.conditionalLaunch.appActionIfIosDeviceModelNotAllowed,
                unset: ManagedAppRemediationAction.block.settingValue,
                decides: .launch,
                "What happens on a device model that is not allowed."
            )
        case .appActionIfAccountIsClockedOut:
            row(
                \.conditionalLaunch.appActionIfAccountIsClockedOut,
                decides: .launch,
                "What happens outside working time."
            )
        case .gracePeriodToBlockAppsDuringOffClockHours:
            row(
                \.conditionalLaunch.gracePeriodToBlockAppsDuringOffClockHours,
                unset: PolicyDuration.zero.settingValue,
                decides: .launch,
                "How long the app stays open after working time."
            )
        case .allowedIosDeviceModels:
            row(
                \.conditionalLaunch.allowedIosDeviceModels,
                log: "AllowedIOSModelsElseBlock",
                decides: .launch,
                "The device models that may use the app, separated by `;`."
            )
        case .minimumRequiredOsVersion:
            row(
                \.conditionalLaunch.minimumRequiredOsVersion,
                log: "MinOsVersion",
                decides: .launch,
                source: .graph,
                "The oldest system on which the app opens."
            )
        case .minimumWarningOsVersion:
            row(
                \.conditionalLaunch.minimumWarningOsVersion,
                log: "MinOsVersionWarning",
                decides: .launch,
                source: .graph,
                "The oldest system without a warning."
            )
        case .minimumWipeOsVersion:
            row(
                \.conditionalLaunch.minimumWipeOsVersion,
                log: "MinOsVersionWipe",
                decides: .launch,
                "The oldest system that keeps organization data."
            )
        case .maximumRequiredOsVersion:
            row(
                \.conditionalLaunch.maximumRequiredOsVersion,
                log: "MaxOsVersion",
                decides: .launch,
                "The newest system on which the app opens."
            )
        case .maximumWarningOsVersion:
            row(
                \.conditionalLaunch.maximumWarningOsVersion,
                log: "MaxOsVersionWarning",
                decides: .launch,
                "The newest system without a warning."
            )
        case .maximumWipeOsVersion:
            row(
                \.conditionalLaunch.maximumWipeOsVersion,
                log: "MaxOsVersionWipe",
                decides: .launch,
                "The newest system that keeps organization data."
            )
        case .minimumRequiredAppVersion:
            row(
                \.conditionalLaunch.minimumRequiredAppVersion,
                log: "MinAppVersion",
                decides: .launch,
                source: .graph,
                "The oldest version of the app that opens."
            )
        case .minimumWarningAppVersion:
            row(
                \.conditionalLaunch.minimumWarningAppVersion,
                log: "MinAppVersionWarning",
                decides: .launch,
                source: .graph,
                "The oldest version of the app without a warning."
            )
        case .minimumWipeAppVersion:
            row(
                \.conditionalLaunch.minimumWipeAppVersion,
                log: "MinAppVersionWipe",
                decides: .launch,
                "The oldest version of the app that keeps organization data."
            )
        case .minimumRequiredSdkVersion:
            row(
                \.conditionalLaunch.minimumRequiredSdkVersion,
                log: "MinSDKVersion",
                decides: .launch,
                source: .graph,
                "The oldest SDK with which the app opens."
            )
        case .minimumWarningSdkVersion:
            row(\.conditionalLaunch.minimumWarningSdkVersion, decides: .launch, "The oldest SDK without a warning.")
        case .minimumWipeSdkVersion:
            row(
                \.conditionalLaunch.minimumWipeSdkVersion,
                log: "MinSDKVersionWipe",
                decides: .launch,
                "The oldest SDK that keeps organization data."
            )
        case .maximumAllowedDeviceThreatLevel:
            row(
                \.conditionalLaunch.maximumAllowedDeviceThreatLevel,
                log: "MinimumRequiredDeviceThreatProtectionLevel",
                numbers: [0: .notConfigured, 1: .secured, 2: .low, 3: .medium, 4: .high],
                decides: .launch,
                "The highest threat level that a device may have."
            )
        case .mobileThreatDefenseRemediationAction:
            row(
                \.conditionalLaunch.mobileThreatDefenseRemediationAction,
                unset: ManagedAppRemediationAction.block.settingValue,
                log: "MobileThreatDefenseRemediationAction",
                numbers: [0: .block, 1: .wipe],
                decides: .launch,
                "What happens above that level."
            )
        case .mobileThreatDefensePartnerPriority:
            row(
                \.conditionalLaunch.mobileThreatDefensePartnerPriority,
                decides: .launch,
                "Which threat defense service takes precedence if a device has two."
            )
        }
    }
}
