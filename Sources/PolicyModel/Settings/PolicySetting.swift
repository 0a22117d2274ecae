/// The settings of an app protection policy, and the one table of what is known about them.
///
/// A new setting is a property of ``AppProtectionPolicy``, which has its default, a case and a row here, and the decision
/// that reads it. The raw values are the names that Graph and policy documents use.
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

// MARK: The table

extension PolicySetting {
    /// What is known about the setting.
    ///
    /// - Complexity: O(1).
    public var row: PolicySettingRow { Self.rows[self] ?? tableRow }

    /// Which values the setting takes, as its row says.
    ///
    /// PERF: of whoever asks each setting once, as opening a compiled policy does: the rows of all aren't kept for that.
    package var kind: PolicySettingKind { tableRow.kind }

    private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.tableRow) })

    private var tableRow: PolicySettingRow {
        switch self {
        // MARK: Labels
        case .displayName:
            kept(\.displayName, source: .graph, "The name of the policy that administrators see.")
        case .description:
            kept(\.description, source: .graph, "What administrators say of the policy.")

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
                "Schemes that open although their apps are not managed."
            )
        case .exemptedUniversalLinks:
            row(
                \.exemptedUniversalLinks,
                matters: { $0.allowedOutboundDataTransferDestinations == .managedApps },
                log: "UniversalLinkExclusions",
                "Universal links that open although their apps are not managed."
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
                "How many characters may be copied out whatever the level says."
            )

        // MARK: Browser, dialer and messages
        case .managedBrowserToOpenLinksRequired:
            row(
                \.managedBrowserToOpenLinksRequired,
                log: "ManagedBrowserRequired",
                source: .graph,
                "Whether external links must leave for a browser that the policy accepts."
            )
        case .managedBrowser:
            row(\.managedBrowser, source: .graph, "Which managed browser links go to.")
        case .customBrowserProtocol:
            row(
                \.customBrowserProtocol,
                stricter: .unset,
                matters: { $0.managedBrowserToOpenLinksRequired },
                log: "UnmanagedBrowserProtocol",
                source: .graph,
                "The scheme of an unmanaged browser that links go to."
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
                "Whether copies may be saved only where `allowedDataStorageLocations` says."
            )
        case .allowedDataStorageLocations:
            row(
                \.allowedDataStorageLocations,
                matters: { $0.saveAsBlocked },
                log: "ManagedLocations",
                sum: [1: .oneDriveForBusiness, 2: .sharePoint, 4: .box, 32: .localStorage, 128: .photoLibrary],
                source: .graph,
                "Where copies may be saved although saving is blocked."
            )
        case .blockDataIngestionIntoOrganizationDocuments:
            row(
                \.blockDataIngestionIntoOrganizationDocuments,
                log: "OpenDataIntoOrgDocumentsBlocked",
                "Whether data may be opened only from where `allowedDataIngestionLocations` says."
            )
        case .allowedDataIngestionLocations:
            row(
                \.allowedDataIngestionLocations,
                matters: { $0.blockDataIngestionIntoOrganizationDocuments },
                log: "OpenDataFromManagedLocations",
                sum: [1: .oneDriveForBusiness, 2: .sharePoint, 4: .camera, 8: .localStorage, 16: .photoLibrary],
                "Where data may be opened from although opening is blocked."
            )

        // MARK: Single features
        case .printBlocked:
            row(\.printBlocked, log: "PrintingBlocked", source: .graph, "Whether printing is blocked.")
        case .contactSyncBlocked:
            row(
                \.contactSyncBlocked,
                log: "ContactSyncDisabled",
                source: .graph,
                "Whether contacts stay out of the device's own."
            )
        case .dataBackupBlocked:
            row(
                \.dataBackupBlocked,
                log: "DataBackupDisabled",
                source: .graph,
                "Whether the app's data stays out of backups."
            )
        case .thirdPartyKeyboardsBlocked:
            row(
                \.thirdPartyKeyboardsBlocked,
                log: "ThirdPartyKeyboardsBlocked",
                "Whether other keyboards than the system's are blocked."
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
            kept(\.accessRequirements.pinRequired, source: .graph, "Whether a PIN opens the app.")
        case .maximumPinRetries:
            kept(
                \.accessRequirements.maximumPinRetries,
                stricter: .lower,
                matters: \.accessRequirements.pinRequired,
                source: .graph,
                "How often a wrong PIN may be entered."
            )
        case .simplePinBlocked:
            kept(
                \.accessRequirements.simplePinBlocked,
                matters: \.accessRequirements.pinRequired,
                source: .graph,
                "Whether PINs such as 1234 are refused."
            )
        case .minimumPinLength:
            kept(
                \.accessRequirements.minimumPinLength,
                stricter: .higher,
                matters: \.accessRequirements.pinRequired,
                source: .graph,
                "How long a PIN must be at least."
            )
        case .pinCharacterSet:
            kept(
                \.accessRequirements.pinCharacterSet,
                matters: \.accessRequirements.pinRequired,
                source: .graph,
                "What a PIN consists of."
            )
        case .previousPinBlockCount:
            kept(
                \.accessRequirements.previousPinBlockCount,
                stricter: .higher,
                matters: \.accessRequirements.pinRequired,
                "How many former PINs may not be used again."
            )
        case .periodBeforePinReset:
            kept(
                \.accessRequirements.periodBeforePinReset,
                stricter: .shorter(zeroIsNever: true),
                matters: \.accessRequirements.pinRequired,
                source: .graph,
                "How long a PIN lasts."
            )
        case .periodBeforePinResetRequired:
            kept(
                \.accessRequirements.periodBeforePinResetRequired,
                matters: \.accessRequirements.pinRequired,
                source: .adminCenter,
                "Whether a PIN has to be replaced after some time."
            )
        case .pinRequiredInsteadOfBiometric:
            kept(
                \.accessRequirements.pinRequiredInsteadOfBiometric,
                matters: \.accessRequirements.pinRequired,
                source: .adminCenter,
                "Whether a face or finger opens the app only for some time."
            )
        case .pinRequiredInsteadOfBiometricTimeout:
            kept(
                \.accessRequirements.pinRequiredInsteadOfBiometricTimeout,
                matters: { $0.accessRequirements.asksForPINAfterBiometrics },
                "How long a face or finger opens the app in place of the PIN."
            )
        case .fingerprintBlocked:
            kept(\.accessRequirements.fingerprintBlocked, source: .graph, "Whether a finger does not open the app.")
        case .faceIdBlocked:
            kept(\.accessRequirements.faceIdBlocked, source: .graph, "Whether a face does not open the app.")
        case .disableAppPinIfDevicePinIsSet:
            kept(
                \.accessRequirements.disableAppPinIfDevicePinIsSet,
                stricter: .off,
                matters: \.accessRequirements.pinRequired,
                source: .graph,
                "Whether a device with a PIN of its own needs no other."
            )
        case .organizationalCredentialsRequired:
            kept(
                \.accessRequirements.organizationalCredentialsRequired,
                source: .graph,
                "Whether signing in to the organization opens the app."
            )
        case .periodOfflineBeforeAccessCheck:
            kept(
                \.accessRequirements.periodOfflineBeforeAccessCheck,
                source: .graph,
                "After how long offline access is checked again."
            )
        case .periodOnlineBeforeAccessCheck:
            kept(
                \.accessRequirements.periodOnlineBeforeAccessCheck,
                source: .graph,
                "After how long online access is checked again."
            )
        case .appDataEncryptionType:
            row(\.accessRequirements.appDataEncryptionType, source: .graph, "When the app's data is encrypted.")

        // MARK: Conditions of launch
        case .periodOfflineBeforeWipeIsEnforced:
            kept(
                \.conditionalLaunch.periodOfflineBeforeWipeIsEnforced,
                source: .graph,
                "After how long offline organization data is removed."
            )
        case .deviceComplianceRequired:
            kept(
                \.conditionalLaunch.deviceComplianceRequired,
                source: .graph,
                "Whether a jailbroken device is refused."
            )
        case .appActionIfDeviceComplianceRequired:
            kept(
                \.conditionalLaunch.appActionIfDeviceComplianceRequired,
                matters: { $0.conditionalLaunch.deviceComplianceRequired },
                "What happens on a jailbroken device."
            )
        case .appActionIfMaximumPinRetriesExceeded:
            kept(\.conditionalLaunch.appActionIfMaximumPinRetriesExceeded, "What happens after too many wrong PINs.")
        case .appActionIfUnableToAuthenticateUser:
            kept(
                \.conditionalLaunch.appActionIfUnableToAuthenticateUser,
                "What happens when the person cannot be authenticated."
            )
        case .appActionIfIosDeviceModelNotAllowed:
            kept(
                \.conditionalLaunch.appActionIfIosDeviceModelNotAllowed,
                "What happens on a device model that is not allowed."
            )
        case .appActionIfAccountIsClockedOut:
            kept(\.conditionalLaunch.appActionIfAccountIsClockedOut, "What happens outside working time.")
        case .gracePeriodToBlockAppsDuringOffClockHours:
            kept(
                \.conditionalLaunch.gracePeriodToBlockAppsDuringOffClockHours,
                "How long the app stays open after working time."
            )
        case .allowedIosDeviceModels:
            kept(
                \.conditionalLaunch.allowedIosDeviceModels,
                "The device models that may use the app, separated by `;`."
            )
        case .minimumRequiredOsVersion:
            kept(\.conditionalLaunch.minimumRequiredOsVersion, source: .graph, "The oldest system that opens the app.")
        case .minimumWarningOsVersion:
            kept(\.conditionalLaunch.minimumWarningOsVersion, source: .graph, "The oldest system without a warning.")
        case .minimumWipeOsVersion:
            kept(\.conditionalLaunch.minimumWipeOsVersion, "The oldest system that keeps organization data.")
        case .maximumRequiredOsVersion:
            kept(\.conditionalLaunch.maximumRequiredOsVersion, "The newest system that opens the app.")
        case .maximumWarningOsVersion:
            kept(\.conditionalLaunch.maximumWarningOsVersion, "The newest system without a warning.")
        case .maximumWipeOsVersion:
            kept(\.conditionalLaunch.maximumWipeOsVersion, "The newest system that keeps organization data.")
        case .minimumRequiredAppVersion:
            kept(
                \.conditionalLaunch.minimumRequiredAppVersion,
                source: .graph,
                "The oldest version of the app that opens."
            )
        case .minimumWarningAppVersion:
            kept(
                \.conditionalLaunch.minimumWarningAppVersion,
                source: .graph,
                "The oldest version of the app without a warning."
            )
        case .minimumWipeAppVersion:
            kept(
                \.conditionalLaunch.minimumWipeAppVersion,
                "The oldest version of the app that keeps organization data."
            )
        case .minimumRequiredSdkVersion:
            kept(\.conditionalLaunch.minimumRequiredSdkVersion, source: .graph, "The oldest SDK that opens the app.")
        case .minimumWarningSdkVersion:
            kept(\.conditionalLaunch.minimumWarningSdkVersion, "The oldest SDK without a warning.")
        case .minimumWipeSdkVersion:
            kept(\.conditionalLaunch.minimumWipeSdkVersion, "The oldest SDK that keeps organization data.")
        case .maximumAllowedDeviceThreatLevel:
            kept(\.conditionalLaunch.maximumAllowedDeviceThreatLevel, "The highest threat level of a device.")
        case .mobileThreatDefenseRemediationAction:
            kept(\.conditionalLaunch.mobileThreatDefenseRemediationAction, "What happens above that level.")
        case .mobileThreatDefensePartnerPriority:
            kept(
                \.conditionalLaunch.mobileThreatDefensePartnerPriority,
                "Which threat defense service counts where a device has two."
            )
        }
    }
}
