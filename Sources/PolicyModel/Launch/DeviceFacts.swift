/// What a host knows of a device and of the app on it. Whatever is not said is missing.
public struct DeviceFacts: Hashable, Sendable {
    /// The version of the operating system.
    public var osVersion: Fact<VersionNumber> = .missing
    /// The version of the app.
    public var appVersion: Fact<VersionNumber> = .missing
    /// The version of the SDK in the app.
    public var sdkVersion: Fact<VersionNumber> = .missing
    /// The model.
    public var model: Fact<DeviceModel> = .missing
    /// Whether the device is jailbroken.
    public var isJailbroken: Fact<Bool> = .missing
    /// What threat defense services report.
    public var threats: Fact<DeviceThreats> = .missing
    /// Whether the device has a passcode.
    public var hasPasscode: Fact<Bool> = .missing
    /// What kind of biometry the device has.
    public var biometry: Fact<Biometry> = .missing
    /// Whether faces or fingers were enrolled or removed since the PIN was last entered.
    public var biometryChanged: Fact<Bool> = .missing
    /// Whether device management has the device.
    public var mdmEnrolled: Fact<Bool> = .missing
    /// Whether the device is online. No decision reads it: how long ago the last check-in was says more.
    public var isOnline: Fact<Bool> = .missing
    /// Whether the account is in working time.
    public var clockStatus: Fact<ClockStatus> = .missing
    /// Since when the account is clocked out.
    public var clockedOutSince: Fact<Instant> = .missing

    /// Facts of which none is known.
    public init() {}
}

/// What kind of biometry a device has.
public enum Biometry: String, CaseIterable, Hashable, Sendable {
    /// No biometry, or none that is set up.
    case none
    /// Fingers.
    case touchID
    /// A face.
    case faceID
}

/// Whether an account is in working time. The SDK's `IntuneMAMClockStatus`.
public enum ClockStatus: String, CaseIterable, Hashable, Sendable {
    /// The account has no working time.
    case notConfigured
    /// The service does not say.
    case unknown
    /// Working time.
    case clockedIn
    /// Not working time.
    case clockedOut
    /// It was working time when the service was last heard.
    case clockedInStale
    /// It was not working time when the service was last heard.
    case clockedOutStale
}

/// The threat levels that services report of a device.
///
/// Policies tell Defender from all others, so of several others the worst counts.
public struct DeviceThreats: Hashable, Sendable {
    /// How much of a threat a device is.
    public enum Level: String, CaseIterable, Hashable, Comparable, Sendable {
        /// No threat was found.
        case secured
        /// Low.
        case low
        /// Medium.
        case medium
        /// High.
        case high

        /// Whether the left level is the lesser threat.
        public static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: UInt8 {
            switch self {
            case .secured: 0
            case .low: 1
            case .medium: 2
            case .high: 3
            }
        }
    }

    /// The name of Defender among the services.
    public static let defenderName = "defender"

    /// What Defender reports; nil where it reports nothing.
    public var defender: Level?
    /// The worst that any other service reports; nil where none reports anything.
    public var thirdParty: Level?

    /// Makes levels.
    public init(defender: Level? = nil, thirdParty: Level? = nil) {
        self.defender = defender
        self.thirdParty = thirdParty
    }

    /// Makes levels of those that services report, each by its name.
    public init(_ levels: [String: Level]) {
        for (name, level) in levels {
            if name.lowercased() == Self.defenderName {
                defender = max(level, defender ?? level)
            } else {
                thirdParty = max(level, thirdParty ?? level)
            }
        }
    }

    /// The level that counts; nil where no service reports one.
    ///
    /// - Parameter priority: The service that counts where both report; without one it is the worse level.
    /// - Returns: The level.
    public func level(by priority: MobileThreatDefensePartnerPriority?) -> Level? {
        guard let defender, let thirdParty else { return defender ?? thirdParty }
        return switch priority {
        case .defenderOverThirdPartyPartner: defender
        case .thirdPartyPartnerOverDefender: thirdParty
        case nil: max(defender, thirdParty)
        }
    }
}
