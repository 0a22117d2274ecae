import ByteText
import PolicyModel
import RuleIndex

/// The ways by which data can leave under one policy, to tell which paths of another policy let out anything more.
///
/// The id of a path contains the values of its gates. If a setting becomes stricter, a path with another id takes the
/// place of the former path, although nothing leaves that could not leave before.
struct FormerWays {
    /// What two ways have in common if at most settings of policies tell them apart.
    private struct Outlet: Hashable {
        var organization: String
        var source: FlowNode
        var sinkClass: FlowSink.Class
        /// The selector of the sink.
        var sink: String
        var crossing: FlowEdge.Crossing
        /// The kinds of the last questions.
        var questions: Set<Question.Kind>
        /// The gates that are not settings of policies, as they are compared. A URL only represents what a rule matches,
        /// so another value of a rule by itself proves nothing about what could leave before.
        var conditions: Set<FlowGate>

        init?(
            _ way: LeakSearch.Way,
            from source: FlowNode,
            of organization: String,
            _ comparable: (FlowGate) -> FlowGate
        ) {
            guard let last = way.edges.last, let sink = last.sink else { return nil }
            self.organization = organization
            self.source = source
            sinkClass = sink.sinkClass
            self.sink = sink.selector
            crossing = last.crossing
            questions = Set(last.steps.map(\.request.question.kind))
            conditions = Set(way.gates.filter { $0.kind != .setting }.map(comparable))
        }

        /// The outlet to the same sink, for a reason. An account outside the organization represents others, and
        /// another one of them may have done so before, so all of these accounts are one sink.
        func ofSink(_ crossing: FlowEdge.Crossing) -> Self {
            widened(to: sinkClass == .account ? "" : sink, crossing)
        }

        /// The outlet by which settings let data reach any app, and so also the app of this outlet.
        var ofAnyApp: Self { widened(to: FlowSink.anyApp.selector, .setting) }

        /// Whether settings alone let data reach any app.
        var reachesAnyApp: Bool {
            sink == FlowSink.anyApp.selector && crossing == .setting && conditions.isEmpty
        }

        /// The outlet to a sink of the class, by any question and under any conditions.
        private func widened(to sink: String, _ crossing: FlowEdge.Crossing) -> Self {
            var outlet = self
            (outlet.sink, outlet.crossing, outlet.questions, outlet.conditions) = (sink, crossing, [], [])
            return outlet
        }
    }

    /// Queries the former policy.
    private let asking: FlowAsking
    /// A gate of either policy without what is proven to be the same under both.
    private let comparable: (FlowGate) -> FlowGate
    /// For each account that represents others under the other policy, the accounts that represented them here. Nil in
    /// a set is an account that was not there.
    private var representatives: [AccountID: Set<AccountID?>] = [:]
    /// The managed apps whose policy is known here.
    private let apps: Set<AppID>
    /// The most that leaves by each outlet, and by settings alone to any app.
    private var capacities: [Outlet: FlowCapacity] = [:]
    /// The most that leaves to each sink by any question, whatever it needs, and without a certain state of the device.
    private var reached: (ever: [Outlet: FlowCapacity], always: [Outlet: FlowCapacity]) = ([:], [:])

    /// Collects the ways.
    ///
    /// - Parameters:
    ///   - asking: Queries the former policy.
    ///   - paths: Its paths.
    ///   - other: The policy whose paths are compared with them.
    ///   - comparable: A gate of either policy without what is proven to be the same under both.
    /// - Complexity: O(*n* log *n*) in the accounts, and O(*n*) in the ways.
    init(
        _ asking: FlowAsking,
        _ paths: some Sequence<LeakPath>,
        comparedWith other: CompiledPolicy,
        _ comparable: @escaping (FlowGate) -> FlowGate = { $0 }
    ) {
        self.asking = asking
        self.comparable = comparable
        let policy = asking.policy
        let managed = (policy.document.apps ?? []).filter { policy.managedIdentity(of: $0.id) != nil }
        apps = Set(managed.filter { $0.policy != nil }.map(\.id))
        let accounts = Self.kinds(of: asking.policy)
        let kinds = Dictionary(accounts.map { ($0.account, $0.kind) }) { first, _ in first }
        let firsts = Dictionary(accounts.map { ($0.kind, $0.account) }) { first, _ in first }
        for members in Dictionary(grouping: Self.kinds(of: other), by: \.kind).values {
            let former = members.map { member in kinds[member.account].flatMap { firsts[$0] } }
            representatives[members[0].account] = Set(former)
        }
        for path in paths {
            for way in path.ways {
                guard let outlet = Outlet(way, from: way.source, of: path.organization, comparable) else {
                    continue
                }
                func note(_ outlet: Outlet, in capacities: inout [Outlet: FlowCapacity]) {
                    capacities[outlet] = max(capacities[outlet] ?? .url, way.capacity)
                }
                note(outlet, in: &capacities)
                if outlet.reachesAnyApp { note(outlet.ofAnyApp, in: &capacities) }
                let ofSink = outlet.ofSink(outlet.crossing)
                note(ofSink, in: &reached.ever)
                if !way.effort.needsDeviceState { note(ofSink, in: &reached.always) }
            }
        }
    }

    /// Whether all that a path of the other policy lets out could leave before: to the same places, from each of its
    /// sources and with as much capacity, by steps that were answered at least as permissively.
    func contain(_ path: LeakPath) -> Bool {
        !path.ways.isEmpty
            && path.ways.allSatisfy { way in
                guard let source = former(way.source),
                    let outlet = Outlet(way, from: source, of: path.organization, comparable),
                    [outlet, outlet.ofAnyApp].contains(where: { Self.carries($0, way.capacity, capacities) })
                else { return false }
                return way.edges.allSatisfy { edge in
                    edge.steps.allSatisfy { step in
                        let reach = AnswerReach(asking.outcome(of: step.request))
                        return AnswerReach(FlowOutcome(step)).isSubset(of: reach)
                    }
                }
            }
    }

    /// Whether as much could leave before from each source of a path of the other policy: to the same place or to any
    /// app, by settings or for the same reason. A source that was not there before is ignored.
    ///
    /// The id of a path contains neither its sources nor what it carries, so a path with the same id may let out more.
    /// Only the place counts, because an audit does not report a detour to a place that the source also reaches
    /// directly.
    func containSources(of path: LeakPath) -> Bool {
        path.ways.allSatisfy { way in
            formers(way.source).allSatisfy { source in
                guard let outlet = Outlet(way, from: source, of: path.organization, comparable) else { return false }
                let known = way.effort.needsDeviceState ? reached.ever : reached.always
                return [outlet.ofSink(outlet.crossing), outlet.ofSink(.setting), outlet.ofAnyApp]
                    .contains { Self.carries($0, way.capacity, known) }
            }
        }
    }

    /// Whether at least so much leaves by an outlet.
    private static func carries(
        _ outlet: Outlet,
        _ capacity: FlowCapacity,
        _ capacities: [Outlet: FlowCapacity]
    ) -> Bool { capacities[outlet].map { $0 >= capacity } ?? false }

    /// The container that represented a container of the other policy. Nil if it represents an account that was not
    /// there, or accounts that could leave in different ways.
    private func former(_ node: FlowNode) -> FlowNode? {
        guard case .account(let account) = node else { return node }
        guard let former = representatives[account], former.count == 1 else { return nil }
        return former.first.flatMap(\.self).map { .account($0) }
    }

    /// The containers that represented what a container of the other policy represents, as far as it was there.
    private func formers(_ node: FlowNode) -> [FlowNode] {
        switch node {
        case .account(let account): (representatives[account] ?? []).compactMap(\.self).map { .account($0) }
        case .app(let app): apps.contains(app) ? [node] : []
        case .site, .view, .externalPage, .place: [node]
        }
    }

    /// The accounts of organizations with their kinds, ordered by id: the first of a kind represents the others.
    private static func kinds(of policy: CompiledPolicy) -> [(account: AccountID, kind: AccountKind)] {
        policy.document.accounts.accounts.enumerated()
            .filter { $0.element.isManaged && policy.identityOfAccount[$0.offset] != nil }
            .map { (account: $0.element.id, kind: AccountKind(of: $0.element, at: $0.offset, in: policy)) }
            .sorted(on: \.account.canonical)
    }
}
