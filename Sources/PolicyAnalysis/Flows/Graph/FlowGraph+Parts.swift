import PolicyModel

/// What a graph shares with the graph of a document that differs in one policy.
///
/// PERF: an audit tries a dozen changes of settings, and most edges are about views: each view may have an edge for
/// each rule. A policy decides only the view edges of its own accounts and apps.
extension FlowGraph {
    /// The graph of the same organization under a document that differs only in the settings of one policy.
    struct Base {
        let graph: FlowGraph
        /// The policy that differs.
        let policy: String
    }

    /// Edges from questions that read only the policy of their origin.
    enum OriginPart {
        /// The single settings.
        case features
        /// Links that leave for another app or browser.
        case links
        /// What views do with sites.
        case views
    }

    /// A part with its origin.
    struct PartOfOrigin: Hashable {
        var part: OriginPart
        var node: FlowNode
    }

    /// Adds a part of an origin. Reuses the base's edges if the origin's policy is the same there; otherwise queries
    /// the engine.
    func add(_ part: OriginPart, of origin: Origin, asking ask: () -> Void) {
        let key = PartOfOrigin(part: part, node: origin.node)
        if let base, base.policy != origin.policy.name, let known = base.graph.parts[key] {
            for edge in known { add(edge) }
            return
        }
        let start = edges.count
        ask()
        if keepsParts { parts[key] = Array(edges[start...]).joined() }
    }
}

/// What edges that differ only in the view have in common.
private struct Alike: Hashable {
    var from: FlowNode
    var end: FlowEdge.End
    var crossing: FlowEdge.Crossing
    var capacity: FlowCapacity
    var effort: FlowEffort
    var gates: [FlowGate]
}

extension [FlowEdge] {
    /// The edges, with edges that differ only in the view joined into one. Joined edges can be joined again.
    ///
    /// PERF: each view may have an edge for each rule, and the search from every source walks every edge.
    func joined() -> [FlowEdge] {
        var positions: [Alike: Int] = [:]
        var views: [Set<String>] = []
        var joined: [FlowEdge] = []
        for edge in self {
            let alike = Alike(
                from: edge.from,
                end: edge.end,
                crossing: edge.crossing,
                capacity: edge.capacity,
                effort: edge.effort,
                gates: edge.gates
            )
            guard let position = positions[alike] else {
                positions[alike] = joined.count
                joined.append(edge)
                views.append(Set(edge.views))
                continue
            }
            for view in edge.views where views[position].insert(view).inserted { joined[position].views.append(view) }
        }
        return joined
    }
}
