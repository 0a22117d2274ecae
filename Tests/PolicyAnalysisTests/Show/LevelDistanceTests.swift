import PolicyModel
import Testing

@testable import PolicyAnalysis

@Suite("The nearest level of data protection") struct LevelDistanceTests {
    @Test("The nearest level of a level is the level itself, without a deviation", arguments: BaselineLevel.allCases)
    func itself(level: BaselineLevel) throws {
        let distance = try #require(LevelDistance(of: [level.policy], from: nil))
        #expect(distance.level == level)
        #expect(distance.deviations.isEmpty)
    }

    @Test("A policy slightly weaker than a level has that level, with its deviations")
    func weaker() throws {
        var policy = BaselineLevel.enhanced.policy
        policy.saveAsBlocked = false
        policy.accessRequirements.pinRequired = false
        policy.exemptedAppProtocols.append(ExemptedAppProtocol(name: "a", value: "contoso"))
        let distance = try #require(LevelDistance(of: [policy], from: nil))
        #expect(distance.level == .enhanced)
        let texts = distance.deviations.map { "\($0.setting.name) \($0.setting.value.text) → \($0.expected.text)" }
        #expect(texts.count == 3)
        #expect(texts.contains("saveAsBlocked false → true"))
        #expect(texts.contains("pinRequired false → true"))
        #expect(texts.contains { $0.hasPrefix("exemptedAppProtocols skype, ") && $0.contains(", contoso → skype, ") })
    }

    @Test("A policy slightly stricter than a level has that level")
    func stricter() throws {
        var policy = BaselineLevel.basic.policy
        policy.printBlocked = true
        #expect(LevelDistance(of: [policy], from: nil)?.level == .basic)
    }

    @Test("A requested level overrides the nearest")
    func requested() throws {
        let distance = try #require(LevelDistance(of: [BaselineLevel.basic.policy], from: .enhanced))
        #expect(distance.level == .enhanced)
        #expect(distance.deviations.count == 6)
    }

    @Test("With several policies, each deviation names its policy")
    func several() throws {
        var weak = BaselineLevel.high.policy
        weak.name = "weak"
        weak.printBlocked = false
        let distance = try #require(LevelDistance(of: [BaselineLevel.high.policy, weak], from: nil))
        #expect(distance.level == .high)
        #expect(distance.deviations.map(\.setting.policy) == ["weak"])
    }

    @Test(
        "Values are readable",
        arguments: [
            (.unset, "not set"), (.boolean(true), "true"), (.number(4), "4"), (.texts([]), "[]"),
            (.texts(["a", "b"]), "a, b"), (.text(String(repeating: "a", count: 201)), nil),
            (.texts((0..<22).map { "\($0)" }), (0..<20).map { "\($0)" }.joined(separator: ", ") + " and 2 more"),
        ] as [(SettingInForce.Value, String?)]
    )
    func values(value: SettingInForce.Value, text: String?) {
        #expect(value.text == text ?? String(repeating: "a", count: 200) + "…")
    }

    @Test("Without a policy there is no level")
    func nothing() { #expect(LevelDistance(of: [], from: .basic) == nil) }
}
