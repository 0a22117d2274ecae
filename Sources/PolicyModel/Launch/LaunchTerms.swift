/// The requirements of a policy before an app may open, in the form that is compared with facts: immutable and shared.
package final class LaunchTerms: Sendable {
    /// The version bounds of one kind.
    package struct Bounds: Sendable {
        package let wipe: VersionOrder?
        package let required: VersionOrder?
        package let warning: VersionOrder?

        /// Whether any bound is set.
        package let isSet: Bool

        init(wipe: VersionNumber?, required: VersionNumber?, warning: VersionNumber?) {
            self.wipe = wipe?.order
            self.required = required?.order
            self.warning = warning?.order
            isSet = wipe != nil || required != nil || warning != nil
        }
    }

    /// The policy; for an account without one, a policy with every setting at its default.
    let policy: AppProtectionPolicy
    /// The app's declarations.
    let app: AppSettings

    package let requiresPolicy: Bool
    package let warnsWithoutPolicy: Bool
    package let osMinimum: Bounds
    package let osMaximum: Bounds
    package let appMinimum: Bounds
    package let sdkMinimum: Bounds
    /// The verdict on a jailbroken device; nil if the device may be jailbroken.
    package let jailbroken: LaunchVerdict?
    /// The verdict on a model that is not allowed; nil if every model is allowed.
    package let otherModel: LaunchVerdict?
    package let models: Set<DeviceModel>
    /// The highest threat level that is allowed; nil for any.
    package let threatLevel: DeviceThreats.Level?
    package let threat: LaunchVerdict
    package let threatPriority: MobileThreatDefensePartnerPriority?
    package let requiresPasscode: Bool
    package let failedAuthentication: LaunchVerdict
    /// Seconds offline after which the organization's data is kept only with another sign-in; nil for never.
    package let offlineWipe: Int?
    /// Seconds offline after which the app is blocked; nil for never.
    package let offline: Int?
    /// The verdict on an account that is clocked out; nil if that does not matter.
    package let clockedOut: LaunchVerdict?
    /// Seconds during which an account that is clocked out is only warned.
    package let grace: Int
    /// How many wrong PINs are too many; nil for never. At least one wrong PIN is needed.
    package let pinFailures: Int?
    package let wipesAfterPINFailures: Bool
    package let requiresCredentials: Bool
    package let requiresPIN: Bool
    package let acceptsPasscodeForPIN: Bool
    /// Seconds that a PIN is valid; nil for unlimited.
    package let pinAge: Int?
    /// Seconds of inactivity after which challenges are due again; nil if they are due every time.
    package let recheck: Int?
    package let acceptsTouchID: Bool
    package let acceptsFaceID: Bool
    /// Seconds since the PIN was entered during which a face or finger is accepted; nil for unlimited.
    package let biometricTimeout: Int?

    /// Extracts the relevant values from a policy.
    ///
    /// - Complexity: O(1), plus the copy of the policy.
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
        // Zero means never: no administrator intends to lose all data at once.
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
        // Most published policies write a zero length here, meaning that a PIN does not expire.
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
    /// The verdict of the action; without an action, block.
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
