import DocumentReading
import PolicyModel

/// The names that identify the kind of an object in an export.
enum GraphKeys {
    /// The type of the policies that are read, in the form of `@odata.type` without `#` and namespace.
    static let policyType = "iosManagedAppProtection"

    /// The type of a policy for Android.
    static let androidPolicyType = "androidManagedAppProtection"

    /// The type of an app configuration that app management delivers.
    static let targetedConfigurationType = "targetedManagedAppConfiguration"

    /// The type of an app configuration that device management delivers.
    static let mobileConfigurationType = "iosMobileAppConfiguration"

    /// The types of the app configurations that are read.
    static let configurationTypes: Set = [targetedConfigurationType, mobileConfigurationType]

    /// Every setting of Graph documents.
    static let settings = Set(PolicySetting.allCases.map(\.name))

    /// The settings that identify an object as a policy. Labels do not, because every object of an export has them.
    static let tellingSettings = settings.subtracting(labels)

    /// The names of the policy's display name and description.
    static let labels: Set = [PolicySetting.displayName.name, PolicySetting.description.name]

    private static let settingsInLowerCase = Set(tellingSettings.map { $0.lowercased() })

    /// Whether a key differs from a setting only in case.
    static func isSettingInOtherCase(_ key: String) -> Bool {
        key.utf8.count <= 64 && !tellingSettings.contains(key) && settingsInLowerCase.contains(key.lowercased())
    }

    /// Properties of a policy in Graph documents other than its settings: its identity, its assignment and its apps.
    static let otherProperties: Set = [
        "id", "version", "createdDateTime", "lastModifiedDateTime", "roleScopeTagIds", "isAssigned",
        "targetedAppManagementLevels", "appGroupType", "deployedAppCount", "apps", "assignments", "deploymentSummary",
    ]

    /// Settings that only Android policies have. These share most other settings, and have no type where Graph lists
    /// them.
    static let androidSettings: Set = [
        "screenCaptureBlocked", "encryptAppData", "disableAppEncryptionIfDeviceEncryptionIsEnabled",
        "minimumRequiredPatchVersion", "minimumWarningPatchVersion", "minimumWipePatchVersion", "keyboardsRestricted",
        "allowedAndroidDeviceModels", "allowedAndroidDeviceManufacturers", "biometricAuthenticationBlocked",
        "requiredAndroidSafetyNetDeviceAttestationType", "requiredAndroidSafetyNetAppsVerificationType",
        "deviceLockRequired", "appActionIfAndroidDeviceModelNotAllowed", "requireClass3Biometrics",
    ]

    /// Other policies of managed apps: their collections in Graph, and their types.
    static let otherTypes: [String: String] = [
        "androidManagedAppProtections": androidPolicyType,
        "windowsManagedAppProtections": "windowsManagedAppProtection",
        "defaultManagedAppProtections": "defaultManagedAppProtection",
        "targetedManagedAppConfigurations": "targetedManagedAppConfiguration",
        "iosManagedAppConfigurations": "iosManagedAppConfiguration",
        "windowsInformationProtectionPolicies": "windowsInformationProtectionPolicy",
        "mdmWindowsInformationProtectionPolicies": "mdmWindowsInformationProtectionPolicy",
    ]

    /// Whether a type is a kind of policy or configuration that is not read.
    static func isOtherPolicy(_ type: String) -> Bool {
        ["ManagedAppProtection", "ManagedAppConfiguration", "InformationProtectionPolicy", "MobileAppConfiguration"]
            .contains { type.hasSuffix($0) }
    }

    /// A type without `#` and Graph's namespace.
    static func shortType(_ type: String) -> String {
        let name = type.hasPrefix("#") ? type.dropFirst() : type[...]
        return String(name.hasPrefix("microsoft.graph.") ? name.dropFirst("microsoft.graph.".count) : name)
    }

    /// Whether a key describes the document rather than the policy: `@odata.type`, `apps@odata.context`,
    /// `#microsoft.graph.assign`.
    static func isAnnotation(_ key: String) -> Bool { key.contains("@") || key.hasPrefix("#") }
}

/// The names that identify a file with policies, for callers that search for such files.
package enum PolicyFileNames {
    /// The type of the policies that are read, as Graph names it.
    package static var policyType: String { GraphKeys.policyType }

    /// Whether a key is a setting's name in device logs.
    package static func isLogName(_ key: String) -> Bool { DeviceLogReader.settings[key] != nil }

    /// Whether a key is a setting that identifies an object as a policy.
    package static func isSetting(_ key: String) -> Bool { GraphKeys.tellingSettings.contains(key) }

    /// Whether a string contains the type of the policies that are read.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func isTypeWritten(in bytes: [UInt8]) -> Bool {
        bytes.firstRange(of: Array(policyType.utf8)) != nil
    }

    /// Whether a string contains the name of a setting in quotes.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func isSettingWritten(in bytes: [UInt8]) -> Bool {
        var start: Int?
        for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\"") {
            if let start, offset - start < 64 {
                // In a string that contains JSON, backslashes precede the quote: more for each level of strings.
                var end = offset
                while end > start + 1, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
                let word = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
                if isSetting(word) || isLogName(word) { return true }
            }
            start = offset
        }
        return false
    }
}

/// The purpose of a property list that contains no device log settings, according to the keys of its root.
enum PropertyListPurpose {
    /// What the property list is, and what to do; nil if its purpose is unknown.
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

/// Settings that iOS documents may contain although only Android supports them.
extension GraphKeys {
    /// The settings of Graph's Android documents beyond those of iOS documents and ``androidSettings``, which identify
    /// an Android document on their own. Windows documents have no additional settings.
    ///
    /// Templates and tools write one set of keys for all platforms, so iOS documents contain these too. They have no
    /// effect there, which is correct.
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
    /// Whether a key is an Android setting that iOS policies do not have.
    package static func isAndroidSetting(_ key: String) -> Bool {
        GraphKeys.androidSettings.contains(key) || GraphKeys.moreAndroidSettings.contains(key)
    }
}
