/// The levels of the data protection framework for app protection policies, as baselines for comparison.
package enum BaselineLevel: Int, CaseIterable, Hashable, Sendable {
    /// Enterprise basic: work data is encrypted, the app requires a PIN, and its data can be wiped.
    case basic = 1
    /// Enterprise enhanced: data stays among managed apps.
    case enhanced = 2
    /// Enterprise high: data comes from managed apps only, and more conditions must be met before the app opens.
    case high = 3
}

extension BaselineLevel {
    /// The policy of the level, equal to that in the project's own `Rules/levels`.
    package var policy: AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: "level\(rawValue)")
        policy.displayName =
            switch self {
            case .basic: "Enterprise basic data protection"
            case .enhanced: "Enterprise enhanced data protection"
            case .high: "Enterprise high data protection"
            }
        Self.setAccess(of: &policy)
        if self != .basic { Self.setTransfer(of: &policy) }
        if self == .high { Self.setHigh(of: &policy) }
        return policy
    }

    /// The settings of all levels.
    private static func setAccess(of policy: inout AppProtectionPolicy) {
        policy.accessRequirements.appDataEncryptionType = .whenDeviceLocked
        policy.accessRequirements.pinRequired = true
        policy.accessRequirements.pinCharacterSet = .numeric
        policy.accessRequirements.minimumPinLength = 4
        policy.accessRequirements.maximumPinRetries = 5
        policy.accessRequirements.periodBeforePinReset = PolicyDuration("PT0S")
        policy.accessRequirements.pinRequiredInsteadOfBiometricTimeout = PolicyDuration("PT12H")
        policy.accessRequirements.periodOnlineBeforeAccessCheck = PolicyDuration("PT30M")
        policy.accessRequirements.periodOfflineBeforeAccessCheck = PolicyDuration("PT12H")
        policy.conditionalLaunch.periodOfflineBeforeWipeIsEnforced = PolicyDuration("P90D")
        policy.conditionalLaunch.deviceComplianceRequired = true
        policy.conditionalLaunch.appActionIfDeviceComplianceRequired = .block
        policy.conditionalLaunch.appActionIfMaximumPinRetriesExceeded = .block
    }

    /// The settings that the second level adds.
    private static func setTransfer(of policy: inout AppProtectionPolicy) {
        policy.allowedOutboundDataTransferDestinations = .managedApps
        policy.exemptedAppProtocols = [
            ExemptedAppProtocol(
                name: "Default",
                value: "skype;app-settings;calshow;itms;itmss;itms-apps;itms-appss;itms-services"
            )
        ]
        policy.exemptedUniversalLinks = [
            "http://facetime.apple.com", "http://maps.apple.com", "https://facetime.apple.com",
            "https://maps.apple.com",
        ]
        policy.allowedOutboundClipboardSharingLevel = .managedAppsWithPasteIn
        policy.managedBrowserToOpenLinksRequired = true
        policy.managedBrowser = .microsoftEdge
        policy.saveAsBlocked = true
        policy.allowedDataStorageLocations = [.oneDriveForBusiness, .sharePoint]
        policy.dataBackupBlocked = true
        policy.notificationRestriction = .blockOrganizationalData
    }

    /// The settings that the third level adds.
    private static func setHigh(of policy: inout AppProtectionPolicy) {
        policy.allowedInboundDataTransferSources = .managedApps
        policy.printBlocked = true
        policy.thirdPartyKeyboardsBlocked = true
        policy.accessRequirements.minimumPinLength = 6
        policy.accessRequirements.simplePinBlocked = true
        policy.accessRequirements.periodBeforePinReset = PolicyDuration("P365D")
        policy.conditionalLaunch.appActionIfDeviceComplianceRequired = .wipe
        policy.conditionalLaunch.maximumAllowedDeviceThreatLevel = .secured
        policy.conditionalLaunch.mobileThreatDefenseRemediationAction = .block
    }
}
