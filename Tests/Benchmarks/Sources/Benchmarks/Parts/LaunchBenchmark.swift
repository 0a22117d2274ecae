import CAllocationCounter
import Demarc
import PolicyModel

/// The cost of deciding whether an app may open, with every setting configured and every fact known.
struct LaunchBenchmark {
    let passes: Int

    private static let rounds = 200_000
    private static let source = "--measure launch"
    private static let now = Instant(secondsSince1970: 1_795_435_200)

    /// The rows of the table: the time and the allocations of a decision, and the additional cost of its reasons.
    func run() -> [BarRow] {
        let devices = [Self.compliant, Self.old]
        let access = Self.access
        let engine = PolicyEngine(Self.document)
        var evaluator = engine.makeEvaluator()
        let verdicts = devices.map { evaluator.launch(device: $0, access: access, at: Self.now).verdict }
        precondition(verdicts == [.challenge, .wipe], "the devices are judged otherwise: \(verdicts)")
        var (deciding, explaining): ([Double], [Double]) = ([], [])
        var challenges = 0
        for pass in 0...passes {
            let time = Self.nanoseconds {
                for round in 0..<Self.rounds {
                    let decision = evaluator.launch(device: devices[round & 1], access: access, at: Self.now)
                    if decision.nextCheck == nil || !decision.challenges.isEmpty { challenges += 1 }
                }
            }
            if pass > 0 { deciding.append(time / Double(Self.rounds)) }  // The first round warms caches.
        }
        precondition(challenges > 0, "nobody was asked for anything")
        var reasons = 0
        for pass in 0...passes {
            let time = Self.nanoseconds {
                for round in 0..<Self.rounds / 10 {
                    reasons += evaluator.launch(device: devices[round & 1], access: access, at: Self.now).reasons.count
                }
            }
            if pass > 0 { explaining.append(time / Double(Self.rounds / 10)) }
        }
        precondition(reasons > 0, "no decision has a reason")
        let middle = { (values: [Double]) in values.sorted()[values.count / 2] }
        var rows = [
            BarRow("a launch, everything configured", middle(deciding), atMost: 2_000, unit: "ns", Self.source),
            BarRow("a launch with its reasons read", middle(explaining), unit: "ns", Self.source),
        ]
        if demarc_allocation_counting_available() {
            // Counted from the second round on, because one-time allocations do not belong to a decision.
            var before: UInt64 = 0
            for round in 0...100 {
                if round == 1 { before = demarc_allocation_count() }
                for device in devices { _ = evaluator.launch(device: device, access: access, at: Self.now).challenges }
            }
            let count = Double(demarc_allocation_count() - before) / Double(devices.count * 100)
            rows.append(BarRow("allocations of a launch", count, atMost: 2, unit: "each", Self.source))
        }
        return rows
    }

    // MARK: A policy with every setting

    private static var document: PolicyDocument {
        var policy = AppProtectionPolicy(name: "everything")
        for setting in PolicySetting.allCases where setting.row.decides == .launch {
            let isSet = policy.set(setting, to: value(of: setting))
            precondition(isSet, "\(setting) does not take its value")
        }
        policy.accessRequirements.appDataEncryptionType = .whenDeviceLocked
        let dana = AccountID("dana")
        return PolicyDocument(
            policies: ["everything": policy],
            accounts: AccountDirectory([Account(id: dana, policy: "everything")]),
            user: dana
        )
    }

    private static func value(of setting: PolicySetting) -> PolicySettingValue? {
        switch setting.row.kind {
        case .boolean: return .boolean(true)
        case .number: return .number(5)
        case .version: return .text(setting.name.hasPrefix("maximum") ? "18.9.9" : "17.4.1")
        case .models: return .text((0..<50).map { "iPhone\($0),1" }.joined(separator: ";"))
        case .duration: return PolicyDuration("P30D").map { .duration($0) }
        case .word(let words): return .text(words.contains("wipe") ? "wipe" : words.contains("low") ? "low" : words[0])
        case .text, .words, .scheme, .links, .protocols: return nil
        }
    }

    // MARK: Devices

    /// A device for which only challenges are due.
    private static var compliant: DeviceFacts {
        var device = DeviceFacts()
        device.osVersion = .reading("18.1")
        device.appVersion = .reading("17.5.0.2")
        device.sdkVersion = .reading("21.7.1")
        device.model = .known(DeviceModel("iPhone14,1"))
        device.isJailbroken = .known(false)
        device.threats = .known(DeviceThreats(["defender": .low]))
        device.hasPasscode = .known(true)
        device.biometry = .known(.faceID)
        device.biometryChanged = .known(false)
        device.mdmEnrolled = .known(false)
        device.clockStatus = .known(.clockedIn)
        return device
    }

    /// A device for which nearly every row of the table holds.
    private static var old: DeviceFacts {
        var device = compliant
        device.osVersion = .reading("12.0")
        device.appVersion = .reading("1.0")
        device.sdkVersion = .reading("1.0")
        device.model = .known(DeviceModel("iPad1,1"))
        device.isJailbroken = .known(true)
        device.threats = .known(DeviceThreats(["defender": .high, "other": .medium]))
        device.hasPasscode = .known(false)
        device.clockStatus = .known(.clockedOut)
        device.clockedOutSince = .known(Instant(secondsSince1970: 0))
        return device
    }

    private static var access: AccessState {
        var access = AccessState()
        access.lastCheckIn = .known(Instant(secondsSince1970: now.secondsSince1970 - 3_600))
        access.authentication = .known(.valid)
        access.pinSetAt = .known(Instant(secondsSince1970: now.secondsSince1970 - 86_400))
        access.pinFailures = .known(1)
        access.lastPIN = access.lastCheckIn
        // No challenge has been met yet, so they are due.
        return access
    }

    private static func nanoseconds(_ body: () -> Void) -> Double {
        let time = ContinuousClock().measure(body)
        return Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
    }
}
