/// What a policy asks of whoever opens the app. <doc:LaunchConditions> says what decides when.
public struct AccessRequirements: Hashable, Sendable {
    /// Whether a PIN opens the app.
    public var pinRequired: Bool = false
    /// How often a wrong PIN may be given.
    public var maximumPinRetries: Int?
    /// Whether PINs such as 1234 are refused.
    public var simplePinBlocked: Bool = false
    /// The least length of a PIN.
    public var minimumPinLength: Int?
    /// What a PIN consists of.
    public var pinCharacterSet: ManagedAppPinCharacterSet = .numeric
    /// How many former PINs may not return.
    public var previousPinBlockCount: Int = 0
    /// How long a PIN lasts.
    public var periodBeforePinReset: PolicyDuration?
    /// Whether a PIN lasts only so long; the admin center's exports have it, Graph's documents don't.
    public var periodBeforePinResetRequired: Bool = false
    /// Whether a face or finger will do only for so long; the admin center's exports have it, Graph's documents don't.
    public var pinRequiredInsteadOfBiometric: Bool = false
    /// How long a face or finger will do in place of the PIN.
    public var pinRequiredInsteadOfBiometricTimeout: PolicyDuration?
    /// Whether a finger doesn't open the app.
    public var fingerprintBlocked: Bool = false
    /// Whether a face doesn't open the app.
    public var faceIdBlocked: Bool = false
    /// Whether a device with a PIN of its own needs no other.
    public var disableAppPinIfDevicePinIsSet: Bool = false
    /// Whether signing in to the organization opens the app.
    public var organizationalCredentialsRequired: Bool = false
    /// After how long offline access is checked again.
    public var periodOfflineBeforeAccessCheck: PolicyDuration?
    /// After how long online access is checked again.
    public var periodOnlineBeforeAccessCheck: PolicyDuration?
    /// When the app's data is encrypted.
    public var appDataEncryptionType: ManagedAppDataEncryptionType = .useDeviceSettings

    /// Whether a PIN is asked for again some time after a face or finger opened the app.
    var asksForPINAfterBiometrics: Bool { pinRequired && !(faceIdBlocked && fingerprintBlocked) }

    /// Every setting at its default.
    public init() {}
}

/// The conditions under which a policy lets the app open. <doc:LaunchConditions> says what decides when.
public struct ConditionalLaunch: Hashable, Sendable {
    /// After how long offline organization data is removed.
    public var periodOfflineBeforeWipeIsEnforced: PolicyDuration?
    /// Whether a jailbroken device is refused.
    public var deviceComplianceRequired: Bool = false
    /// What happens on a jailbroken device.
    public var appActionIfDeviceComplianceRequired: ManagedAppRemediationAction?
    /// What happens after too many wrong PINs.
    public var appActionIfMaximumPinRetriesExceeded: ManagedAppRemediationAction?
    /// What happens where the person can't be authenticated.
    public var appActionIfUnableToAuthenticateUser: ManagedAppRemediationAction?
    /// What happens on a model that isn't allowed.
    public var appActionIfIosDeviceModelNotAllowed: ManagedAppRemediationAction?
    /// What happens outside working time.
    public var appActionIfAccountIsClockedOut: ManagedAppRemediationAction?
    /// How long the app stays open after working time.
    public var gracePeriodToBlockAppsDuringOffClockHours: PolicyDuration?
    /// The device models that may use the app, separated by `;`.
    public var allowedIosDeviceModels: AllowedDeviceModels?
    /// The oldest system that opens the app.
    public var minimumRequiredOsVersion: VersionNumber?
    /// The oldest system without a warning.
    public var minimumWarningOsVersion: VersionNumber?
    /// The oldest system that keeps organization data.
    public var minimumWipeOsVersion: VersionNumber?
    /// The newest system that opens the app.
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
    /// The oldest SDK that opens the app.
    public var minimumRequiredSdkVersion: VersionNumber?
    /// The oldest SDK without a warning.
    public var minimumWarningSdkVersion: VersionNumber?
    /// The oldest SDK that keeps organization data.
    public var minimumWipeSdkVersion: VersionNumber?
    /// The highest threat level of a device.
    public var maximumAllowedDeviceThreatLevel: ManagedAppDeviceThreatLevel = .notConfigured
    /// What happens above that level.
    public var mobileThreatDefenseRemediationAction: ManagedAppRemediationAction?
    /// Which threat defense service is heard.
    public var mobileThreatDefensePartnerPriority: MobileThreatDefensePartnerPriority?

    /// Every setting at its default.
    public init() {}
}
