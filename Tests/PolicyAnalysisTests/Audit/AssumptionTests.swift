import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis

/// `--assume`: what an audit takes for granted becomes edges, each with the assumption among its gates.
@Suite("Assuming the worst") struct AssumptionTests {
    private static let tight = TightDocument().with {
        $0.views = ["{id: E, policy: currentIdentity, isExternalURL: corporate}"]
    }

    private static let rows:
        [(assumption: AuditAssumption, change: @Sendable (inout TightDocument) -> Void, lines: [String])] = [
            (
                .untrustedPages, { _ in },
                ["DM105 site:owned → site:foreign [assume.untrusted-pages; corporate.subresources: allow]"]
            ),
            (
                .untrustedPages, { $0.defaultClass = "blocked" },
                ["DM105 site:owned → site:foreign [assume.untrusted-pages; corporate.subresources: allow]"]
            ),
            (
                .webSignIn, { _ in },
                ["DM104 site:owned → apps:unmanaged [assume.web-sign-in; E.policy: currentIdentity]"]
            ),
            (
                .webSignIn, { $0.views.append("{id: A, policy: unmanaged}") },
                [
                    "DM104 site:owned → apps:unmanaged [assume.web-sign-in; A.policy: unmanaged]",
                    "DM104 site:owned → apps:unmanaged [assume.web-sign-in; E.policy: currentIdentity]",
                ]
            ),
            (
                .cleartext, { _ in },
                ["DM103 site:owned → network [assume.cleartext; corporate.intranet: domain contoso.com]"]
            ),
            (
                .cleartext,
                { $0.rules = ["{id: intranet, class: internal, edge: 'https://*.contoso.com/*'}"] }, []
            ),
            // Without `https` at all.
            (
                .cleartext, { $0.rules = ["{id: intranet, class: internal, url: 'http://contoso.com/x'}"] },
                ["DM103 site:owned → network [assume.cleartext; corporate.intranet: url http://contoso.com/x]"]
            ),
            // A stronger rule takes the hosts that are tried first, and not every host of the domain.
            (
                .cleartext,
                {
                    $0.rules.append(
                        "{id: e, class: external, scheme: http, priority: 1, host: [contoso.com, a.contoso.com]}"
                    )
                },
                ["DM103 site:owned → network [assume.cleartext; corporate.intranet: domain contoso.com]"]
            ),
            // The first site is safe, and the others are not.
            (
                .cleartext,
                {
                    $0.rules = [
                        "{id: a, class: internal, edge: 'https://a.contoso.com'}",
                        "{id: b, class: internal, host: b.contoso.com}",
                        "{id: c, class: internal, host: c.contoso.com}",
                    ]
                },
                [
                    "DM103 site:owned → network [assume.cleartext; corporate.b: host b.contoso.com]",
                    "DM103 site:owned → network [assume.cleartext; corporate.c: host c.contoso.com]",
                ]
            ),
        ]

    @Test("Each assumption finds its paths, and without it there are none", arguments: rows.indices)
    func table(row: Int) throws {
        let (assumption, change, lines) = Self.rows[row]
        let policy = CompiledPolicy(try Self.tight.with(change).document())
        #expect(PolicyAudit(policy, .init(findsFixes: false)).paths.isEmpty)
        let audit = PolicyAudit(policy, .init(findsFixes: false, assuming: [assumption]))
        #expect(audit.refusedCount == 0)
        #expect(audit.paths.map(\.line).sorted() == lines, "\(assumption.rawValue)")
        // What is assumed is no longer taken for granted.
        if let sentence = assumption.sentence { #expect(!audit.assumptions.contains(sentence)) }
        let tightSentence = PolicyAudit(policy, .init(findsFixes: false)).assumptions
        #expect(assumption.sentence.map(tightSentence.contains) ?? true)
    }

    @Test("Existing paths stay, under the same ids")
    func others() throws {
        let policy = CompiledPolicy(try Self.tight.setting("printBlocked", "false").document())
        let ids = PolicyAudit(policy).paths.map(\.id)
        let assumed = PolicyAudit(policy, .init(assuming: Set(AuditAssumption.allCases)))
        #expect(ids.count == 1 && Set(assumed.paths.map(\.id)).isSuperset(of: ids))
        #expect(assumed.paths.count > 3 && assumed.paths.first { $0.id == ids[0] }?.fixes.count == 1)
    }

    @Test("Claims assume the same as the audit, and name the assumption that refutes them")
    func claims() throws {
        var given = Self.tight.claim("never: {from: organization:contoso, to: site:foreign}")
        #expect(try given.result().claim.verdict != .refuted)
        given.assuming = [.untrustedPages]
        let claim = try given.result().claim
        #expect(claim.verdict == .refuted, "\(claim.message)")
        #expect(claim.gates.contains { $0.contains("untrusted-pages") }, "\(claim.gates)")
    }
}
