import PolicyModel

/// Finds the ways in which data moves from where a claim begins to where it ends, the shortest first.
///
/// Questions and places that a claim excludes are not part of the search, so every way found is one that the claim is
/// about.
struct ClaimSearch {
    /// A way, edge by edge.
    struct Way {
        var edges: [FlowEdge] = []

        var effort: FlowEffort { edges.reduce(FlowEffort()) { $0 + $1.effort } }
        var capacity: FlowCapacity { edges.map(\.capacity).min() ?? .content }
        var stepCount: Int { edges.reduce(0) { $0 + $1.steps.count } }
        var steps: [FlowStep] { edges.flatMap(\.steps) }
        var gates: [FlowGate] { Set(edges.flatMap(\.gates)).sorted() }
    }

    /// The ways, the best first.
    private(set) var ways: [Way] = []
    /// Managed apps that data reaches, and whose policy the document does not name.
    private(set) var unknown: [FlowSink] = []
    /// Blocked ways from containers that data reaches, the best first.
    private(set) var closed: [Way] = []

    private let flow: Claim.Flow
    private let places: ClaimPlaces
    private let graph: FlowGraph

    init(_ flow: Claim.Flow, _ graph: FlowGraph, _ places: ClaimPlaces) {
        (self.flow, self.graph, self.places) = (flow, graph, places)
        let edges = Dictionary(grouping: graph.edges.filter(counts), by: \.from)
        let shut = Dictionary(grouping: graph.closed.filter(counts), by: \.from)
        var best: [FlowNode: Way] = [:]
        let sources = places.sources(flow.from, in: graph)
        for source in sources.sorted() { best[source] = Way() }
        // The containers that more than links get to, and those of which it is unknown what they let out.
        var filled = sources
        var undeclared: [(node: FlowNode, sink: FlowSink)] = []
        var done: Set<FlowNode> = []
        // The graph of an organization has some dozen containers, so a linear search finds the nearest.
        while let node = best.keys.filter({ !done.contains($0) }).min(by: { isBefore(($0, best[$0]), ($1, best[$1])) })
        {
            done.insert(node)
            let way = best[node] ?? Way()
            for edge in edges[node] ?? [] {
                let longer = Way(edges: way.edges + [edge])
                guard isShortEnough(longer) else { continue }
                if edge.crossing == .unknown, let sink = edge.sink { undeclared.append((node, sink)) }
                if places.holds(flow.to, for: edge, in: graph) { ways.append(longer) }
                let next: FlowNode? = if case .inside(let node) = edge.end { node } else { edge.onward }
                if let next, edge.capacity > .url { filled.insert(next) }
                guard let target = next, !done.contains(target) else { continue }
                if let known = best[target], !isBetter(longer, known) { continue }
                best[target] = longer
            }
            for edge in shut[node] ?? [] where places.holds(flow.to, for: edge, in: graph) {
                closed.append(Way(edges: way.edges + [edge]))
            }
        }
        unknown = undeclared.filter { filled.contains($0.node) || !isManagedBrowser($0.node) }.map(\.sink)
        ways = Self.sorted(ways, isBetter)
        closed = Self.sorted(closed, isBetter)
    }

    /// Whether a container is the managed browser. Links end there: what happens to them is beyond this app's document.
    private func isManagedBrowser(_ node: FlowNode) -> Bool {
        if case .app(let app) = node { graph.linkHandlers.managedBrowsers.contains(app) } else { false }
    }

    /// Whether the claim is about an edge. The question that completes the edge determines this: a paste, not the copy
    /// before it.
    private func counts(_ edge: FlowEdge) -> Bool {
        let isExcepted = flow.exceptPlaces.contains { place in
            // What the claim is about does not count, so nothing is left.
            place == flow.to ? places.holds(place, for: edge, in: graph) : places.excepts(place, edge, in: graph)
        }
        guard !isExcepted else { return false }
        return flow.counts(edge.steps.last?.request.question.kind, carrying: edge.capacity)
    }

    private func isShortEnough(_ way: Way) -> Bool { flow.steps.map { way.stepCount <= $0 } ?? true }

    /// If the claim limits the number of questions, the search minimizes that number first.
    private func cost(of way: Way) -> (Int, Int) {
        let (steps, weight) = (way.stepCount, way.effort.weight)
        return flow.steps == nil ? (weight, steps) : (steps, weight)
    }

    private func isBetter(_ left: Way, _ right: Way) -> Bool { cost(of: left) < cost(of: right) }

    private func isBefore(_ left: (FlowNode, Way?), _ right: (FlowNode, Way?)) -> Bool {
        let (one, two) = (cost(of: left.1 ?? Way()), cost(of: right.1 ?? Way()))
        return one == two ? left.0 < right.0 : one < two
    }

    /// Equal ways stay in the order in which they were found.
    private static func sorted(_ ways: [Way], _ isBetter: (Way, Way) -> Bool) -> [Way] {
        ways.indices.sorted { left, right in
            if isBetter(ways[left], ways[right]) { return true }
            return isBetter(ways[right], ways[left]) ? false : left < right
        }
        .map { ways[$0] }
    }
}

extension Claim.Flow {
    /// Whether the claim is about a move, wherever it leads.
    ///
    /// - Parameters:
    ///   - kind: The kind of the question that completes it; nil if nothing is asked.
    ///   - capacity: How much it carries.
    /// - Returns: Whether it counts.
    func counts(_ kind: Question.Kind?, carrying capacity: FlowCapacity) -> Bool {
        guard capacity >= self.capacity else { return false }
        guard let kind else { return true }
        return !exceptQuestions.contains(kind) && (via.isEmpty || via.contains(kind))
    }
}
