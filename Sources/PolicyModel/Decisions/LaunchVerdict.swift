/// Whether an app may open, or continue, for an account. Verdicts are ordered by strictness.
public enum LaunchVerdict: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The organization's data is to be removed from the app.
    case wipe
    /// The app does not open.
    case block
    /// The app opens after the person has completed the challenges.
    case challenge
    /// The app opens, and the person is warned.
    case warn
    /// The app opens.
    case allow

    /// The strictness of the verdict, from 0 for ``allow``.
    package var strictness: UInt8 {
        switch self {
        case .wipe: 4
        case .block: 3
        case .challenge: 2
        case .warn: 1
        case .allow: 0
        }
    }

    /// Whether the left verdict is less strict.
    public static func < (left: LaunchVerdict, right: LaunchVerdict) -> Bool { left.strictness < right.strictness }
}

/// A fact about a device, or about the account's access on it, that is relevant when an app is to open.
public enum LaunchFact: String, CaseIterable, Hashable, Sendable {
    /// The version of the operating system.
    case osVersion
    /// The version of the app.
    case appVersion
    /// The version of the SDK in the app.
    case sdkVersion
    /// The model of the device.
    case model
    /// Whether the device is jailbroken.
    case isJailbroken
    /// The threat levels that threat defense services report.
    case threats
    /// Whether the device has a passcode.
    case hasPasscode
    /// The kind of biometry that the device has.
    case biometry
    /// Whether faces or fingers were enrolled or removed since the PIN was last entered.
    case biometryChanged
    /// Whether the device is enrolled in device management.
    case mdmEnrolled
    /// Whether the device is online. No row of the table reads it.
    case isOnline
    /// Whether the account is in working time.
    case clockStatus
    /// Since when the account has been clocked out.
    case clockedOutSince
    /// When the app last checked in with the service.
    case lastCheckIn
    /// The result of the last attempt to authenticate.
    case authentication
    /// When the PIN was set.
    case pinSetAt
    /// How often a wrong PIN was entered since the last right one.
    case pinFailures
    /// When the PIN was last entered.
    case lastPIN
    /// When all challenges were last met.
    case lastMet
    /// When the account was last active in the app.
    case lastActivity

    /// Whether it is a fact about the access rather than the device.
    public var isOfAccess: Bool {
        switch self {
        case .osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .threats, .hasPasscode, .biometry,
            .biometryChanged, .mdmEnrolled, .isOnline, .clockStatus, .clockedOutSince:
            false
        case .lastCheckIn, .authentication, .pinSetAt, .pinFailures, .lastPIN, .lastMet, .lastActivity: true
        }
    }
}
