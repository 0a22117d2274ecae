import ByteText
import PolicyModel
import RuleIndex
import RuleRegions

/// Determines which paths of an audited policy a change closes, by searching the changed policy.
///
/// PERF: an audit of many organizations tries some hundred changes, and most of them affect one organization only. What
/// a change cannot affect is neither asked nor searched again.
struct FixTrial {
    /// What a change does to the paths.
    struct Result {
        /// The ids of the paths that are gone.
        var closed: Set<String> = []
        /// The new paths by which something can leave that could not leave before, ordered by organization and id.
        var opened: [LeakPath.Opened] = []
        /// The other new paths, in the same order.
        var left: [LeakPath.Opened] = []
        /// How many questions were asked.
        var questionCount = 0

        /// Whether fewer paths are new than are gone.
        var hasFewerPaths: Bool { opened.count + left.count < closed.count }
    }

    /// An organization of the audited policy.
    struct Searched {
        let graph: FlowGraph
        /// The paths that were found in the graph.
        let paths: [LeakPath]
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
    /// - Returns: The paths that the change closes, and those that it opens.
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
            let found = LeakGrouping(graph).paths(of: leaks, isTrial: true)
            let former = known?.paths.filter { graph.changed?.contains($0.sink.sinkClass) ?? true } ?? []
            let (before, after) = (Set(former.map(\.id)), Set(found.map(\.id)))
            result.closed.formUnion(before.subtracting(after))
            let new = found.filter { !before.contains($0.id) }
            guard !new.isEmpty else { continue }
            let ways = known.map { FormerWays($0.graph.asking, former, comparedWith: policy) }
            for path in new.sorted(on: \.id) {
                let opened = LeakPath.Opened(id: path.id, sink: path.sink)
                if ways?.contain(path) == true { result.left.append(opened) } else { result.opened.append(opened) }
            }
        }
        result.questionCount = asking.count
        return result
    }
}
