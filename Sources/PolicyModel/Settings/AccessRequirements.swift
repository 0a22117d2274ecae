/// What a policy asks of whoever opens the app. Read and kept; no decision uses it yet.
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
