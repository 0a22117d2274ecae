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
        var sink: String
        var crossing: FlowEdge.Crossing
        /// The kinds of the last questions.
        var questions: Set<Question.Kind>
        /// The gates that are not settings of policies. A URL only represents what a rule matches, so another value of
        /// a rule proves nothing about what could leave before.
        var conditions: Set<FlowGate>

        init?(_ way: LeakSearch.Way, from source: FlowNode, of organization: String) {
            guard let last = way.edges.last, let sink = last.sink else { return nil }
            self.organization = organization
            self.source = source
            self.sink = sink.selector
            crossing = last.crossing
            questions = Set(last.steps.map(\.request.question.kind))
            conditions = way.gates.filter { $0.kind != .setting }
        }
    }

    /// Queries the former policy.
    private let asking: FlowAsking
    /// For each account that represents others under the other policy, the account that represented all of them here.
    /// Absent if one of them was not there, or could leave in other ways than the rest.
    private var representatives: [AccountID: AccountID] = [:]
    /// The most that leaves by each outlet.
    private var capacities: [Outlet: FlowCapacity] = [:]

    /// Collects the ways.
    ///
    /// - Parameters:
    ///   - asking: Queries the former policy.
    ///   - paths: Its paths.
    ///   - other: The policy whose paths are compared with them.
    /// - Complexity: O(*n* log *n*) in the accounts, and O(*n*) in the ways.
    init(_ asking: FlowAsking, _ paths: some Sequence<LeakPath>, comparedWith other: CompiledPolicy) {
        self.asking = asking
        let accounts = Self.kinds(of: asking.policy)
        let kinds = Dictionary(accounts.map { ($0.account, $0.kind) }) { first, _ in first }
        let firsts = Dictionary(accounts.map { ($0.kind, $0.account) }) { first, _ in first }
        for members in Dictionary(grouping: Self.kinds(of: other), by: \.kind).values {
            let former = Set(members.map { kinds[$0.account] })
            guard former.count == 1, let kind = former.first.flatMap(\.self) else { continue }
            representatives[members[0].account] = firsts[kind]
        }
        for path in paths {
            for way in path.ways {
                guard let outlet = Outlet(way, from: way.source, of: path.organization) else { continue }
                capacities[outlet] = max(capacities[outlet] ?? .url, way.capacity)
            }
        }
    }

    /// Whether all that a path of the other policy lets out could leave before: to the same places, from each of its
    /// sources and with as much capacity, by steps that were answered at least as permissively.
    func contain(_ path: LeakPath) -> Bool {
        !path.ways.isEmpty
            && path.ways.allSatisfy { way in
                guard let source = former(way.source),
                    let outlet = Outlet(way, from: source, of: path.organization),
                    let capacity = capacities[outlet], capacity >= way.capacity
                else { return false }
                return way.edges.allSatisfy { edge in
                    edge.steps.allSatisfy { step in
                        let reach = AnswerReach(asking.outcome(of: step.request))
                        return AnswerReach(FlowOutcome(step)).isSubset(of: reach)
                    }
                }
            }
    }

    /// The container that represented a container of the other policy.
    private func former(_ node: FlowNode) -> FlowNode? {
        guard case .account(let account) = node else { return node }
        return representatives[account].map { .account($0) }
    }

    /// The accounts of organizations with their kinds, ordered by id: the first of a kind represents the others.
    private static func kinds(of policy: CompiledPolicy) -> [(account: AccountID, kind: AccountKind)] {
        policy.document.accounts.accounts.enumerated()
            .filter { $0.element.isManaged && policy.identityOfAccount[$0.offset] != nil }
            .map { (account: $0.element.id, kind: AccountKind(of: $0.element, at: $0.offset, in: policy)) }
            .sorted { $0.account.canonical < $1.account.canonical }
    }
}
