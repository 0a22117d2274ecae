import PolicyModel

/// What a search needs to know about an edge.
struct WhatIfEdge: Hashable {
    let from: FlowNode
    /// The target inside the organization, or nil if the edge leads out.
    let target: FlowNode?
    /// The sinks outside the organization, all of one kind; empty if the edge stays inside.
    private(set) var sinks: [FlowSink]
    let crossing: FlowEdge.Crossing
    let capacity: FlowCapacity
    let effort: FlowEffort
    let gates: [FlowGate]
    /// For each gate, whether it is explicit.
    let isWritten: [Bool]
    /// The id of a path that ends with the edge; empty for an edge inside the organization.
    let id: String
    /// For data that is opened from a location, the index in ``FlowGraph/locations``, plus their count if it was not
    /// saved there before; nil for everything else.
    let location: Int?
    /// Whether the opened data was saved to a place of another account. A graph that skips joined containers leaves
    /// such an edge out if content can already move to all accounts.
    let isOfAnother: Bool
    /// The rank of the edge's kind among the edges that a graph has for one container.
    let order: Int

    /// Creates the edge. The result is nil for an edge inside an organization that has gates, because an id would then
    /// depend on more than the last edge.
    init?(_ edge: FlowEdge, of graph: FlowGraph) {
        from = edge.from
        crossing = edge.crossing
        capacity = edge.capacity
        effort = edge.effort
        gates = edge.gates.sorted()
        isWritten = gates.map { $0.location != nil }
        order = edge.steps.first.map { Self.order[$0.request.question.kind] ?? Self.order.count } ?? Self.order.count
        if case .openFrom(let place, let owner, _)? = edge.steps.last?.request.question {
            // A graph adds what is opened without having been saved after everything else.
            let start = edge.steps.count == 1 ? FlowGraph.locations.count : 0
            location = FlowGraph.locations.firstIndex { $0.rawValue == place.rawValue }.map { start + $0 }
            isOfAnother = edge.sink != nil && owner.map { edge.from != .account($0) } ?? false
        } else {
            (location, isOfAnother) = (nil, false)
        }
        switch edge.end {
        case .inside(let node):
            guard edge.gates.isEmpty else { return nil }
            (target, sinks, id) = (node, [], "")
        case .kept: return nil
        case .sink(let place):
            let way = LeakSearch.Way(source: edge.from).along(edge)
            (target, sinks) = (nil, [place])
            id = LeakPath(way, to: place, code: .unknown, organization: graph.organization).id
        }
    }

    /// The order in which a graph makes its queries about a container.
    private static let order: [Question.Kind: Int] = [
        .copy: 0, .save: 1, .openFrom: 1, .send: 2, .setting: 3, .open: 4, .universalLink: 5, .receive: 6, .navigate: 7,
    ]

    /// Joins a later edge of the same part into this one, if they differ at most in the sink, and the other one in a
    /// later location, which is not kept.
    ///
    /// - Returns: Whether the edges were joined.
    mutating func take(_ other: Self) -> Bool {
        guard isAlike(other), location ?? 0 <= other.location ?? 0 else { return false }
        sinks += other.sinks.filter { !sinks.contains($0) }
        return true
    }

    /// Whether edges lead to places of one kind, whatever the places are called, and in the same way.
    private func isAlike(_ other: Self) -> Bool {
        from == other.from && target == other.target && sinks.first?.sinkClass == other.sinks.first?.sinkClass
            && crossing == other.crossing && capacity == other.capacity && effort == other.effort
            && gates == other.gates && isWritten == other.isWritten && id == other.id
            && isOfAnother == other.isOfAnother
    }

    static func == (left: Self, right: Self) -> Bool { left.isAlike(right) && left.sinks == right.sinks }

    func hash(into hasher: inout Hasher) {
        hasher.combine(from)
        hasher.combine(id)
        hasher.combine(gates)
    }
}
