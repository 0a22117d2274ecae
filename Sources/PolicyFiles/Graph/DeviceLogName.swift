import PolicyModel

/// The names that
/// [app protection logs](https://learn.microsoft.com/intune/intune-service/apps/app-protection-policy-settings-log) of a
/// device have for settings. Their numbers are others than Graph's.
enum DeviceLogName: String, CaseIterable {
    case appSharingToLevel = "AppSharingToLevel"
    case appSharingFromLevel = "AppSharingFromLevel"
    case clipboardSharingLevel = "ClipboardSharingLevel"
    case clipboardCharacterLengthException = "ClipboardCharacterLengthException"
    case fileSharingSaveAsDisabled = "FileSharingSaveAsDisabled"
    case managedLocations = "ManagedLocations"
    case openDataIntoOrgDocumentsBlocked = "OpenDataIntoOrgDocumentsBlocked"
    case openDataFromManagedLocations = "OpenDataFromManagedLocations"
    case managedBrowserRequired = "ManagedBrowserRequired"
    case unmanagedBrowserProtocol = "UnmanagedBrowserProtocol"
    case dialerRestrictionLevel = "DialerRestrictionLevel"
    case specificDialerProtocol = "SpecificDialerProtocol"
    case protocolExclusions = "ProtocolExclusions"
    case universalLinkExclusions = "UniversalLinkExclusions"
    case managedUniversalLinks = "ManagedUniversalLinks"
    case enableOpenInFilter = "EnableOpenInFilter"
    case printingBlocked = "PrintingBlocked"
    case contactSyncDisabled = "ContactSyncDisabled"
    case dataBackupDisabled = "DataBackupDisabled"
    case thirdPartyKeyboardsBlocked = "ThirdPartyKeyboardsBlocked"
    case screenCaptureConfigurationState = "ScreenCaptureConfigurationState"
    case genmojiConfigurationState = "GenmojiConfigurationState"
    case writingToolsConfigurationState = "WritingToolsConfigurationState"
    case notificationRestriction = "NotificationRestriction"

    /// The setting it stands for.
    var setting: PolicySetting {
        switch self {
        case .appSharingToLevel: .allowedOutboundDataTransferDestinations
        case .appSharingFromLevel: .allowedInboundDataTransferSources
        case .clipboardSharingLevel: .allowedOutboundClipboardSharingLevel
        case .clipboardCharacterLengthException: .allowedOutboundClipboardSharingExceptionLength
        case .fileSharingSaveAsDisabled: .saveAsBlocked
        case .managedLocations: .allowedDataStorageLocations
        case .openDataIntoOrgDocumentsBlocked: .blockDataIngestionIntoOrganizationDocuments
        case .openDataFromManagedLocations: .allowedDataIngestionLocations
        case .managedBrowserRequired: .managedBrowserToOpenLinksRequired
        case .unmanagedBrowserProtocol: .customBrowserProtocol
        case .dialerRestrictionLevel: .dialerRestrictionLevel
        case .specificDialerProtocol: .customDialerAppProtocol
        case .protocolExclusions: .exemptedAppProtocols
        case .universalLinkExclusions: .exemptedUniversalLinks
        case .managedUniversalLinks: .managedUniversalLinks
        case .enableOpenInFilter: .filterOpenInToOnlyManagedApps
        case .printingBlocked: .printBlocked
        case .contactSyncDisabled: .contactSyncBlocked
        case .dataBackupDisabled: .dataBackupBlocked
        case .thirdPartyKeyboardsBlocked: .thirdPartyKeyboardsBlocked
        case .screenCaptureConfigurationState: .screenCaptureConfigurationState
        case .genmojiConfigurationState: .genmojiConfigurationState
        case .writingToolsConfigurationState: .writingToolsConfigurationState
        case .notificationRestriction: .notificationRestriction
        }
    }
}
