import Demarc
import PolicyModel
import TestSupport
import Testing

/// The table against an oracle that evaluates its rows in random order, over random policies, devices and moments.
///
/// `make laws` makes a million queries; every other run some thousands.
@Suite("The table of conditional launch") struct LaunchTableTests {
    private static let policyCount = TestSize.count(125, exhaustive: 20_000)
    private static let factCount = 60

    private static func outcome(of decision: LaunchDecision) -> LaunchOracle.Outcome {
        let aboutFacts: [ReasonCode] = [.launchFactMissing, .launchFactUnreadable, .launchFactInapplicable]
        return LaunchOracle.Outcome(
            verdict: decision.verdict,
            challenges: Array(decision.challenges),
            reasons: Set(
                decision.reasons.map { reason in
                    let action = reason.action?.rawValue ?? "none"
                    guard aboutFacts.contains(reason.code), let fact = reason.fact else {
                        return "\(action) \(reason.code.rawValue)"
                    }
                    return "\(action) \(reason.code.rawValue) \(fact.rawValue)"
                }
            )
        )
    }

    /// Queries many worlds.
    private func each(
        seed: UInt64,
        policies: Int = policyCount,
        _ body: (inout LaunchWorld, inout Evaluator, AppProtectionPolicy, DeviceFacts, AccessState) -> Void
    ) {
        var world = LaunchWorld(seed: seed)
        for _ in 0..<policies {
            let policy = world.policy()
            var evaluator = LaunchWorld.evaluator(policy)
            for _ in 0..<Self.factCount {
                let (device, access) = (world.device(), world.access())
                body(&world, &evaluator, policy, device, access)
            }
        }
    }

    @Test("The engine decides like the table, in any order of its rows") func oracle() {
        var counts: [LaunchVerdict: Int] = [:]
        var differences: [String] = []
        each(seed: 1) { world, evaluator, policy, device, access in
            let decision = evaluator.launch(device: device, access: access, at: world.now)
            let oracle = LaunchOracle(policy: policy, device: device, access: access, now: world.now)
            let expected = oracle.outcome(&world.random)
            let found = Self.outcome(of: decision)
            counts[found.verdict, default: 0] += 1
            if found != expected, differences.count < 3 {
                differences.append("expected \(expected)\nfound \(found)\n\(device)\n\(access)")
            }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n\n"))")
        // A test in which a verdict never occurs does not test that verdict.
        for verdict in LaunchVerdict.allCases { #expect(counts[verdict, default: 0] > 100, "\(verdict)") }
    }

    @Test("Nothing is wiped while a required fact is missing") func missing() {
        var (wipes, asked) = (0, 0)
        each(seed: 2) { world, evaluator, policy, device, access in
            let decision = evaluator.launch(device: device, access: access, at: world.now)
            guard decision.verdict == .wipe else { return }
            wipes += 1
            #expect(!decision.reasons.contains { [.launchFactMissing, .launchFactUnreadable].contains($0.code) })
            for fact in LaunchFact.allCases {
                var (device, access) = (device, access)
                device[fact] = .missing
                access[fact] = .missing
                let doubtful = evaluator.launch(device: device, access: access, at: world.now)
                let isAsked = doubtful.reasons.contains { $0.code == .launchFactMissing }
                #expect(!isAsked || doubtful.verdict == .block, "\(fact)")
                if isAsked { asked += 1 }
            }
        }
        #expect(wipes > 100 && asked > 100)
    }

    @Test("Nothing opens while a required challenge is unmet") func unlock() {
        let policies = TestSize.count(50, thorough: 150, exhaustive: 5_000)
        var opened: [Bool: Int] = [:]
        each(seed: 5, policies: policies) { world, evaluator, _, device, access in
            let before = evaluator.launch(device: device, access: access, at: world.now)
            guard before.verdict == .challenge else { return }
            let asked = Array(before.challenges)
            let done = UnlockMeans.allCases.filter { _ in world.random.once(in: 2) }
            // A new PIN that was not requested does not count, not even as entering a PIN. Another PIN counts only with
            // the credentials or the present PIN, if one of them is due.
            let givesCredentials = asked.contains(.credentials) && done.contains(.credentials)
            let entersPresentPIN =
                (done.contains(.pin) && asked.contains { [.pin, .pinOrBiometric].contains($0) })
                || (done.contains(.biometric) && asked.contains(.pinOrBiometric))
            let isKnown =
                givesCredentials || entersPresentPIN
                || !asked.contains { [.credentials, .pin, .pinOrBiometric].contains($0) }
            let counting = done.filter { means in
                guard [.setPIN, .resetPIN].contains(means) else { return true }
                return asked.contains { $0.rawValue == means.rawValue } && (means == .setPIN || isKnown)
            }
            let isOpen = asked.allSatisfy { challenge in
                counting.contains { $0.meets(challenge, among: before.challenges) }
            }
            let (after, state) = evaluator.unlock(by: done, device: device, access: access, at: world.now)
            #expect((after.verdict < .challenge) == isOpen, "\(asked) by \(done): \(after.verdict), \(state)")
            opened[isOpen, default: 0] += 1
            // A repeated query returns the remaining challenges, however often it is made.
            let again = evaluator.unlock(by: [], device: device, access: state, at: world.now).decision
            #expect(isOpen || again.verdict >= .challenge, "\(asked) by \(done)")
        }
        #expect(opened[true, default: 0] > 10 && opened[false, default: 0] > 10, "\(opened)")
    }

    @Test("A wipe that waits for a missing fact cannot be unlocked") func doubtfulWipe() throws {
        let policy = """
            {pinRequired: true, maximumPinRetries: 5, appActionIfMaximumPinRetriesExceeded: wipe,
                minimumRequiredOsVersion: "16.0"}
            """
        var evaluator = try engine("demarc: 1\npolicies: {p: \(policy)}").makeEvaluator()
        let now = Instant(secondsSince1970: 1_000_000)
        var access = AccessState()
        (access.pinFailures, access.pinSetAt) = (.known(7), .known(now))
        var device = DeviceFacts()
        let (decision, stored) = evaluator.unlock(by: [.pin], device: device, access: access, at: now)
        #expect(decision.verdict == .block && stored == access)
        device.osVersion = .known(try #require(VersionNumber("17.0")))
        #expect(evaluator.launch(device: device, access: stored, at: now).verdict == .wipe)
    }

    @Test("A PIN that was not requested leaves the wrong attempts as they are") func unrequestedPIN() {
        var access = AccessState()
        access.pinFailures = .known(4)
        let now = Instant(secondsSince1970: 1_000_000)
        let (state, met) = access.meeting([.credentials], by: [.pin, .credentials], at: now)
        #expect(met == [.credentials])
        #expect(state.pinFailures == .known(4) && state.lastMet == .known(now))
        #expect(
            access.meeting([.credentials, .pin], by: [.pin, .credentials], at: now).state.pinFailures == .known(0)
        )
    }

    @Test("Reasons come strictest first, each with its setting and place in the table") func order() {
        var counts: [Int: Int] = [:]
        let settings = Set(LaunchRow.settings.map(\.name))
        each(seed: 3, policies: 100) { world, evaluator, _, device, access in
            let reasons = evaluator.launch(device: device, access: access, at: world.now).reasons
            let actions = reasons.compactMap(\.action)
            #expect(actions.count == reasons.count)
            #expect(actions == actions.sorted(by: >))
            #expect(settings.isSuperset(of: reasons.compactMap(\.setting)))
            counts[Set(actions).count, default: 0] += 1
        }
        #expect(counts[2, default: 0] > 100, "reasons of different strictness are rare: \(counts)")
    }

    @Test("The verdict changes at nextCheck, and not a second earlier") func nextCheck() {
        let policies = TestSize.count(30, thorough: 80, exhaustive: 2_000)
        var count = 0
        each(seed: 4, policies: policies) { world, evaluator, _, device, access in
            let decision = evaluator.launch(device: device, access: access, at: world.now)
            func verdict(after seconds: Int) -> LaunchVerdict? {
                world.now.adding(seconds: seconds).map {
                    evaluator.launch(device: device, access: access, at: $0).verdict
                }
            }
            guard let next = decision.nextCheck else {
                for seconds in [1, 1_800, 86_400, 7_776_000, 31_536_000] {
                    #expect(verdict(after: seconds) == decision.verdict)
                }
                return
            }
            count += 1
            let seconds = Int(next.secondsSince1970 - world.now.secondsSince1970)
            #expect(seconds > 0)
            #expect(verdict(after: seconds - 1) == decision.verdict)
            #expect(verdict(after: seconds / 2) == decision.verdict)
            #expect(verdict(after: seconds) != decision.verdict)
        }
        // The policies of the small samples have more such moments than others.
        #expect(count > policies * (TestSize.isExhaustive ? 3 : 5) / 2)
    }
}
