/// The requirements of a policy for the person who opens the app. <doc:LaunchConditions> describes when each applies.
public struct AccessRequirements: Hashable, Sendable {
    /// Whether a PIN is required to open the app.
    public var pinRequired: Bool = false
    /// How many times a wrong PIN may be entered.
    public var maximumPinRetries: Int?
    /// Whether PINs such as 1234 are rejected.
    public var simplePinBlocked: Bool = false
    /// The minimum length of a PIN.
    public var minimumPinLength: Int?
    /// The characters that a PIN consists of.
    public var pinCharacterSet: ManagedAppPinCharacterSet = .numeric
    /// How many former PINs may not be reused.
    public var previousPinBlockCount: Int = 0
    /// How long a PIN is valid.
    public var periodBeforePinReset: PolicyDuration?
    /// Whether a PIN expires at all; the admin center's exports have this setting, Graph's documents don't.
    public var periodBeforePinResetRequired: Bool = false
    /// Whether a face or finger is accepted only for a limited time; the admin center's exports have this setting,
    /// Graph's documents don't.
    public var pinRequiredInsteadOfBiometric: Bool = false
    /// How long a face or finger is accepted in place of the PIN.
    public var pinRequiredInsteadOfBiometricTimeout: PolicyDuration?
    /// Whether a finger is not accepted to open the app.
    public var fingerprintBlocked: Bool = false
    /// Whether a face is not accepted to open the app.
    public var faceIdBlocked: Bool = false
    /// Whether no app PIN is needed on a device that has a PIN of its own.
    public var disableAppPinIfDevicePinIsSet: Bool = false
    /// Whether signing in to the organization is required to open the app.
    public var organizationalCredentialsRequired: Bool = false
    /// The time offline after which access is checked again.
    public var periodOfflineBeforeAccessCheck: PolicyDuration?
    /// The time online after which access is checked again.
    public var periodOnlineBeforeAccessCheck: PolicyDuration?
    /// When the app's data is encrypted.
    public var appDataEncryptionType: ManagedAppDataEncryptionType = .useDeviceSettings

    /// Whether a PIN is required again some time after a face or finger opened the app.
    var asksForPINAfterBiometrics: Bool { pinRequired && !(faceIdBlocked && fingerprintBlocked) }

    /// Every setting at its default.
    public init() {}
}

/// The conditions under which a policy lets the app open. <doc:LaunchConditions> describes when each applies.
public struct ConditionalLaunch: Hashable, Sendable {
    /// The time offline after which organization data is removed.
    public var periodOfflineBeforeWipeIsEnforced: PolicyDuration?
    /// Whether a jailbroken device is rejected.
    public var deviceComplianceRequired: Bool = false
    /// What happens on a jailbroken device.
    public var appActionIfDeviceComplianceRequired: ManagedAppRemediationAction?
    /// What happens after too many wrong PINs.
    public var appActionIfMaximumPinRetriesExceeded: ManagedAppRemediationAction?
    /// What happens if the person cannot be authenticated.
    public var appActionIfUnableToAuthenticateUser: ManagedAppRemediationAction?
    /// What happens on a model that isn't allowed.
    public var appActionIfIosDeviceModelNotAllowed: ManagedAppRemediationAction?
    /// What happens outside working time.
    public var appActionIfAccountIsClockedOut: ManagedAppRemediationAction?
    /// How long the app stays open after working time.
    public var gracePeriodToBlockAppsDuringOffClockHours: PolicyDuration?
    /// The device models that may use the app, separated by `;`.
    public var allowedIosDeviceModels: AllowedDeviceModels?
    /// The oldest system on which the app opens.
    public var minimumRequiredOsVersion: VersionNumber?
    /// The oldest system without a warning.
    public var minimumWarningOsVersion: VersionNumber?
    /// The oldest system that keeps organization data.
    public var minimumWipeOsVersion: VersionNumber?
    /// The newest system on which the app opens.
    public var maximumRequiredOsVersion: VersionNumber?
    /// The newest system without a warning.
    public var maximumWarningOsVersion: VersionNumber?
    /// The newest system that keeps organization data.
    public var maximumWipeOsVersion: VersionNumber?
    /// The oldest version of the app that opens.
    public var minimumRequiredAppVersion: VersionNumber?
    /// The oldest version of the app without a warning.
    public var minimumWarningAppVersion: VersionNumber?
    /// The oldest version of the app that keeps organization data.
    public var minimumWipeAppVersion: VersionNumber?
    /// The oldest SDK with which the app opens.
    public var minimumRequiredSdkVersion: VersionNumber?
    /// The oldest SDK without a warning.
    public var minimumWarningSdkVersion: VersionNumber?
    /// The oldest SDK that keeps organization data.
    public var minimumWipeSdkVersion: VersionNumber?
    /// The highest threat level that a device may have.
    public var maximumAllowedDeviceThreatLevel: ManagedAppDeviceThreatLevel = .notConfigured
    /// What happens above that level.
    public var mobileThreatDefenseRemediationAction: ManagedAppRemediationAction?
    /// The threat defense service that takes precedence.
    public var mobileThreatDefensePartnerPriority: MobileThreatDefensePartnerPriority?

    /// Every setting at its default.
    public init() {}
}
