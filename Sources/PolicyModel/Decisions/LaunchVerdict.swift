/// Whether an app may open, or go on, for an account. The order is that of strictness.
public enum LaunchVerdict: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The organization's data is to be removed from the app.
    case wipe
    /// The app does not open.
    case block
    /// The app opens when the person has done what is asked.
    case challenge
    /// The app opens, and the person is warned.
    case warn
    /// The app opens.
    case allow

    /// How strict it is, from 0 for ``allow``.
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

/// Something that is known of a device, or of the account's access on it, when an app is to open.
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
    /// What kind of biometry the device has.
    case biometry
    /// Whether faces or fingers were enrolled or removed since the PIN was last entered.
    case biometryChanged
    /// Whether device management has the device.
    case mdmEnrolled
    /// Whether the device is online. No row of the table reads it.
    case isOnline
    /// Whether the account is in working time.
    case clockStatus
    /// Since when the account is clocked out.
    case clockedOutSince
    /// When the app last checked in with the service.
    case lastCheckIn
    /// What came of the last attempt to authenticate.
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

    /// Whether it is part of the access and not of the device.
    public var isOfAccess: Bool {
        switch self {
        case .osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .threats, .hasPasscode, .biometry,
            .biometryChanged, .mdmEnrolled, .isOnline, .clockStatus, .clockedOutSince:
            false
        case .lastCheckIn, .authentication, .pinSetAt, .pinFailures, .lastPIN, .lastMet, .lastActivity: true
        }
    }
}
