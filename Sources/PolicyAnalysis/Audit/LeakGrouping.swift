import ByteText
import Diagnostics
import PolicyModel

/// Turns ways into findings: determines why each way is open, leaves out ways that add no information, and joins ways
/// without a relevant difference.
struct LeakGrouping {
    private struct Key: Hashable {
        var sink: FlowSink.Class
        var gates: [FlowGate]
    }

    private let graph: FlowGraph
    private let policies: [FlowNode: String]
    /// The kinds of the accounts.
    private let kinds: [FlowNode: AccountKind]

    init(_ graph: FlowGraph) {
        self.graph = graph
        policies = Dictionary(graph.origins.map { ($0.node, $0.policy.name) }) { first, _ in first }
        kinds = Dictionary(
            graph.organization.accounts.compactMap { account in
                let position = graph.document.accounts.position(of: account.id)
                return position.map { position in
                    (.account(account.id), AccountKind(of: account, at: position, in: graph.asking.policy))
                }
            }
        ) { first, _ in first }
    }

    /// The findings of one organization: one for each class of sinks and minimal set of gates.
    ///
    /// - Parameters:
    ///   - ways: The ways out.
    ///   - isTrial: Whether ``LeakPath/reachedFrom`` and ``LeakPath/from`` are not needed.
    /// - Returns: The paths, in no particular order.
    func paths(of ways: [LeakSearch.Way], isTrial: Bool = false) -> [LeakPath] {
        var direct: [Outlet: FlowCapacity] = [:]
        for way in ways where way.edges.count == 1 && way.edges[0].crossing == .setting {
            // A way that another policy opens is reported even if it takes no detour.
            guard let outlet = Outlet(way), code(of: way) != .composed else { continue }
            direct[outlet] = max(direct[outlet] ?? .url, way.capacity)
        }
        let told = ways.filter { !isPermittedAnyway($0, direct) }
        var groups: [Key: [(way: LeakSearch.Way, sink: FlowSink, code: AuditCode)]] = [:]
        for way in told {
            guard let sink = way.edges.last?.sink else { continue }
            let key = Key(sink: sink.sinkClass, gates: way.gates.sorted())
            groups[key, default: []].append((way, sink, code(of: way)))
        }
        let minimal = groups.filter { key, _ in
            !groups.keys.contains { other in
                other.sink == key.sink && other.gates.count < key.gates.count
                    && Set(other.gates).isSubset(of: key.gates) && !other.gates.isEmpty
            }
        }
        let toldOutlets = isTrial ? [:] : outlets(of: told)
        let allOutlets = isTrial ? [:] : outlets(of: ways)
        return minimal.map { key, group in
            var path = path(of: group)
            // A path also represents the ways that are not minimal.
            let further = groups.filter { other, _ in
                other.gates.count > key.gates.count && !key.gates.isEmpty && other.sink == key.sink
                    && Set(other.gates).isSuperset(of: key.gates)
            }
            path.ways = (group + further.values.joined()).map(\.way)
            guard !isTrial else { return path }
            let passages = toldOutlets[key.sink] ?? Passages()
            path.reachedFrom = reached(
                through: Set(key.gates),
                by: passages,
                or: allOutlets[key.sink] ?? Passages()
            )
            path.from = capacities(of: passages.passages(through: Set(key.gates)))
            return path
        }
    }

    /// The parts of a way that matter once all ways are known.
    ///
    /// PERF: a way is copied with all its edges, and each path checks every way to its sink.
    private struct Passage: Hashable {
        var source: FlowNode
        var gates: Set<FlowGate>
        var code: AuditCode
        var capacity: FlowCapacity
    }

    /// Passages to one kind of sinks, without duplicates.
    ///
    /// PERF: each of a thousand apps may have a gate and a path of its own.
    private struct Passages {
        private var all: [Passage] = []
        private var seen: Set<Passage> = []
        /// The positions of the passages that need a gate, in ascending order.
        private var ofGate: [FlowGate: [Int]] = [:]
        private(set) var sources: Set<FlowNode> = []

        mutating func append(_ passage: Passage) {
            guard seen.insert(passage).inserted else { return }
            for gate in passage.gates { ofGate[gate, default: []].append(all.count) }
            sources.insert(passage.source)
            all.append(passage)
        }

        /// The passages that need all of these gates, in their order.
        func passages(through gates: Set<FlowGate>) -> [Passage] {
            let fewest = gates.map { ofGate[$0] ?? [] }.min { $0.count < $1.count } ?? Array(all.indices)
            return fewest.map { all[$0] }.filter { gates.isSubset(of: $0.gates) }
        }
    }

    /// The ways by sink.
    private func outlets(of ways: [LeakSearch.Way]) -> [FlowSink.Class: Passages] {
        var outlets: [FlowSink.Class: Passages] = [:]
        for way in ways {
            guard let sink = way.edges.last?.sink?.sinkClass else { continue }
            let passage = Passage(
                source: way.source,
                gates: way.gates,
                code: code(of: way),
                capacity: way.capacity
            )
            outlets[sink, default: Passages()].append(passage)
        }
        return outlets
    }

    /// The sources from which such a sink is reached, each with its most important code among the reported ways.
    private func reached(
        through gates: Set<FlowGate>,
        by told: Passages,
        or all: Passages
    ) -> [(source: LeakPath.Source, code: AuditCode)] {
        var codes: [FlowNode: AuditCode] = [:]
        for passage in told.passages(through: gates) {
            if let known = codes[passage.source], known.rank <= passage.code.rank { continue }
            codes[passage.source] = passage.code
        }
        // What the source's own policy lets out anyway is reported by another path.
        for passage in all.passages(through: gates)
        where !told.sources.contains(passage.source) && codes[passage.source] == nil {
            codes[passage.source] = passage.code
        }
        return codes.sorted(on: { $0.key }).map { (LeakPath.Source($0.key), $0.value) }
    }

    /// The most that passages carry from each policy.
    private func capacities(of passages: [Passage]) -> [String: FlowCapacity] {
        passages.reduce(into: [:]) { most, passage in
            guard let policy = policies[passage.source] else { return }
            most[policy] = max(most[policy] ?? .url, passage.capacity)
        }
    }

    private func path(of group: [(way: LeakSearch.Way, sink: FlowSink, code: AuditCode)]) -> LeakPath {
        // PERF: numbers are compared, because a way is copied with all its edges.
        let ranks = group.map { ($0.code.rank, $0.way.capacity, $0.way.effort.weight) }
        let ranked = group.indices.sorted { left, right in
            let (one, two) = (ranks[left], ranks[right])
            if one.0 != two.0 { return one.0 < two.0 }
            if one.1 != two.1 { return one.1 > two.1 }
            if one.2 != two.2 { return one.2 < two.2 }
            return left < right
        }
        // A report that a URL may go to any app must not suggest that a file may not.
        let most = ranks.map(\.1).max()
        let shown = ranked.first { ranks[$0].1 == most } ?? ranked[0]
        let code = group[ranked[0]].code
        var path = LeakPath(group[shown].way, to: group[shown].sink, code: code, organization: graph.organization)
        path.home = graph.home(of: path.gates)
        for position in ranked where position != shown {
            let source = LeakPath.Source(group[position].way.source)
            if source != path.source, !path.alsoFrom.contains(source) { path.alsoFrom.append(source) }
            let sink = group[position].sink
            for view in group[position].way.edges.last?.views ?? [] where !path.views.contains(view) {
                path.views.append(view)
            }
            if sink != path.sink, !path.alsoTo.contains(sink) { path.alsoTo.append(sink) }
        }
        return path
    }

    /// A source, and a sink that its data reaches.
    private struct Outlet: Hashable {
        var source: FlowNode
        var sinkClass: FlowSink.Class
        /// The selector of the sink.
        var sink: String
        var needsDeviceState: Bool

        init?(_ way: LeakSearch.Way) {
            guard let sink = way.edges.last?.sink else { return nil }
            (source, sinkClass, self.sink) = (way.source, sink.sinkClass, sink.selector)
            needsDeviceState = way.effort.needsDeviceState
        }

        /// The outlets that include this one: to the same sink or to any app, perhaps in any state of the device.
        var including: [Self] {
            var all = [self]
            if sinkClass == .app {
                var any = self
                any.sink = FlowSink.anyApp.selector
                all.append(any)
            }
            guard needsDeviceState else { return all }
            return all
                + all.map { outlet in
                    var always = outlet
                    always.needsDeviceState = false
                    return always
                }
        }
    }

    /// Whether a detour adds no information, because the source's own policy lets as much data reach its sink directly.
    ///
    /// A policy that permits one app says nothing about others, so only any app includes every app. What a managed app
    /// whose policy is unknown lets out is included in what any app lets out.
    private func isPermittedAnyway(_ way: LeakSearch.Way, _ direct: [Outlet: FlowCapacity]) -> Bool {
        guard way.edges.count > 1, let outlet = Outlet(way), let last = way.edges.last?.from else { return false }
        // An account's app configuration may permit more than its policy does.
        let isOfSameKind = kinds[last] == nil || kinds[way.source] == nil || kinds[last] == kinds[way.source]
        if isOfSameKind, let policy = policies[last], policy == policies[way.source] { return true }
        return outlet.including.contains { direct[$0].map { $0 >= way.capacity } ?? false }
    }

    private func code(of way: LeakSearch.Way) -> AuditCode {
        guard let crossing = way.edges.last else { return .unknown }
        switch crossing.crossing {
        case .mislabelledPage: return .mislabelledPage
        case .mislabelledSite: return .mislabelledSite
        case .contradiction: return .contradiction
        case .unknown: return .unknown
        case .setting: break
        }
        let own = policies[way.source]
        let settings = crossing.gates.filter { $0.kind == .setting }
        guard let setting = settings.first(where: { $0.owner == own }) else { return .composed }
        return setting.location == nil ? .byDefault : .granted
    }
}

extension AuditCode {
    /// The order in which findings are reported, the most important first.
    package var rank: Int {
        switch severity {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}
