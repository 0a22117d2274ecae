import PolicyModel

/// A policy as the oracle of single settings sees it: plain facts, under independent names.
struct SettingFacts {
    var bansPrinting = false
    var bansContacts = false
    var bansWidgets = false
    var bansBackup = false
    var bansKeyboards = false
    var bansScreenCapture = false
    var bansGenmoji = false
    var bansWritingTools = false
    var notifications = "allow"
    var outbound = "allApps"
    var encryption = "useDeviceSettings"

    /// Every combination of all facts.
    static let all: [SettingFacts] = {
        var all = [SettingFacts()]
        let flags: [WritableKeyPath<SettingFacts, Bool>] = [
            \.bansPrinting, \.bansContacts, \.bansWidgets, \.bansBackup, \.bansKeyboards, \.bansScreenCapture,
            \.bansGenmoji, \.bansWritingTools,
        ]
        for flag in flags { all = all.flatMap { [$0, $0.with(flag, true)] } }
        for (key, words) in [
            (\SettingFacts.notifications, ["allow", "blockOrganizationalData", "block"]),
            (\SettingFacts.outbound, ["allApps", "managedApps", "none"]),
            (
                \SettingFacts.encryption,
                ["useDeviceSettings", "afterDeviceRestart", "whenDeviceLockedExceptOpenFiles", "whenDeviceLocked"]
            ),
        ] {
            all = all.flatMap { facts in words.map { facts.with(key, $0) } }
        }
        return all
    }()

    private func with<Value>(_ key: WritableKeyPath<SettingFacts, Value>, _ value: Value) -> SettingFacts {
        var copy = self
        copy[keyPath: key] = value
        return copy
    }

    /// The policy with these facts.
    func policy(named name: String) throws -> AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: name)
        policy.printBlocked = bansPrinting
        policy.contactSyncBlocked = bansContacts
        policy.allowWidgetContentSync = !bansWidgets
        policy.dataBackupBlocked = bansBackup
        policy.thirdPartyKeyboardsBlocked = bansKeyboards
        policy.screenCaptureConfigurationState = bansScreenCapture ? .blocked : .notBlocked
        policy.genmojiConfigurationState = bansGenmoji ? .blocked : .notBlocked
        policy.writingToolsConfigurationState = bansWritingTools ? .blocked : .notBlocked
        policy.notificationRestriction = try Self.value(notifications)
        policy.allowedOutboundDataTransferDestinations = try Self.value(outbound)
        policy.accessRequirements.appDataEncryptionType = try Self.value(encryption)
        return policy
    }

    private struct NoSuchWord: Error {}

    private static func value<Value: RawRepresentable>(_ word: String) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: word) else { throw NoSuchWord() }
        return value
    }
}
