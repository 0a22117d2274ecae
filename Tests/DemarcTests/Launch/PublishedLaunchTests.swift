import Demarc
import PolicyModel
import TestSupport
import Testing

/// Policies that were published for use.
private enum PublishedPolicies {
    static let folder = "corpus/graph"
    static let files = PublishedData.names(in: folder).filter { $0.hasSuffix(".json") }
}

/// Each published policy, queried for a thousand random devices.
@Suite(
    "Launches under published policies",
    .enabled(if: !PublishedPolicies.files.isEmpty, "\(PublishedData.howToGet)")
)
struct PublishedLaunchTests {
    private static func policy(_ name: String) throws -> AppProtectionPolicy {
        let text = String(decoding: try PublishedData.bytes("\(PublishedPolicies.folder)/\(name)"), as: UTF8.self)
        let document = try document("demarc: 1\npolicies: {p: {graph: p.json}}\n", files: ["p.json": text])
        return try #require(document.policies["p"])
    }

    @Test("A thousand devices are decided like the table", arguments: PublishedPolicies.files)
    func devices(name: String) throws {
        let policy = try Self.policy(name)
        var evaluator = LaunchWorld.evaluator(policy)
        var world = LaunchWorld(seed: 11)
        var verdicts: [LaunchVerdict: Int] = [:]
        for _ in 0..<1_000 {
            let (device, access) = (world.device(), world.access())
            let decision = evaluator.launch(device: device, access: access, at: world.now)
            let oracle = LaunchOracle(policy: policy, device: device, access: access, now: world.now)
            let expected = oracle.outcome(&world.random)
            #expect(decision.verdict == expected.verdict && Array(decision.challenges) == expected.challenges)
            #expect(decision.verdict != .wipe || !decision.reasons.contains { $0.code == .launchFactMissing })
            verdicts[decision.verdict, default: 0] += 1
        }
        // Each of them requires a PIN and a check-in, so each challenges some devices and blocks others.
        #expect(verdicts[.block, default: 0] > 0, "\(verdicts)")
    }

    @Test("A host that knows nothing is blocked, and nothing is wiped", arguments: PublishedPolicies.files)
    func nothingKnown(name: String) throws {
        var evaluator = LaunchWorld.evaluator(try Self.policy(name))
        let now = Instant(secondsSince1970: 1_795_435_200)
        let decision = evaluator.launch(device: DeviceFacts(), access: AccessState(), at: now)
        #expect(decision.verdict == .block && decision.nextCheck == nil)
        #expect(decision.reasons.contains { $0.code == .launchFactMissing && $0.setting != nil && $0.location != nil })
    }

    @Test("Twelve of 23 policies set no PIN age, which means never")
    func pinAge() throws {
        var never = 0
        for name in PublishedPolicies.files {
            let policy = try Self.policy(name)
            guard let age = policy.accessRequirements.periodBeforePinReset, age.seconds == 0 else { continue }
            never += 1
            var evaluator = LaunchWorld.evaluator(policy)
            var access = AccessState()
            access.pinSetAt = .known(Instant(secondsSince1970: 0))
            let now = Instant(secondsSince1970: 1_795_435_200)
            let challenges = evaluator.launch(device: DeviceFacts(), access: access, at: now).challenges
            #expect(!challenges.contains(.resetPIN), "\(name)")
        }
        #expect(PublishedPolicies.files.count == 23 && never == 12)
    }
}
