import PolicyModel

/// The settings that answers depend on, by the kind of question.
///
/// This table is the only copy. Trials of changes and what-if reuse answers that, according to it, a change cannot affect;
/// `FixTrialTests` and `WhatIfTests` compare them with audits that repeat every query.
enum SettingsOfAnswers {
    static let copying: [PolicySetting] = [
        .allowedOutboundClipboardSharingLevel, .allowedOutboundClipboardSharingExceptionLength,
    ]
    static let saving: [PolicySetting] = [
        .allowedOutboundDataTransferDestinations, .saveAsBlocked, .allowedDataStorageLocations,
    ]
    static let opening: [PolicySetting] = [
        .allowedInboundDataTransferSources, .blockDataIngestionIntoOrganizationDocuments,
        .allowedDataIngestionLocations,
    ]
    static let receiving: [PolicySetting] = [
        .allowedInboundDataTransferSources, .protectInboundDataFromUnknownSources,
    ]
    static let sending: [PolicySetting] = [
        .allowedOutboundDataTransferDestinations, .filterOpenInToOnlyManagedApps,
        .disableProtectionOfManagedOutboundOpenInData,
    ]
    static let browser: [PolicySetting] = [.managedBrowserToOpenLinksRequired, .customBrowserProtocol]
    static let links: [PolicySetting] = [
        .allowedOutboundDataTransferDestinations, .managedUniversalLinks, .exemptedUniversalLinks,
    ]

    /// The settings that the answers to each kind of question depend on, in any policy.
    static let clipboard = Set(copying)
    static let storage = Set(saving + opening)
    static let allSending = Set(sending)
    static let allReceiving = Set(receiving + sending)
    static let features = Set(SingleSetting.allCases.flatMap(\.settings))
    static let allLinks = Set(links + browser + ["https", "tel", "sms"].flatMap { settings(ofScheme: $0) })
    static let views = Set(browser + copying + [.allowedOutboundDataTransferDestinations])

    /// The settings that opening a URL of a scheme depends on.
    static func settings(ofScheme scheme: String) -> [PolicySetting] {
        let transfer: [PolicySetting] = [.allowedOutboundDataTransferDestinations, .exemptedAppProtocols]
        switch scheme {
        case "http", "https": return transfer + browser
        case _ where RedirectScheme.dialerSchemes.contains(scheme):
            return transfer + [.dialerRestrictionLevel, .customDialerAppProtocol]
        case _ where RedirectScheme.messagingSchemes.contains(scheme):
            return transfer + [.protectedMessagingRedirectAppType, .messagingRedirectAppUrlScheme]
        default: return transfer
        }
    }
}

extension SingleSetting {
    /// The settings of a policy that the answer depends on.
    var settings: [PolicySetting] {
        switch self {
        case .print: [.printBlocked]
        case .contactSync: [.contactSyncBlocked]
        case .widgetSync: [.allowWidgetContentSync]
        case .backup: [.dataBackupBlocked]
        case .keyboards: [.thirdPartyKeyboardsBlocked]
        case .genmoji: [.genmojiConfigurationState]
        case .writingTools: [.writingToolsConfigurationState]
        case .notifications: [.notificationRestriction]
        case .screenCapture: [.screenCaptureConfigurationState, .allowedOutboundDataTransferDestinations]
        case .spotlight, .siriIntents, .appIntents: [.allowedOutboundDataTransferDestinations]
        case .fileEncryption: [.appDataEncryptionType]
        }
    }
}
