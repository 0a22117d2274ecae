import DocumentReading
import PolicyModel

/// The names that tell what an object of an export is.
enum GraphKeys {
    /// The type of the policies that are read, as `@odata.type` has it without `#` and namespace.
    static let policyType = "iosManagedAppProtection"

    /// Every setting that Graph's documents have.
    static let settings = Set(PolicySetting.allCases.map(\.name))

    /// Settings that tell a policy by themselves: labels are in every object of an export.
    static let tellingSettings = settings.subtracting(labels)

    /// What policies are called, in whichever form.
    static let labels: Set = [PolicySetting.displayName.name, PolicySetting.description.name]

    /// What Graph documents of a policy besides its settings: its identity, its assignment and its apps.
    static let otherProperties: Set = [
        "id", "version", "createdDateTime", "lastModifiedDateTime", "roleScopeTagIds", "isAssigned",
        "targetedAppManagementLevels", "appGroupType", "deployedAppCount", "apps", "assignments", "deploymentSummary",
    ]

    /// Settings that only policies of Android have, which share most others and carry no type where Graph lists them.
    static let androidSettings: Set = [
        "screenCaptureBlocked", "encryptAppData", "disableAppEncryptionIfDeviceEncryptionIsEnabled",
        "minimumRequiredPatchVersion", "minimumWarningPatchVersion", "minimumWipePatchVersion", "keyboardsRestricted",
        "allowedAndroidDeviceModels", "allowedAndroidDeviceManufacturers", "biometricAuthenticationBlocked",
        "requiredAndroidSafetyNetDeviceAttestationType", "requiredAndroidSafetyNetAppsVerificationType",
        "deviceLockRequired", "appActionIfAndroidDeviceModelNotAllowed", "requireClass3Biometrics",
    ]

    /// Other policies of managed apps: by the collections that Graph keeps them in, and their types.
    static let otherTypes: [String: String] = [
        "androidManagedAppProtections": "androidManagedAppProtection",
        "windowsManagedAppProtections": "windowsManagedAppProtection",
        "defaultManagedAppProtections": "defaultManagedAppProtection",
        "targetedManagedAppConfigurations": "targetedManagedAppConfiguration",
        "iosManagedAppConfigurations": "iosManagedAppConfiguration",
        "windowsInformationProtectionPolicies": "windowsInformationProtectionPolicy",
        "mdmWindowsInformationProtectionPolicies": "mdmWindowsInformationProtectionPolicy",
    ]

    /// Whether a type is that of a policy or configuration that isn't read.
    static func isOtherPolicy(_ type: String) -> Bool {
        ["ManagedAppProtection", "ManagedAppConfiguration", "InformationProtectionPolicy", "MobileAppConfiguration"]
            .contains { type.hasSuffix($0) }
    }

    /// A type without `#` and Graph's namespace.
    static func shortType(_ type: String) -> String {
        let name = type.hasPrefix("#") ? type.dropFirst() : type[...]
        return String(name.hasPrefix("microsoft.graph.") ? name.dropFirst("microsoft.graph.".count) : name)
    }

    /// Whether a key says something about the document and not about the policy: `@odata.type`,
    /// `apps@odata.context`, `#microsoft.graph.assign`.
    static func isAnnotation(_ key: String) -> Bool { key.contains("@") || key.hasPrefix("#") }
}

/// The names that tell a file with policies from others, for whoever looks for such files.
package enum PolicyFileNames {
    /// The type of the policies that are read, as Graph names it.
    package static var policyType: String { GraphKeys.policyType }

    /// Whether a key is the name that logs of devices have for a setting.
    package static func isLogName(_ key: String) -> Bool { DeviceLogReader.settings[key] != nil }

    /// Whether a key is a setting that tells a policy by itself.
    package static func isSetting(_ key: String) -> Bool { GraphKeys.tellingSettings.contains(key) }

    /// Whether the type of the policies that are read is written in a text.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func isTypeWritten(in bytes: [UInt8]) -> Bool {
        bytes.firstRange(of: Array(policyType.utf8)) != nil
    }

    /// Whether some setting's name is in quotes in a text.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func isSettingWritten(in bytes: [UInt8]) -> Bool {
        var start: Int?
        for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\"") {
            if let start, offset - start < 64 {
                // In a text that holds JSON a backslash comes before the quote.
                let end = bytes[offset - 1] == UInt8(ascii: "\\") ? max(start + 1, offset - 1) : offset
                let word = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
                if isSetting(word) || isLogName(word) { return true }
            }
            start = offset
        }
        return false
    }
}

/// What a property list is for that holds no settings of a device's log, by the keys of its root.
enum PropertyListPurpose {
    /// What it is, and what to do; nil where nothing tells.
    static func cause(_ root: DocumentNode) -> (what: String, help: String?)? {
        guard case .mapping(let entries) = root.content else { return nil }
        let keys = entries.lazy.map(\.key)
        if keys.contains(where: { infoKeys.contains($0) || $0.hasPrefix("CFBundle") }) {
            return ("this is an Info.plist", "name it under `app`: `app: {infoPlist: PATH}`")
        }
        if keys.contains(where: { entitlements.contains($0) || $0.hasPrefix("com.apple.security.") }) {
            return ("these are the entitlements of an app", nil)
        }
        if keys.contains("PayloadType") { return ("this is a configuration profile", nil) }
        if keys.contains("$archiver") {
            return ("this is an archive of objects", "write the settings themselves, as a dictionary")
        }
        return nil
    }

    private static let infoKeys: Set = [
        "IntuneMAMSettings", "LSApplicationQueriesSchemes", "NSExtension", "UIApplicationSceneManifest",
    ]

    private static let entitlements: Set = [
        "aps-environment", "application-identifier", "keychain-access-groups", "get-task-allow",
        "com.apple.developer.associated-domains", "com.apple.developer.team-identifier",
    ]
}

/// Settings that documents for iOS may have although only Android knows them.
extension GraphKeys {
    /// What Graph's documents for Android have besides what those for iOS have, and ``androidSettings``, which tell such
    /// a document by themselves. Documents for Windows have nothing besides.
    ///
    /// Templates and tools write one set of keys for all systems, so these are in documents for iOS too. They decide
    /// nothing there, which is as it should be.
    fileprivate static let moreAndroidSettings: Set = [
        "appActionIfAndroidDeviceManufacturerNotAllowed", "appActionIfAndroidSafetyNetAppsVerificationFailed",
        "appActionIfAndroidSafetyNetDeviceAttestationFailed", "appActionIfDeviceLockNotSet",
        "appActionIfDevicePasscodeComplexityLessThanHigh", "appActionIfDevicePasscodeComplexityLessThanLow",
        "appActionIfDevicePasscodeComplexityLessThanMedium", "appActionIfSamsungKnoxAttestationRequired",
        "approvedKeyboards", "blockAfterCompanyPortalUpdateDeferralInDays", "connectToVpnOnLaunch",
        "customBrowserDisplayName", "customBrowserPackageId", "customDialerAppDisplayName", "customDialerAppPackageId",
        "exemptedAppPackages", "fingerprintAndBiometricEnabled", "messagingRedirectAppDisplayName",
        "messagingRedirectAppPackageId", "minimumRequiredCompanyPortalVersion", "minimumWarningCompanyPortalVersion",
        "minimumWipeCompanyPortalVersion", "requirePinAfterBiometricChange",
        "requiredAndroidSafetyNetEvaluationType", "warnAfterCompanyPortalUpdateDeferralInDays",
        "wipeAfterCompanyPortalUpdateDeferralInDays",
    ]
}

extension PolicyFileNames {
    /// Whether a key is a setting for Android that policies for iOS don't have.
    package static func isAndroidSetting(_ key: String) -> Bool {
        GraphKeys.androidSettings.contains(key) || GraphKeys.moreAndroidSettings.contains(key)
    }
}
