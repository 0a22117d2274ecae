import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// The search for fixes reuses much of the existing graph to determine what a change closes. The result must equal that
/// of an audit of the changed document, which repeats every query.
@Suite("Trial fixes") struct FixTrialTests {
    private static let documents = TestSize.count(1, thorough: 10, exhaustive: 400)

    @Test("A changed document has the same result with a reused graph as without")
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
            let paths = PolicyAudit(policy, PolicyAudit.Options(findsFixes: false)).paths
            for gate in Set(paths.flatMap(\.gates)) {
                for change in gate.changes(in: policy.document).prefix(2) {
                    guard let difference = change.difference else { continue }
                    let trial = PolicyAudit.Trial(graphs, difference, paths)
                    let patched =
                        gate.kind == .rule
                        ? CompiledPolicy(change.document) : CompiledPolicy(change.document, withRuleSetsOf: policy)
                    let known = gate.kind == .setting ? sites : PolicySites(patched, reusing: sites)
                    let options = PolicyAudit.Options(findsFixes: false)
                    let whole = PolicyAudit(patched, options, known, replaying: nil)
                    let quick = PolicyAudit(patched, options, known, replaying: nil, trial: trial)
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
