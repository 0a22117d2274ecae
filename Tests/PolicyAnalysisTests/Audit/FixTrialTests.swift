import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

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
            let paths = PolicyAudit(policy, PolicyAudit.Options(findsFixes: false)).paths
            var searched: [UInt32: FixTrial.Searched] = [:]
            for organization in FlowOrganization.all(of: policy) {
                let graph = FlowGraph(organization, asking, sites[organization.name], keepsParts: true)
                let own = paths.filter { $0.organization == organization.name }
                searched[organization.number] = FixTrial.Searched(graph: graph, paths: own)
            }
            let before = Set(paths.map(\.id))
            let trial = FixTrial(searched: searched)
            for gate in Set(paths.flatMap(\.gates)) {
                for change in gate.changes(in: policy.document).prefix(2) {
                    guard let difference = change.difference else { continue }
                    let patched =
                        gate.kind == .rule
                        ? CompiledPolicy(change.document) : CompiledPolicy(change.document, withRuleSetsOf: policy)
                    let known = gate.kind == .setting ? sites : PolicySites(patched, reusing: sites)
                    let audit = PolicyAudit(patched, .init(findsFixes: false), known, replaying: PathReplay.replaying)
                    let after = Set(audit.paths.map(\.id))
                    let quick = trial.result(of: patched, known, difference)
                    tried += 1
                    let message = "seed \(seed): \(gate.owner).\(gate.name) is \(change.value)"
                    #expect(quick.closed == before.subtracting(after), "\(message)")
                    #expect(quick.opened.count + quick.left.count == after.subtracting(before).count, "\(message)")
                }
            }
        }
        #expect(tried > Self.documents * 2, "hardly any change was tried: \(tried)")
    }
}
