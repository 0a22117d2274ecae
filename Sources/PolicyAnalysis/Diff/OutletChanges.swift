import PolicyModel
import RuleIndex

/// What one of two compared policies lets out and the other does not.
struct OutletChanges {
    private let asking: FlowAsking
    /// The gates by which something is allowed here and not by the other policy.
    private var gates: Set<FlowGate> = []
    /// The kinds of questions to which more may be allowed here by any gate.
    private var kinds: Set<Question.Kind>

    /// Collects what is allowed by one policy only.
    ///
    /// - Parameters:
    ///   - changes: The requests with different answers.
    ///   - asking: Queries the policy.
    ///   - unproven: The kinds of questions of which not every class was compared.
    ///   - answer: The policy's answer, if it allows more than the other answer; else nil.
    init(
        _ changes: [PolicyDiff.Change],
        of asking: FlowAsking,
        unproven: Set<Question.Kind>,
        answer: (PolicyDiff.Change) -> FlowStep?
    ) {
        self.asking = asking
        kinds = unproven
        for step in changes.compactMap(answer) {
            let reasons = [step.deciding].compactMap(\.self) + step.reasons
            let behind = reasons.compactMap { asking.gate(ofSettingBehind: $0) }
            if behind.isEmpty { kinds.insert(step.request.question.kind) } else { gates.formUnion(behind) }
        }
    }

    /// The paths of the policy by which something leaves that cannot leave under the other policy.
    ///
    /// - Parameters:
    ///   - audit: The audit of the policy.
    ///   - other: The audit of the other policy.
    ///   - former: Queries the other policy.
    ///   - unchanged: The edited rules that decide the same under both policies.
    /// - Returns: The paths, in the order of the audit: every one of which it is not proven that all could leave
    ///   before. A path that the other audit also has is among them if more sources use it or more leaves by it.
    func newPaths(
        of audit: PolicyAudit,
        since other: PolicyAudit,
        _ former: FlowAsking,
        _ unchanged: UnchangedRules
    ) -> [LeakPath] {
        let known = Set(other.paths.map(\.id))
        let rewritten = Set(other.paths.map { $0.id(comparing: unchanged.comparable) })
        let elsewhere = PoliciesElsewhere(of: asking.policy.document, in: former.policy.document)
        let ways = FormerWays(former, other.paths, comparedWith: asking.policy, unchanged.comparable)
        return audit.paths.filter { path in
            if known.contains(path.id) || elsewhere.had(path, among: known) { return !ways.containSources(of: path) }
            guard ways.contain(path) else { return true }
            // Rules that are only written in another way let out what they let out before, whatever else allows more.
            return mayLetOutMore(path) && !rewritten.contains(path.id(comparing: unchanged.comparable))
        }
    }

    /// Whether a gate of a path lets out something new, although the steps of the path may not show it: they ask about
    /// one of the links that a list exempts.
    private func mayLetOutMore(_ path: LeakPath) -> Bool {
        !gates.isDisjoint(with: path.gates)
            || path.ways.contains { way in
                way.edges.contains { edge in
                    edge.steps.contains { kinds.contains($0.request.question.kind) }
                }
            }
    }
}
