import PolicyModel

/// The names that tell what an object of an export is.
enum GraphKeys {
    /// The type of the policies that are read, as `@odata.type` has it without `#` and namespace.
    static let policyType = "iosManagedAppProtection"

    /// Every setting that Graph's documents have.
    static let settings = Set(PolicySetting.allCases.map(\.name))

    /// Settings that tell a policy by themselves: labels stand in every object of an export.
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
