import PolicyModel

/// Finds how data of an organization can leave it.
///
/// From each container of the organization, the search follows the edges inside it, in order of effort. For each
/// container it keeps the ways that no other way dominates in effort, capacity and gates. If there are more than
/// ``LeakSearch/mostWays`` of these, the rest is cut, and the result reports this.
struct LeakSearch {
    /// A way from a source to the current container.
    struct Way {
        var source: FlowNode
        var edges: [FlowEdge] = []
        var capacity = FlowCapacity.content
        var effort = FlowEffort()
        var gates: Set<FlowGate> = []

        func along(_ edge: FlowEdge) -> Way {
            var way = self
            way.edges.append(edge)
            way.capacity = min(capacity, edge.capacity)
            way.effort = effort + edge.effort
            way.gates.formUnion(edge.gates)
            return way
        }

        /// Whether another way is better in no respect.
        func isAsGood(as other: Way) -> Bool {
            effort.weight <= other.effort.weight && capacity >= other.capacity && gates.isSubset(of: other.gates)
        }
    }

    /// The maximum number of ways to keep for one container.
    static let mostWays = 32

    /// The containers where data starts.
    let sources: [FlowNode]
    /// The ways that end outside the organization.
    private(set) var leaks: [Way] = []
    /// Whether some way was cut.
    private(set) var isCut = false

    /// Searches a graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - sinks: The kinds of sinks to search for; nil for all kinds.
    init(_ graph: FlowGraph, to sinks: Set<FlowSink.Class>? = nil) {
        let wanted = graph.edges.filter { edge in
            guard let sinks, let sink = edge.sink else { return true }
            return sinks.contains(sink.sinkClass)
        }
        let edges = Dictionary(grouping: wanted.joined(), by: \.from)
        sources = Set(graph.origins.map(\.node) + [.site]).sorted()
        for source in sources { search(from: source, edges) }
    }

    private mutating func search(from source: FlowNode, _ edges: [FlowNode: [FlowEdge]]) {
        var open = [Way(source: source)]
        var known: [FlowNode: [Way]] = [source: open]
        // The positions of the ways that are still to be processed, the next one last.
        var waiting = [0]
        var order: [Way] = []
        while let next = waiting.popLast() {
            let way = open[next]
            let node = way.edges.last.flatMap { edge in
                if case .inside(let node) = edge.end { node } else { nil }
            }
            for edge in edges[node ?? source] ?? [] {
                let longer = way.along(edge)
                guard case .inside(let target) = edge.end else {
                    if case .sink = edge.end { order.append(longer) }
                    continue
                }
                let ways = known[target] ?? []
                guard !ways.contains(where: { $0.isAsGood(as: longer) }) else { continue }
                guard ways.count < Self.mostWays else {
                    isCut = true
                    continue
                }
                known[target] = ways + [longer]
                waiting.insert(open.count, at: place(of: longer, in: waiting, of: open))
                open.append(longer)
            }
        }
        leaks += order
    }

    /// Where a new way belongs among the waiting ways. Ways that are alike are processed in the order in which they were
    /// found.
    ///
    /// PERF: an organization may have thousands of apps, and each of them is the end of a way.
    private func place(of way: Way, in waiting: [Int], of open: [Way]) -> Int {
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(way, open[waiting[middle]]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a way is processed before another way: less effort first, then more capacity.
    private func isBefore(_ left: Way, _ right: Way) -> Bool {
        left.effort.weight == right.effort.weight
            ? left.capacity > right.capacity : left.effort.weight < right.effort.weight
    }
}
