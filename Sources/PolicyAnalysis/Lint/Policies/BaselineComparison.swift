import Diagnostics
import PolicyModel

/// Compares a policy with a level, setting by setting: each has a direction in which it becomes stricter.
///
/// A policy may be stricter than its level in every setting. Settings that the level leaves open aren't compared, and
/// one that another setting of the same policy makes irrelevant isn't either: who may send nothing out needs no list of
/// exemptions.
struct BaselineComparison {
    /// A setting that protects less than the level asks for.
    struct Deviation {
        var setting: PolicySetting
        /// What the policy says.
        var actual: String
        /// What the level asks for at least.
        var wanted: String
        /// The element that is too much, where the setting is a list.
        var element: String?
    }

    let policy: AppProtectionPolicy
    let level: AppProtectionPolicy
    private(set) var deviations: [Deviation] = []

    init(of policy: AppProtectionPolicy, with level: AppProtectionPolicy) {
        self.policy = policy
        self.level = level
        compareTransfer()
        compareExemptions()
        compareFeatures()
        comparePIN()
        compareAccess()
        compareLaunch()
    }

    private mutating func compareTransfer() {
        let levels: [ManagedAppDataTransferLevel] = [.allApps, .managedApps, .none]
        rank(.allowedOutboundDataTransferDestinations, \.allowedOutboundDataTransferDestinations, levels)
        rank(.allowedInboundDataTransferSources, \.allowedInboundDataTransferSources, levels)
        let clipboard: [ManagedAppClipboardSharingLevel] = [.allApps, .managedAppsWithPasteIn, .managedApps, .blocked]
        rank(.allowedOutboundClipboardSharingLevel, \.allowedOutboundClipboardSharingLevel, clipboard)
        let limit = level.allowedOutboundClipboardSharingExceptionLength
        // Where everything may be copied out, short texts make no difference.
        if level.allowedOutboundClipboardSharingLevel != .allApps,
            policy.allowedOutboundClipboardSharingExceptionLength > limit
        {
            let length = String(policy.allowedOutboundClipboardSharingExceptionLength)
            add(.allowedOutboundClipboardSharingExceptionLength, length, wanted: "\(limit)")
        }
        require(.managedBrowserToOpenLinksRequired, \.managedBrowserToOpenLinksRequired)
        if level.managedBrowserToOpenLinksRequired, policy.managedBrowserToOpenLinksRequired,
            let scheme = policy.customBrowserProtocol
        {
            add(.customBrowserProtocol, scheme.text, wanted: "no browser but the managed one")
        }
    }

    private mutating func compareExemptions() {
        // Exemptions count only where data goes to managed apps alone; where it goes to all, that was said above.
        if level.allowedOutboundDataTransferDestinations == .managedApps,
            policy.allowedOutboundDataTransferDestinations == .managedApps
        {
            let schemes = level.exemptedAppProtocols.flatMap(\.schemes)
            contain(.exemptedAppProtocols, policy.exemptedAppProtocols.flatMap(\.schemes), schemes)
            contain(.exemptedUniversalLinks, policy.exemptedUniversalLinks, level.exemptedUniversalLinks)
        }
        require(.saveAsBlocked, \.saveAsBlocked)
        if level.saveAsBlocked, policy.saveAsBlocked {
            let places = level.allowedDataStorageLocations.map(\.rawValue)
            contain(.allowedDataStorageLocations, policy.allowedDataStorageLocations.map(\.rawValue), places)
        }
        require(.blockDataIngestionIntoOrganizationDocuments, \.blockDataIngestionIntoOrganizationDocuments)
        if level.blockDataIngestionIntoOrganizationDocuments, policy.blockDataIngestionIntoOrganizationDocuments {
            let places = level.allowedDataIngestionLocations.map(\.rawValue)
            contain(.allowedDataIngestionLocations, policy.allowedDataIngestionLocations.map(\.rawValue), places)
        }
    }

    private mutating func compareFeatures() {
        require(.printBlocked, \.printBlocked)
        require(.contactSyncBlocked, \.contactSyncBlocked)
        require(.dataBackupBlocked, \.dataBackupBlocked)
        require(.thirdPartyKeyboardsBlocked, \.thirdPartyKeyboardsBlocked)
        rank(.notificationRestriction, \.notificationRestriction, [.allow, .blockOrganizationalData, .block])
        rank(
            .appDataEncryptionType,
            \.accessRequirements.appDataEncryptionType,
            [.useDeviceSettings, .afterDeviceRestart, .whenDeviceLockedExceptOpenFiles, .whenDeviceLocked]
        )
    }

    private mutating func comparePIN() {
        require(.pinRequired, \.accessRequirements.pinRequired)
        // Without a PIN nothing that is asked of it counts.
        guard level.accessRequirements.pinRequired, policy.accessRequirements.pinRequired else { return }
        rank(.pinCharacterSet, \.accessRequirements.pinCharacterSet, [.numeric, .alphanumericAndSymbol])
        require(.simplePinBlocked, \.accessRequirements.simplePinBlocked)
        if let least = level.accessRequirements.minimumPinLength {
            let length = policy.accessRequirements.minimumPinLength
            if length.map({ $0 < least }) ?? true {
                add(.minimumPinLength, length.map(String.init), wanted: "\(least)")
            }
        }
        if let most = level.accessRequirements.maximumPinRetries {
            let retries = policy.accessRequirements.maximumPinRetries
            if retries.map({ $0 > most }) ?? true {
                add(.maximumPinRetries, retries.map(String.init), wanted: "\(most)")
            }
        }
        limit(.periodBeforePinReset, \.accessRequirements.periodBeforePinReset, zeroIsNever: true)
        if policy.accessRequirements.disableAppPinIfDevicePinIsSet,
            !level.accessRequirements.disableAppPinIfDevicePinIsSet
        {
            add(.disableAppPinIfDevicePinIsSet, "true", wanted: "false")
        }
        // Who lets neither face nor finger open the app needs no bound for them.
        if !(policy.accessRequirements.faceIdBlocked && policy.accessRequirements.fingerprintBlocked) {
            limit(
                .pinRequiredInsteadOfBiometricTimeout,
                \.accessRequirements.pinRequiredInsteadOfBiometricTimeout,
                zeroIsNever: false
            )
        }
    }

    private mutating func compareAccess() {
        require(.fingerprintBlocked, \.accessRequirements.fingerprintBlocked)
        require(.faceIdBlocked, \.accessRequirements.faceIdBlocked)
        require(.organizationalCredentialsRequired, \.accessRequirements.organizationalCredentialsRequired)
        limit(.periodOnlineBeforeAccessCheck, \.accessRequirements.periodOnlineBeforeAccessCheck, zeroIsNever: false)
        limit(.periodOfflineBeforeAccessCheck, \.accessRequirements.periodOfflineBeforeAccessCheck, zeroIsNever: false)
    }

    private mutating func compareLaunch() {
        limit(
            .periodOfflineBeforeWipeIsEnforced,
            \.conditionalLaunch.periodOfflineBeforeWipeIsEnforced,
            zeroIsNever: false
        )
        require(.deviceComplianceRequired, \.conditionalLaunch.deviceComplianceRequired)
        if policy.conditionalLaunch.deviceComplianceRequired {
            act(.appActionIfDeviceComplianceRequired, \.conditionalLaunch.appActionIfDeviceComplianceRequired)
        }
        act(.appActionIfMaximumPinRetriesExceeded, \.conditionalLaunch.appActionIfMaximumPinRetriesExceeded)
        rank(
            .maximumAllowedDeviceThreatLevel,
            \.conditionalLaunch.maximumAllowedDeviceThreatLevel,
            [.notConfigured, .high, .medium, .low, .secured]
        )
        act(.mobileThreatDefenseRemediationAction, \.conditionalLaunch.mobileThreatDefenseRemediationAction)
    }
}

// MARK: The directions

extension BaselineComparison {
    /// Values from the weakest to the strictest.
    private mutating func rank<Value: RawRepresentable & Equatable>(
        _ setting: PolicySetting,
        _ path: KeyPath<AppProtectionPolicy, Value>,
        _ values: [Value]
    ) where Value.RawValue == String {
        let wanted = level[keyPath: path]
        let actual = policy[keyPath: path]
        guard (values.firstIndex(of: actual) ?? -1) < (values.firstIndex(of: wanted) ?? -1) else { return }
        add(setting, actual.rawValue, wanted: "\(wanted.rawValue)")
    }

    /// What the level switches on has to be on.
    private mutating func require(_ setting: PolicySetting, _ path: KeyPath<AppProtectionPolicy, Bool>) {
        if level[keyPath: path], !policy[keyPath: path] { add(setting, "false", wanted: "true") }
    }

    /// A shorter time is stricter; none is the weakest.
    private mutating func limit(
        _ setting: PolicySetting,
        _ path: KeyPath<AppProtectionPolicy, PolicyDuration?>,
        zeroIsNever: Bool
    ) {
        guard let wanted = level[keyPath: path], wanted.seconds > 0 else { return }
        let actual = policy[keyPath: path]
        if let actual, actual.seconds <= wanted.seconds, actual.seconds > 0 || !zeroIsNever { return }
        add(setting, actual?.text, wanted: "\(wanted.text)")
    }

    private mutating func act(
        _ setting: PolicySetting,
        _ path: KeyPath<AppProtectionPolicy, ManagedAppRemediationAction?>
    ) {
        let order: [ManagedAppRemediationAction] = [.warn, .blockWhenSettingIsSupported, .block, .wipe]
        guard let wanted = level[keyPath: path] else { return }
        let actual = policy[keyPath: path]
        guard actual.flatMap(order.firstIndex) ?? -1 < order.firstIndex(of: wanted) ?? -1 else { return }
        add(setting, actual?.rawValue, wanted: "\(wanted.rawValue)")
    }

    /// Whatever stands on a list and not on the level's own.
    private mutating func contain(_ setting: PolicySetting, _ actual: [String], _ wanted: [String]) {
        let extra = actual.filter { !wanted.contains($0) }
        guard let first = extra.first else { return }
        let most = wanted.isEmpty ? "nothing" : "at most \(Quoted.names(wanted))"
        deviations.append(Deviation(setting: setting, actual: Quoted.names(extra), wanted: most, element: first))
    }

    private mutating func add(_ setting: PolicySetting, _ actual: String?, wanted: String) {
        let isWord = !wanted.contains(" ")
        deviations.append(
            Deviation(
                setting: setting,
                actual: actual.map { "`\(Quoted.shown($0))`" } ?? "not set",
                wanted: isWord ? "`\(wanted)`" : wanted
            )
        )
    }
}
