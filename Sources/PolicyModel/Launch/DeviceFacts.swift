/// The facts that a host knows about a device and the app on it. Facts that are not given are missing.
public struct DeviceFacts: Hashable, Sendable {
    /// The version of the operating system.
    public var osVersion: Fact<VersionNumber> = .missing
    /// The version of the app.
    public var appVersion: Fact<VersionNumber> = .missing
    /// The version of the SDK in the app.
    public var sdkVersion: Fact<VersionNumber> = .missing
    /// The model of the device.
    public var model: Fact<DeviceModel> = .missing
    /// Whether the device is jailbroken.
    public var isJailbroken: Fact<Bool> = .missing
    /// The threat levels that threat defense services report.
    public var threats: Fact<DeviceThreats> = .missing
    /// Whether the device has a passcode.
    public var hasPasscode: Fact<Bool> = .missing
    /// The kind of biometry that the device has.
    public var biometry: Fact<Biometry> = .missing
    /// Whether faces or fingers were enrolled or removed since the PIN was last entered.
    public var biometryChanged: Fact<Bool> = .missing
    /// Whether the device is enrolled in device management.
    public var mdmEnrolled: Fact<Bool> = .missing
    /// Whether the device is online. No decision uses it: the time since the last check-in is more informative.
    public var isOnline: Fact<Bool> = .missing
    /// Whether the account is in working time.
    public var clockStatus: Fact<ClockStatus> = .missing
    /// Since when the account has been clocked out.
    public var clockedOutSince: Fact<Instant> = .missing
    /// The missing facts that a question or a situation states to be missing: facts from elsewhere do not complete them.
    package var statedMissing = LaunchFactSet()

    /// Creates facts of which none is known.
    public init() {}
}

/// The kind of biometry that a device has.
public enum Biometry: String, CaseIterable, Hashable, Sendable {
    /// No biometry, or none that is set up.
    case none
    /// Fingers.
    case touchID
    /// A face.
    case faceID
}

/// Whether an account is in working time. Corresponds to the SDK's `IntuneMAMClockStatus`.
public enum ClockStatus: String, CaseIterable, Hashable, Sendable {
    /// The account has no working time.
    case notConfigured
    /// The service does not report it.
    case unknown
    /// Working time.
    case clockedIn
    /// Not working time.
    case clockedOut
    /// It was working time at the last contact with the service.
    case clockedInStale
    /// It was not working time at the last contact with the service.
    case clockedOutStale
}

/// The threat levels that services report for a device.
///
/// Policies distinguish only between Defender and all other services, so the worst level of the others counts.
public struct DeviceThreats: Hashable, Sendable {
    /// The threat level of a device.
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

    /// The level that Defender reports; nil if it reports nothing.
    public var defender: Level?
    /// The worst level that any other service reports; nil if none reports anything.
    public var thirdParty: Level?

    /// Creates levels.
    public init(defender: Level? = nil, thirdParty: Level? = nil) {
        self.defender = defender
        self.thirdParty = thirdParty
    }

    /// Creates levels from those that services report, each by its name.
    public init(_ levels: [String: Level]) {
        for (name, level) in levels {
            if name.lowercased() == Self.defenderName {
                defender = max(level, defender ?? level)
            } else {
                thirdParty = max(level, thirdParty ?? level)
            }
        }
    }

    /// The level that counts; nil if no service reports one.
    ///
    /// - Parameter priority: The service that takes precedence if both report; nil uses the worse level.
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
