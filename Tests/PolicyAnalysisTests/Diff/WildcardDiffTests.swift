import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

/// Edits of rules whose values are no products of conditions on the parts of a URL.
@Suite("Comparing policies with wildcards and expressions") struct WildcardDiffTests {
    private static func diff(_ old: [String], _ new: [String]) throws -> PolicyDiff {
        func policy(_ rules: [String]) throws -> CompiledPolicy {
            CompiledPolicy(try TightDocument().with { $0.rules = rules }.document())
        }
        return PolicyDiff(from: try policy(old), to: try policy(new))
    }

    private static let values = [
        "edge: 'https://w*.fabrikam.com/*'", "pattern: {hostname: '(w|x).fabrikam.com'}",
        "pattern: {hostname: fabrikam.com, port: '8*'}", "regex: '^https://(r1|r2|r3)\\.example/.*download'",
        "edge: 'https://*.w*.fabrikam.com/x/*'", #"regex: '^https://(?=r1)(r1|r2)\.example/x'"#,
    ]

    @Test("A rule whose class changes is asked about, and the direction is right", arguments: values)
    func changed(value: String) throws {
        let rules = ["external", "internal", "blocked"].map { ["{id: r, class: \($0), \(value)}"] }
        let rows: [(old: Int, new: Int, effect: PolicyDiff.Effect, comparison: PolicyDiff.Comparison)] = [
            (0, 1, .wider, .incomparable), (2, 1, .wider, .morePermissive), (1, 2, .narrower, .lessPermissive),
        ]
        for row in rows {
            let diff = try Self.diff(rules[row.old], rules[row.new])
            #expect(diff.groups.contains { $0.question == .navigate && $0.effect == row.effect }, "\(diff.groups)")
            #expect(diff.comparison == row.comparison && diff.reachesEachRule, "\(value): \(row)")
        }
    }

    @Test("If no URL of an edited rule is known, the other edits do not make the policy less permissive")
    func unreached() throws {
        let value = "regex: '^https://(?=.*fabrikam)[^/]+/x'"
        let other = "host: partner.example"
        let diff = try Self.diff(
            ["{id: r, class: external, \(value)}", "{id: s, class: internal, \(other)}"],
            ["{id: r, class: internal, \(value)}", "{id: s, class: blocked, \(other)}"]
        )
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .narrower }, "\(diff.groups)")
        #expect(diff.comparison != .lessPermissive && !diff.reachesEachRule && !diff.isExact, "\(diff.comparison)")
    }
}
