import PolicyModel
import RuleIndex

/// Determines which paths of an audited policy a change closes, by searching the changed policy.
///
/// PERF: an audit of many organizations tries some hundred changes, and most of them affect one organization only. What
/// a change cannot affect is neither asked nor searched again.
struct FixTrial {
    /// What a change does to the paths.
    struct Result {
        /// The ids of the paths that are gone.
        var closed: Set<String> = []
        /// How many paths are new.
        var openedCount = 0
        /// How many questions were asked.
        var questionCount = 0
    }

    /// An organization of the audited policy.
    struct Searched {
        let graph: FlowGraph
        /// The paths that were found in the graph.
        let paths: [(sink: FlowSink.Class, id: String)]

        init(_ graph: FlowGraph, _ paths: some Sequence<LeakPath>) {
            self.graph = graph
            self.paths = paths.map { ($0.sink.sinkClass, $0.id) }
        }
    }

    /// The organizations, by their numbers.
    let searched: [UInt32: Searched]
    /// The worst cases that were assumed.
    var assuming: Set<AuditAssumption> = []

    /// The result of a change.
    ///
    /// - Parameters:
    ///   - policy: The changed policy.
    ///   - sites: Its sites.
    ///   - change: What differs; nil if anything may differ.
    /// - Returns: The paths that the change closes, and how many it opens.
    func result(of policy: CompiledPolicy, _ sites: PolicySites, _ change: FlowGraph.Change?) -> Result {
        let asking = FlowAsking(policy)
        var result = Result()
        for organization in FlowOrganization.all(of: policy) {
            let known = searched[organization.number]
            let base = known.flatMap { known in change.map { FlowGraph.Base(graph: known.graph, change: $0) } }
            if let base, assuming.isEmpty, !base.mayDiffer { continue }
            let graph = FlowGraph(
                organization,
                asking,
                sites[organization.name],
                FlowExtent(assuming: assuming),
                base: base
            )
            if graph.changed?.isEmpty == true { continue }
            let leaks = LeakSearch(graph, to: graph.changed).leaks
            let after = Set(LeakGrouping(graph).paths(of: leaks, isTrial: true).map(\.id))
            let before = known?.paths.filter { path in graph.changed?.contains(path.sink) ?? true }.map(\.id) ?? []
            result.closed.formUnion(before.lazy.filter { !after.contains($0) })
            result.openedCount += after.subtracting(before).count
        }
        result.questionCount = asking.count
        return result
    }
}
