/// What a policy demands before an app may open, in the form that is compared with facts: immutable, and shared.
package final class LaunchTerms: Sendable {
    /// The least versions of one kind.
    package struct Bounds: Sendable {
        package let wipe: VersionOrder?
        package let required: VersionOrder?
        package let warning: VersionOrder?

        /// Whether any is set.
        package let isSet: Bool

        init(wipe: VersionNumber?, required: VersionNumber?, warning: VersionNumber?) {
            self.wipe = wipe?.order
            self.required = required?.order
            self.warning = warning?.order
            isSet = wipe != nil || required != nil || warning != nil
        }
    }

    /// The policy; one with every setting at its default for an account that has none.
    let policy: AppProtectionPolicy
    /// What the app declares.
    let app: AppSettings

    package let requiresPolicy: Bool
    package let warnsWithoutPolicy: Bool
    package let osMinimum: Bounds
    package let osMaximum: Bounds
    package let appMinimum: Bounds
    package let sdkMinimum: Bounds
    /// The verdict on a jailbroken device; nil where it may be one.
    package let jailbroken: LaunchVerdict?
    /// The verdict on a model that is not allowed; nil where every model is.
    package let otherModel: LaunchVerdict?
    package let models: Set<DeviceModel>
    /// The highest threat that is allowed; nil for any.
    package let threatLevel: DeviceThreats.Level?
    package let threat: LaunchVerdict
    package let threatPriority: MobileThreatDefensePartnerPriority?
    package let requiresPasscode: Bool
    package let failedAuthentication: LaunchVerdict
    /// Seconds offline until the organization's data is no longer kept without another sign-in; nil for never.
    package let offlineWipe: Int?
    /// Seconds offline until the app is blocked; nil for never.
    package let offline: Int?
    /// The verdict on an account that is clocked out; nil where that does not matter.
    package let clockedOut: LaunchVerdict?
    /// Seconds during which an account that is clocked out is only warned.
    package let grace: Int
    /// How many wrong PINs are too many; nil for never. A PIN has to be wrong once at least.
    package let pinFailures: Int?
    package let wipesAfterPINFailures: Bool
    package let requiresCredentials: Bool
    package let requiresPIN: Bool
    package let acceptsPasscodeForPIN: Bool
    /// Seconds that a PIN lasts; nil for ever.
    package let pinAge: Int?
    /// Seconds of inactivity after which challenges are due again; nil where they are due every time.
    package let recheck: Int?
    package let acceptsTouchID: Bool
    package let acceptsFaceID: Bool
    /// Seconds since the PIN was entered during which a face or finger will do; nil for ever.
    package let biometricTimeout: Int?

    /// Takes what counts out of a policy.
    ///
    /// - Complexity: O(1), besides the copy of the policy.
    package init(_ policy: AppProtectionPolicy, of app: AppSettings) {
        self.policy = policy
        self.app = app
        requiresPolicy = app.isOn(.mamPolicyRequired)
        warnsWithoutPolicy = app.isOn(.mamPolicyWarnAbsent)
        let launch = policy.conditionalLaunch
        osMinimum = Bounds(
            wipe: launch.minimumWipeOsVersion,
            required: launch.minimumRequiredOsVersion,
            warning: launch.minimumWarningOsVersion
        )
        osMaximum = Bounds(
            wipe: launch.maximumWipeOsVersion,
            required: launch.maximumRequiredOsVersion,
            warning: launch.maximumWarningOsVersion
        )
        appMinimum = Bounds(
            wipe: launch.minimumWipeAppVersion,
            required: launch.minimumRequiredAppVersion,
            warning: launch.minimumWarningAppVersion
        )
        sdkMinimum = Bounds(
            wipe: launch.minimumWipeSdkVersion,
            required: launch.minimumRequiredSdkVersion,
            warning: launch.minimumWarningSdkVersion
        )
        jailbroken = launch.deviceComplianceRequired ? launch.appActionIfDeviceComplianceRequired.verdict : nil
        models = launch.allowedIosDeviceModels?.models ?? []
        otherModel = models.isEmpty ? nil : launch.appActionIfIosDeviceModelNotAllowed.verdict
        threatLevel = launch.maximumAllowedDeviceThreatLevel.level
        threat = launch.mobileThreatDefenseRemediationAction.verdict
        threatPriority = launch.mobileThreatDefensePartnerPriority
        failedAuthentication = launch.appActionIfUnableToAuthenticateUser.verdict
        // Zero is never: nobody means to lose all data at once.
        offlineWipe = launch.periodOfflineBeforeWipeIsEnforced?.seconds.nonZero
        clockedOut = launch.appActionIfAccountIsClockedOut.map { Optional($0).verdict }
        grace = launch.gracePeriodToBlockAppsDuringOffClockHours?.seconds ?? 0
        wipesAfterPINFailures = launch.appActionIfMaximumPinRetriesExceeded == .wipe

        let access = policy.accessRequirements
        requiresPasscode = access.appDataEncryptionType != .useDeviceSettings
        offline = access.periodOfflineBeforeAccessCheck?.seconds
        pinFailures = access.maximumPinRetries.map { max(1, $0) }
        requiresCredentials = access.organizationalCredentialsRequired
        requiresPIN = access.pinRequired
        acceptsPasscodeForPIN = access.disableAppPinIfDevicePinIsSet
        // Most published policies write no time at all here, and mean that a PIN lasts.
        pinAge = access.periodBeforePinReset?.seconds.nonZero
        recheck = access.periodOnlineBeforeAccessCheck?.seconds
        acceptsTouchID = !access.fingerprintBlocked
        acceptsFaceID = !access.faceIdBlocked
        biometricTimeout = access.pinRequiredInsteadOfBiometricTimeout?.seconds
    }
}

extension Int {
    fileprivate var nonZero: Int? { self == 0 ? nil : self }
}

extension ManagedAppRemediationAction? {
    /// The verdict that the action is; one that is not set blocks.
    fileprivate var verdict: LaunchVerdict {
        switch self {
        case .wipe: .wipe
        case .warn: .warn
        case .block, .blockWhenSettingIsSupported, nil: .block
        }
    }
}

extension ManagedAppDeviceThreatLevel {
    fileprivate var level: DeviceThreats.Level? {
        switch self {
        case .notConfigured: nil
        case .secured: .secured
        case .low: .low
        case .medium: .medium
        case .high: .high
        }
    }
}
