package import PolicyModel

/// The settings of a policy for single features, as plain words: reading one counts no reference.
package struct FeatureSettings: Sendable {
    /// What determines whether the screen may be captured.
    package enum ScreenCapture: Sendable {
        /// The setting itself allows it, and so does the transfer of data.
        case allowed
        /// The setting itself blocks it.
        case blocked
        /// Data may not go to every app, but pictures of the screen do; an account's app configuration can remove that
        /// restriction.
        case blockedByTransfer
    }

    package let screenCapture: ScreenCapture
    package let notifications: ManagedAppNotificationRestriction
    package let requiresFileEncryption: Bool
    private let blocked: UInt16

    init(_ policy: AppProtectionPolicy) {
        let isOpen = policy.allowedOutboundDataTransferDestinations == .allApps
        screenCapture =
            switch (policy.screenCaptureConfigurationState, isOpen) {
            case (.blocked, _): .blocked
            case (.notBlocked, true): .allowed
            case (.notBlocked, false): .blockedByTransfer
            }
        notifications = policy.notificationRestriction
        requiresFileEncryption = policy.accessRequirements.appDataEncryptionType != .useDeviceSettings
        blocked = SingleSetting.allCases.reduce(0) { bits, setting in
            Self.blocks(setting, policy) ? bits | Self.bit(of: setting) : bits
        }
    }

    /// Whether a feature that is only allowed or blocked is blocked.
    @inline(__always)
    package func blocks(_ setting: SingleSetting) -> Bool { blocked & Self.bit(of: setting) != 0 }

    private static func blocks(_ setting: SingleSetting, _ policy: AppProtectionPolicy) -> Bool {
        switch setting {
        case .print: policy.printBlocked
        case .contactSync: policy.contactSyncBlocked
        case .widgetSync: !policy.allowWidgetContentSync
        case .backup: policy.dataBackupBlocked
        case .keyboards: policy.thirdPartyKeyboardsBlocked
        case .genmoji: policy.genmojiConfigurationState == .blocked
        case .writingTools: policy.writingToolsConfigurationState == .blocked
        case .spotlight, .siriIntents, .appIntents: policy.allowedOutboundDataTransferDestinations != .allApps
        case .screenCapture, .notifications, .fileEncryption: false  // These have answers of their own.
        }
    }

    @inline(__always)
    private static func bit(of setting: SingleSetting) -> UInt16 {
        switch setting {
        case .print: 1 << 0
        case .contactSync: 1 << 1
        case .widgetSync: 1 << 2
        case .backup: 1 << 3
        case .keyboards: 1 << 4
        case .genmoji: 1 << 5
        case .writingTools: 1 << 6
        case .spotlight: 1 << 7
        case .siriIntents: 1 << 8
        case .appIntents: 1 << 9
        case .screenCapture, .notifications, .fileEncryption: 0
        }
    }
}
