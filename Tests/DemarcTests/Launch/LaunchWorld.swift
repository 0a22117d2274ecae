import Demarc
import PolicyModel
import RuleIndex
import TestSupport

/// Random policies, devices and moments. Periods and moments take few values that are close together, so that limits
/// are often met exactly.
struct LaunchWorld {
    var random: SplitMix
    let now = Instant(secondsSince1970: 1_790_000_000)

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private static let base = CompiledPolicy(
        PolicyDocument(
            policies: ["p": AppProtectionPolicy(name: "p")],
            accounts: AccountDirectory([Account(id: AccountID("dana"), organization: "contoso", policy: "p")]),
            user: AccountID("dana")
        )
    )

    /// An engine with one account under a policy.
    static func evaluator(_ policy: AppProtectionPolicy) -> Evaluator {
        var document = base.document
        document.policies["p"] = policy
        return PolicyEngine(CompiledPolicy(document, withRuleSetsOf: base)).makeEvaluator()
    }

    // MARK: Policies

    /// A policy in which every launch setting may or may not be set.
    mutating func policy() -> AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: "p")
        // Few or many settings: if everything is set, something always blocks.
        let share = random.one(of: [2, 4, 10])
        for setting in PolicySetting.allCases where random.once(in: share) {
            if let value = value(of: setting) { policy.set(setting, to: value) }
        }
        return policy
    }

    private mutating func value(of setting: PolicySetting) -> PolicySettingValue? {
        switch setting.row.kind {
        case .boolean: .boolean(random.once(in: 2))
        case .number: .number(random.number(in: 0...3))
        case .word(let words): .text(random.one(of: words))
        case .version: .text(random.one(of: Self.versions))
        case .models: .text(random.one(of: ["iPhone14,2", "IPAD13,1; iphone14,2", " ; "]))
        case .duration: PolicyDuration(random.one(of: Self.periods)).map { .duration($0) }
        case .text, .words, .scheme, .links, .protocols: nil
        }
    }

    private static let versions = ["15", "15.9.9", "16", "16.0", "16.0.0.1", "17.4.1", "2147483647"]
    private static let periods = ["PT0S", "PT1S", "PT30M", "PT720M", "P1D", "P90D"]
    private static let ages = [-1, 0, 1, 2, 1_799, 1_800, 1_801, 43_200, 86_399, 86_400, 86_401, 7_776_000, 7_776_001]

    // MARK: Facts

    private mutating func fact<Value: Hashable & Sendable>(_ make: (inout SplitMix) -> Value) -> Fact<Value> {
        switch random.number(in: 0...19) {
        case 0: .missing
        case 1: .unreadable
        case 2: .inapplicable
        default: .known(make(&random))
        }
    }

    private mutating func moment() -> Fact<Instant> {
        let now = now
        return fact { random in
            Instant(secondsSince1970: now.secondsSince1970 - Int64(random.one(of: Self.ages)))
        }
    }

    private mutating func version() -> Fact<VersionNumber> {
        let versions = Self.versions.compactMap { VersionNumber($0) }
        return fact { $0.one(of: versions) }
    }

    mutating func device() -> DeviceFacts {
        var device = DeviceFacts()
        device.osVersion = version()
        device.appVersion = version()
        device.sdkVersion = version()
        device.model = fact { DeviceModel($0.one(of: ["iPhone14,2", "IPHONE14,2", "iPad1,1"])) }
        device.isJailbroken = fact { $0.once(in: 3) }
        device.threats = fact { random in
            let levels = DeviceThreats.Level.allCases.map(Optional.some) + [nil]
            return DeviceThreats(defender: random.one(of: levels), thirdParty: random.one(of: levels))
        }
        device.hasPasscode = fact { !$0.once(in: 3) }
        device.biometry = fact { $0.one(of: Biometry.allCases) }
        device.biometryChanged = fact { $0.once(in: 3) }
        device.mdmEnrolled = fact { $0.once(in: 2) }
        device.isOnline = fact { $0.once(in: 2) }
        device.clockStatus = fact { $0.one(of: ClockStatus.allCases) }
        device.clockedOutSince = moment()
        return device
    }

    mutating func access() -> AccessState {
        var access = AccessState()
        access.lastCheckIn = moment()
        access.authentication = fact { $0.one(of: AccessState.Authentication.allCases) }
        access.pinSetAt = moment()
        access.pinFailures = fact { $0.number(in: 0...4) }
        access.lastPIN = moment()
        access.lastMet = moment()
        access.lastActivity = moment()
        return access
    }
}
