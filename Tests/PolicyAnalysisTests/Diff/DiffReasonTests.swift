import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

/// Equal decisions for different reasons.
@Suite("Comparing with reasons") struct DiffReasonTests {
    private static let base = TightDocument().with {
        $0.rules.append("{id: partners, class: internal, host: [a.partner.example, b.partner.example]}")
    }

    private static func diff(_ new: TightDocument, reasons: Bool = true) throws -> PolicyDiff {
        PolicyDiff(
            from: CompiledPolicy(try base.document()),
            to: CompiledPolicy(try new.document()),
            includingReasons: reasons
        )
    }

    @Test("A policy equals itself")
    func same() throws {
        let diff = try Self.diff(Self.base)
        #expect(diff.groups.isEmpty && diff.comparison == .equivalent && diff.isExact)
    }

    @Test(
        "A different deciding rule is reported, and the policies are still equivalent",
        arguments: [
            // A renamed rule, and a rule that is split in two.
            ("id: partners", "id: friends"),
            (
                "host: [a.partner.example, b.partner.example]}",
                "host: a.partner.example}|{id: second, class: internal, host: b.partner.example}"
            ),
        ]
    )
    func rule(old: String, new: String) throws {
        // A bar separates two rules that replace one.
        let changed = Self.base.with {
            $0.rules = $0.rules.flatMap { $0.replacing(old, with: new).split(separator: "|").map(String.init) }
        }
        let diff = try Self.diff(changed)
        let all = diff.groups.map { "\($0.effect.rawValue) \($0.question.rawValue)" }
        #expect(!diff.groups.isEmpty && diff.groups.allSatisfy { $0.effect == .reason }, "\(all)")
        #expect(diff.comparison == .equivalent && diff.isExact && diff.opens.isEmpty)
        #expect(diff.groups.allSatisfy { !$0.causes.isEmpty })
        for witness in diff.groups.flatMap(\.witnesses) {
            #expect(FlowOutcome(witness.before) == FlowOutcome(witness.after))
            #expect(witness.before?.decidedBy != witness.after?.decidedBy)
        }
        // Reasons are not reported unless requested.
        let plain = try Self.diff(changed, reasons: false)
        #expect(plain.groups.isEmpty && plain.comparison == .equivalent)
    }

    @Test("Changed reasons are reported in addition to changed decisions")
    func both() throws {
        let changed = Self.base.setting("printBlocked", "false").with {
            $0.rules[1] = "{id: wiki, class: internal, host: a.partner.example}"
        }
        let (with, without) = (try Self.diff(changed), try Self.diff(changed, reasons: false))
        #expect(with.groups.filter { $0.effect != .reason }.map(\.id) == without.groups.map(\.id))
        #expect(with.groups.contains { $0.effect == .reason } && with.groups.last?.effect == .reason)
        #expect(with.comparison == without.comparison)
    }

    @Test("Group ids depend on what changed, not on where it is written")
    func ids() throws {
        let open = Self.base.setting("allowedOutboundClipboardSharingLevel", "allApps")
        let (one, other) = (
            try Self.diff(open),
            try Self.diff(open.with { $0.app = "multiManagedIdentities: true\n\n\n  multiIdentity: true" })
        )
        #expect(one.groups.map(\.id) == other.groups.map(\.id) && Set(one.groups.map(\.id)).count == one.groups.count)
        #expect(one.groups.allSatisfy { $0.id.utf8.count == 64 })
    }
}
