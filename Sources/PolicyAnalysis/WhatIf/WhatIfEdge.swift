import PolicyModel

/// What a search needs to know about an edge.
struct WhatIfEdge: Hashable {
    let from: FlowNode
    /// The target inside the organization, or nil if the edge leads out.
    let target: FlowNode?
    /// The sink outside the organization, or nil if the edge stays inside. Of several sinks of one kind, the first.
    let sink: FlowSink?
    let crossing: FlowEdge.Crossing
    let capacity: FlowCapacity
    let effort: FlowEffort
    let gates: [FlowGate]
    /// For each gate, whether it is explicit.
    let isWritten: [Bool]
    /// The id of a path that ends with the edge; empty for an edge inside the organization.
    let id: String
    /// For data that is saved and opened again, the index in ``FlowGraph/locations``; nil for everything else.
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
            location = FlowGraph.locations.firstIndex { $0.rawValue == place.rawValue }
            isOfAnother = edge.sink != nil && owner.map { edge.from != .account($0) } ?? false
        } else {
            (location, isOfAnother) = (nil, false)
        }
        switch edge.end {
        case .inside(let node):
            guard edge.gates.isEmpty else { return nil }
            (target, sink, id) = (node, nil, "")
        case .kept: return nil
        case .sink(let place):
            let way = LeakSearch.Way(source: edge.from).along(edge)
            (target, sink) = (nil, place)
            id = LeakPath(way, to: place, code: .unknown, organization: graph.organization).id
        }
    }

    /// The order in which a graph makes its queries about a container.
    private static let order: [Question.Kind: Int] = [
        .copy: 0, .save: 1, .send: 2, .setting: 3, .open: 4, .universalLink: 5, .receive: 6, .navigate: 7,
    ]

    /// Whether a search with this edge finds everything that it finds with another, later edge of the same part. Names
    /// of further places and further locations are not kept.
    func covers(_ other: Self) -> Bool { self == other && location ?? 0 <= other.location ?? 0 }

    /// Compares edges. Edges to places of one kind are equal, whatever the places are called.
    static func == (left: Self, right: Self) -> Bool {
        left.from == right.from && left.target == right.target && left.sink?.sinkClass == right.sink?.sinkClass
            && left.crossing == right.crossing && left.capacity == right.capacity && left.effort == right.effort
            && left.gates == right.gates && left.isWritten == right.isWritten && left.id == right.id
            && left.isOfAnother == right.isOfAnother
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(from)
        hasher.combine(id)
        hasher.combine(gates)
    }
}
