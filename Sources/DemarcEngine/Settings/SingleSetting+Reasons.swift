import PolicyModel

/// The reason for each feature that is only allowed or blocked; for the others, the most general reason.
extension SingleSetting {
    var allowedReason: ReasonCode {
        switch self {
        case .print: .settingPrintAllowed
        case .contactSync: .settingContactSyncAllowed
        case .widgetSync: .settingWidgetSyncAllowed
        case .backup: .settingBackupAllowed
        case .keyboards: .settingKeyboardsAllowed
        case .genmoji: .settingGenmojiAllowed
        case .writingTools: .settingWritingToolsAllowed
        case .spotlight: .settingSpotlightAllowed
        case .siriIntents: .settingSiriIntentsAllowed
        case .appIntents: .settingAppIntentsAllowed
        case .screenCapture: .settingScreenCaptureAllowed
        case .notifications: .settingNotificationsAllowed
        case .fileEncryption: .settingFileEncryptionNotRequired
        }
    }

    var blockedReason: ReasonCode {
        switch self {
        case .print: .settingPrintBlocked
        case .contactSync: .settingContactSyncBlocked
        case .widgetSync: .settingWidgetSyncBlocked
        case .backup: .settingBackupBlocked
        case .keyboards: .settingKeyboardsBlocked
        case .genmoji: .settingGenmojiBlocked
        case .writingTools: .settingWritingToolsBlocked
        case .spotlight: .settingSpotlightBlocked
        case .siriIntents: .settingSiriIntentsBlocked
        case .appIntents: .settingAppIntentsBlocked
        case .screenCapture: .settingScreenCaptureBlocked
        case .notifications: .settingNotificationsBlocked
        case .fileEncryption: .settingFileEncryptionRequired
        }
    }
}
