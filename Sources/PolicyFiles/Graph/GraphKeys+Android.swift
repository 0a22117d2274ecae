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
