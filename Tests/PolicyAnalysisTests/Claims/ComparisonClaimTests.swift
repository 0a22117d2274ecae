import PolicyModel
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("Claims about another policy") struct ComparisonClaimTests {
    /// A change of the tight document that yields the other policy, and the expected results of the claims.
    struct Row: CustomTestStringConvertible {
        var name: String
        var topics: String = ""
        var noMore: ClaimResult.Verdict
        var equivalent: ClaimResult.Verdict
        var change: @Sendable (TightDocument) -> TightDocument

        var testDescription: String { "\(name) \(topics)" }
    }

    private static let rows: [Row] = [
        Row(name: "the same", noMore: .proven, equivalent: .proven) { $0 },
        Row(name: "a name alone", noMore: .proven, equivalent: .proven) { $0.setting("displayName", "old") },
        Row(name: "printed once", noMore: .proven, equivalent: .refuted) { $0.setting("printBlocked", "false") },
        Row(name: "another intranet", noMore: .refuted, equivalent: .refuted) {
            $0.with { $0.rules = ["{id: other, class: internal, domain: other.example}"] }
        },
        Row(name: "a wider intranet", noMore: .refuted, equivalent: .refuted) {
            $0.with { $0.rules.append("{id: partner, class: internal, domain: partner.example}") }
        },
        Row(name: "printed once", topics: "[clipboard]", noMore: .proven, equivalent: .proven) {
            $0.setting("printBlocked", "false")
        },
        Row(name: "printed once", topics: "[print]", noMore: .proven, equivalent: .refuted) {
            $0.setting("printBlocked", "false")
        },
        Row(name: "copied to all", topics: "[clipboard, print]", noMore: .proven, equivalent: .refuted) {
            $0.setting("allowedOutboundClipboardSharingLevel", "allApps")
        },
        Row(name: "another version", noMore: .sampled, equivalent: .sampled) {
            $0.setting("minimumRequiredOsVersion", "'17'")
        },
        Row(name: "another version", topics: "[clipboard]", noMore: .proven, equivalent: .proven) {
            $0.setting("minimumRequiredOsVersion", "'17'")
        },
        Row(name: "the same", topics: "[launch]", noMore: .notDecided, equivalent: .notDecided) { $0 },
        Row(name: "the same", topics: "[print, launch]", noMore: .sampled, equivalent: .sampled) { $0 },
        // A tunnel whose path is not visible is now allowed.
        Row(name: "another expression", noMore: .refuted, equivalent: .refuted) {
            $0.with { $0.rules.append(#"{id: odd, class: blocked, regex: '^https://(\w)\1\.example/[0-9]{3}[xyz]$'}"#) }
        },
        Row(name: "another expression", topics: "[navigate]", noMore: .sampled, equivalent: .sampled) {
            $0.with { $0.rules.append(#"{id: odd, class: blocked, regex: '^https://(\w)\1\.example/[0-9]{3}[xyz]$'}"#) }
        },
    ]

    private static func run(_ claim: String, against other: TightDocument) throws -> ClaimResult {
        let run = ClaimCase(policy: TightDocument().text, claims: "  - \(claim)\n", others: ["old.yaml": other.text])
        return try run.result().claim
    }

    @Test("A claim is proven, or refuted by a changed decision", arguments: TestSize.rows(rows))
    func table(row: Row) throws {
        let other = row.change(TightDocument())
        let topics = row.topics.isEmpty ? "" : ", for: \(row.topics)"
        let equivalent = try Self.run("equivalent: {to: old.yaml\(topics)}", against: other)
        #expect(equivalent.verdict == row.equivalent, "\(equivalent.message)")
        let noMore =
            topics.isEmpty
            ? try Self.run("noMorePermissiveThan: old.yaml", against: other)
            : try Self.run("noMorePermissiveThan: {to: old.yaml\(topics)}", against: other)
        #expect(noMore.verdict == row.noMore, "\(noMore.message)")
    }

    @Test("A refutation shows a failing scenario, and the edit that causes it")
    func regression() throws {
        let run = ClaimCase(
            policy: TightDocument().setting("printBlocked", "false").text,
            claims: "  - noMorePermissiveThan: old.yaml\n",
            others: ["old.yaml": TightDocument().text]
        )
        let claim = try run.result().claim
        #expect(claim.verdict == .refuted && claim.message.hasPrefix("setting is wider"), "\(claim.message)")
        #expect(claim.gates.count == 1 && claim.gates[0].hasPrefix("strict.printBlocked: true → false (policy.yaml:"))
        let again = try run.regression(claim)
        #expect(again.outcome == .failed)
        #expect(again.steps.last?.unmet.map(\.value) == ["block"])
    }
}
