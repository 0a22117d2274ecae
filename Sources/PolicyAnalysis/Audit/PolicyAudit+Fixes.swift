import ByteText
import PolicyModel
import RuleIndex
import RuleRegions

/// Changes that close paths. Each change is applied to a copy of the document, and the copy is searched: only paths that
/// disappeared are reported as closed.
extension PolicyAudit {
    /// The number of gates, besides rules, for which a change is tried however much that costs.
    private static let fewestGates = 12

    /// Finds and tries changes.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - sites: Its sites.
    ///   - trial: What was found in it.
    ///   - mostQuestions: How many questions may be asked again before further gates are left out.
    mutating func findFixes(
        _ policy: CompiledPolicy,
        _ sites: PolicySites,
        _ trial: FixTrial,
        mostQuestions: Int
    ) {
        var uses: [FlowGate: [Int]] = [:]
        for (position, path) in paths.enumerated() {
            for gate in path.gates { uses[gate, default: []].append(position) }
        }
        let gates = uses.keys.sorted { left, right in
            let (one, two) = (uses[left, default: []], uses[right, default: []])
            let (first, second) = (one.first ?? .max, two.first ?? .max)
            return first == second ? left < right : first < second
        }
        let (rules, others) = (gates.filter { $0.kind == .rule }, gates.filter { $0.kind != .rule })
        var answers = rulesFixes(rules, uses, policy, sites, trial).map { (gate: $0.gate, fix: $0) }
        let (tried, left) = triedFixes(others, uses, policy, sites, trial, mostQuestions)
        answers += others.compactMap { gate in tried[gate].map { (gate: gate, fix: $0) } }
        for position in paths.indices {
            let (id, gates) = (paths[position].id, paths[position].gates)
            let fixes = answers.filter { gates.contains($0.gate) && $0.fix.closes.contains(id) }.map(\.fix)
            // What opens something is offered only after what does not.
            paths[position].fixes = fixes.filter(\.opens.isEmpty) + fixes.filter { !$0.opens.isEmpty }
            if fixes.isEmpty { paths[position].untried = gates.filter(left.contains) }
        }
        untried = left.sorted()
        let ids = paths.filter { $0.code != .granted }.map(\.id)
        let fixes = answers.map(\.fix)
        chokePoints = Self.greedy(fixes.filter(\.opens.isEmpty), ids)
        let closed = Set(chokePoints.flatMap(\.closes))
        chokePoints += Self.greedy(fixes.filter { !$0.opens.isEmpty }, ids.filter { !closed.contains($0) })
    }

    /// Tries a change of each gate, the gates that most paths need first.
    ///
    /// - Returns: The changes that close paths, by gate, and the gates that were left out because earlier changes asked
    ///   too many questions.
    private func triedFixes(
        _ gates: [FlowGate],
        _ uses: [FlowGate: [Int]],
        _ policy: CompiledPolicy,
        _ sites: PolicySites,
        _ trial: FixTrial,
        _ mostQuestions: Int
    ) -> (fixes: [FlowGate: Fix], untried: Set<FlowGate>) {
        let counts = gates.map { uses[$0, default: []].count }
        let order = gates.indices.filter { gates[$0].mayBeChanged }
            .sorted { counts[$0] == counts[$1] ? $0 < $1 : counts[$0] > counts[$1] }
        var fixes: [FlowGate: Fix] = [:]
        var asked = 0
        for (number, position) in order.enumerated() {
            guard number < Self.fewestGates || asked < mostQuestions else {
                return (fixes, Set(order[number...].map { gates[$0] }))
            }
            let gate = gates[position]
            fixes[gate] = fix(gate, for: uses[gate, default: []], policy, sites, trial, asked: &asked)
        }
        return (fixes, [])
    }

    typealias Fix = LeakPath.Fix

    /// Repeatedly chooses the change that closes the most of the paths that are still open; of several, the first by its
    /// gate.
    ///
    /// PERF: thousands of rules may each have a change, so what each still closes is counted down and not counted again.
    static func greedy(_ fixes: [Fix], _ ids: [String]) -> [Fix] {
        let fixes = fixes.sorted(on: \.gate)
        var left = Set(ids)
        // How many open paths each change closes, and the changes that close each path.
        var counts = fixes.map { left.intersection($0.closes).count }
        var closing: [String: [Int]] = [:]
        for (position, fix) in fixes.enumerated() {
            for id in Set(fix.closes) { closing[id, default: []].append(position) }
        }
        var chosen: [Fix] = []
        // A choice only lowers counts, so one pass in the order of the gates chooses everything with the highest count.
        while let most = counts.max(), most > 0 {
            for position in fixes.indices where counts[position] == most {
                chosen.append(fixes[position])
                for id in fixes[position].closes where left.remove(id) != nil {
                    for other in closing[id] ?? [] { counts[other] -= 1 }
                }
            }
        }
        return chosen
    }

    /// The changes of rules. They are tried together, because each try compiles the rules again.
    private func rulesFixes(
        _ gates: [FlowGate],
        _ uses: [FlowGate: [Int]],
        _ policy: CompiledPolicy,
        _ sites: PolicySites,
        _ trial: FixTrial
    ) -> [Fix] {
        var document = policy.document
        var changes: [(gate: FlowGate, value: String)] = []
        // PERF: a rule set of ten thousand rules is copied once, and not once for each removed rule.
        var removed: [String: Set<String>] = [:]
        for gate in gates {
            guard let change = gate.ruleChange(in: &document, &removed) else { continue }
            changes.append((gate, change))
        }
        document.removeRules(removed)
        guard !changes.isEmpty else { return [] }
        let patched = CompiledPolicy(document)
        let result = trial.result(of: patched, PolicySites(patched, reusing: sites), .rules)
        return changes.compactMap { gate, value in
            let ids = uses[gate, default: []].map { paths[$0] }.filter { $0.gates == [gate] }.map(\.id)
            guard !ids.isEmpty, result.closed.isSuperset(of: ids) else { return nil }
            // Any of the changes may be the one that opens something.
            return Fix(gate: gate, value: value, closes: ids, opens: result.opened, leaves: result.left)
        }
    }

    private func fix(
        _ gate: FlowGate,
        for users: [Int],
        _ policy: CompiledPolicy,
        _ sites: PolicySites,
        _ trial: FixTrial,
        asked: inout Int
    ) -> Fix? {
        let ids = Set(users.map { paths[$0].id })
        for change in gate.changes(in: policy.document) {
            let patched = CompiledPolicy(change.document, withRuleSetsOf: policy)
            // A rule set that no view used before has no witnesses yet.
            let isWithoutRules = gate.kind == .view && gate.name != "policy"
            let known = isWithoutRules ? PolicySites(patched, reusing: sites) : sites
            let result = trial.result(of: patched, known, change.difference)
            asked += result.questionCount
            // A wider value has a different id; a path with the same crossing and another value is not closed.
            guard ids.isSubset(of: result.closed), result.hasFewerPaths else { continue }
            let closed = paths.lazy.map(\.id).filter(result.closed.contains)
            return Fix(
                gate: change.gate,
                value: change.value,
                closes: Array(closed),
                opens: result.opened,
                leaves: result.left
            )
        }
        return nil
    }
}
