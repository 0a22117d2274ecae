import PolicyModel

/// What a search has to know of an edge.
struct WhatIfEdge: Hashable {
    let from: FlowNode
    /// Where it leads inside of the organization; nil where it leads out.
    let target: FlowNode?
    /// Where it leads out; nil inside. Of several places of one kind it is the first.
    let sink: FlowSink?
    let crossing: FlowEdge.Crossing
    let capacity: FlowCapacity
    let effort: FlowEffort
    let gates: [FlowGate]
    /// For each gate whether somebody wrote it.
    let isWritten: [Bool]
    /// The id of a path that ends with the edge; empty inside.
    let id: String
    /// Of what is saved and opened again, the place in ``FlowGraph/locations``; nil for everything else.
    let location: Int?
    /// Whether what is opened was saved to a place of another account. A graph that skips what is joined leaves such an edge
    /// out where content gets to all accounts already.
    let isOfAnother: Bool
    /// Where edges of its kind stand among those that a graph has of one container.
    let order: Int

    /// Nil for an edge inside of an organization that has gates: then an id takes more than the last edge.
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

    /// The order in which a graph asks its questions about a container.
    private static let order: [Question.Kind: Int] = [
        .copy: 0, .save: 1, .send: 2, .setting: 3, .open: 4, .universalLink: 5, .receive: 6, .navigate: 7,
    ]

    /// Whether a search finds with this edge all that it finds with another, later one of the same part: names of further
    /// places, and further locations, are not kept.
    func covers(_ other: Self) -> Bool { self == other && location ?? 0 <= other.location ?? 0 }

    /// Two edges to places of one kind are the same, whatever the places are called.
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
