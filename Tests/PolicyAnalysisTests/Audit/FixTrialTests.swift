import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// What a change of a setting closes is found out with much of the graph that is there already. It has to be what an audit
/// of the changed document finds, which asks about everything again.
@Suite("Trying changes") struct FixTrialTests {
    private static let documents = TestSize.count(3, exhaustive: 400)

    @Test("a changed setting is judged with the graph of the policy as it is judged without")
    func alike() {
        var tried = 0
        for seed in 0..<Self.documents {
            let policy = CompiledPolicy(RandomWorld(seed: UInt64(seed)).document)
            let sites = PolicySites(policy)
            let asking = FlowAsking(policy)
            var graphs: [UInt32: FlowGraph] = [:]
            for organization in FlowOrganization.all(of: policy) {
                graphs[organization.number] = FlowGraph(
                    organization,
                    asking,
                    sites[organization.name],
                    keepsParts: true
                )
            }
            let gates = Set(PolicyAudit(policy).paths.flatMap(\.gates)).filter { $0.kind == .setting }
            for gate in gates {
                let bases = graphs.mapValues { FlowGraph.Base(graph: $0, policy: gate.owner) }
                for change in gate.changes(in: policy.document).prefix(2) {
                    let patched = CompiledPolicy(change.document, withRuleSetsOf: policy)
                    let options = PolicyAudit.Options(findsFixes: false)
                    let whole = PolicyAudit(patched, options, sites, replaying: nil)
                    let quick = PolicyAudit(patched, options, sites, replaying: nil, bases: bases)
                    tried += 1
                    #expect(
                        quick.paths.map(\.id) == whole.paths.map(\.id),
                        "seed \(seed): \(gate.owner).\(gate.name) is \(change.value)"
                    )
                }
            }
        }
        #expect(tried > Self.documents * 2, "hardly any change was tried: \(tried)")
    }
}
