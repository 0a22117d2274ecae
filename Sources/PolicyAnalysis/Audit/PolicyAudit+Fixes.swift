import PolicyModel
import RuleIndex

/// Changes that close paths. Each change is applied to a copy of the document, and the copy is audited: only paths that
/// disappeared are reported as closed.
extension PolicyAudit {
    /// The maximum number of gates for which a change is tried.
    private static let mostGates = 12

    /// Finds and tries changes.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - sites: Its sites.
    ///   - graphs: The graphs of its organizations, by their numbers.
    mutating func findFixes(_ policy: CompiledPolicy, _ sites: PolicySites, _ graphs: [UInt32: FlowGraph]) {
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
        var fixes = rulesFixes(rules, uses, policy, sites)
        for gate in others.prefix(Self.mostGates) {
            guard let fix = fix(gate, for: uses[gate, default: []], policy, sites, graphs) else { continue }
            fixes.append(fix)
        }
        for fix in fixes {
            for position in paths.indices where fix.closes.contains(paths[position].id) {
                if paths[position].gates.contains(fix.gate) { paths[position].fixes.append(fix) }
            }
        }
        chokePoints = Self.greedy(fixes, paths.filter { $0.code != .granted }.map(\.id))
    }

    typealias Fix = LeakPath.Fix

    /// Repeatedly chooses the change that closes the most of the paths that are still open.
    private static func greedy(_ fixes: [Fix], _ ids: [String]) -> [Fix] {
        var left = Set(ids)
        var chosen: [Fix] = []
        while !left.isEmpty {
            let best = fixes.max { one, two in
                let (first, second) = (left.intersection(one.closes).count, left.intersection(two.closes).count)
                return first == second ? one.gate > two.gate : first < second
            }
            guard let best, !left.intersection(best.closes).isEmpty else { break }
            left.subtract(best.closes)
            chosen.append(best)
        }
        return chosen
    }

    /// The changes of rules. They are tried together, because each try compiles the rules again.
    private func rulesFixes(
        _ gates: [FlowGate],
        _ uses: [FlowGate: [Int]],
        _ policy: CompiledPolicy,
        _ sites: PolicySites
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
        let known = PolicySites(patched, reusing: sites)
        let audit = PolicyAudit(patched, Options(findsFixes: false, assuming: assuming), known, replaying: nil)
        let left = Set(audit.paths.map(\.id))
        return changes.compactMap { gate, value in
            let ids = uses[gate, default: []].map { paths[$0] }.filter { $0.gates == [gate] }.map(\.id)
            return ids.isEmpty || !left.isDisjoint(with: ids) ? nil : Fix(gate: gate, value: value, closes: ids)
        }
    }

    private func fix(
        _ gate: FlowGate,
        for users: [Int],
        _ policy: CompiledPolicy,
        _ sites: PolicySites,
        _ graphs: [UInt32: FlowGraph]
    ) -> Fix? {
        let ids = Set(users.map { paths[$0].id })
        for change in gate.changes(in: policy.document) {
            let patched = CompiledPolicy(change.document, withRuleSetsOf: policy)
            // A rule set that no view used before has no witnesses yet.
            let isWithoutRules = gate.kind == .view && gate.name != "policy"
            let known = isWithoutRules ? PolicySites(patched, reusing: sites) : sites
            let audit = PolicyAudit(
                patched,
                Options(findsFixes: false, assuming: assuming),
                known,
                replaying: nil,
                bases: gate.kind == .setting
                    ? graphs.mapValues { FlowGraph.Base(graph: $0, policy: gate.owner) } : [:]
            )
            // A wider value has a different id; a path with the same crossing and another value is not closed.
            let after = Set(audit.paths.map(\.id))
            let closed = paths.filter { !after.contains($0.id) }.map(\.id)
            guard ids.isSubset(of: closed), audit.paths.count < paths.count else { continue }
            return Fix(gate: gate, value: change.value, closes: closed)
        }
        return nil
    }
}

extension FlowGate {
    /// A changed document, and the value written in it.
    struct Change {
        var value: String
        var document: PolicyDocument
    }

    /// The possible changes, the smallest first.
    func changes(in document: PolicyDocument) -> [Change] {
        switch kind {
        case .setting: settingChanges(in: document)
        case .view: viewChanges(in: document)
        case .rule: ruleChanges(in: document)
        case .appSetting, .app, .device, .assumption: []
        }
    }

    private func settingChanges(in document: PolicyDocument) -> [Change] {
        guard let setting, let policy = document.policies[owner] else { return [] }
        return Self.stricter(setting, than: policy[setting]).compactMap { value in
            var changed = document
            var patched = policy
            guard patched.set(setting, to: value) else { return nil }
            changed.policies[owner] = patched
            return Change(value: SettingInForce.Value(patched[setting]).text, document: changed)
        }
    }

    /// The values that protect more, from the weakest.
    private static func stricter(_ setting: PolicySetting, than value: PolicySettingValue?) -> [PolicySettingValue?] {
        switch setting.row.strictness {
        case .on: return [.boolean(true)]
        case .off: return [.boolean(false)]
        case .lower: return [.number(0)]
        case .unset: return [nil]
        case .words(let words):
            guard case .text(let text)? = value, let position = words.firstIndex(of: text) else { return [] }
            return words[(position + 1)...].map { .text($0) }
        case .fewer:
            switch value {
            case .texts(let texts)?:
                let without = texts.indices.map { position in
                    PolicySettingValue.texts(texts.enumerated().filter { $0.offset != position }.map(\.element))
                }
                return without.count > 1 && without.count <= 8 ? without + [.texts([])] : [.texts([])]
            case .protocols?: return [.protocols([])]
            default: return []
            }
        case .unordered, .higher, .shorter: return []
        }
    }

    private func ruleChanges(in document: PolicyDocument) -> [Change] {
        var changed = document
        var removed: [String: Set<String>] = [:]
        guard let value = ruleChange(in: &changed, &removed) else { return [] }
        changed.removeRules(removed)
        return [Change(value: value, document: changed)]
    }

    /// Changes a rule set.
    ///
    /// - Parameters:
    ///   - document: The document, whose defaults are changed.
    ///   - removed: The rules to remove, by rule set.
    /// - Returns: The change in words, or nil if no change is possible.
    fileprivate func ruleChange(in document: inout PolicyDocument, _ removed: inout [String: Set<String>]) -> String? {
        guard let position = document.ruleSets.firstIndex(where: { $0.name == owner }) else { return nil }
        // A rule set that blocks resources still allows those of external sites.
        guard name != "subresources" else { return nil }
        if name == "default" {
            document.ruleSets[position].defaultClass = .external
            return "external"
        }
        removed[owner, default: []].insert(name)
        return "remove the rule, or name the domains that are meant"
    }

    /// All views that are equivalent to the named view are changed with it.
    private func viewChanges(in document: PolicyDocument) -> [Change] {
        let alike = FlowGraph.viewClasses(of: document).first { $0.names.contains(owner) }?.names ?? [owner]
        func changed(_ change: (inout ViewDeclaration) -> Void) -> PolicyDocument {
            var changed = document
            for position in changed.views.indices {
                let view = changed.views[position]
                if view.id == owner || alike.contains(view.id) && view.policy != .unset
                    || name != "policy" && alike.contains(view.id)
                {
                    change(&changed.views[position])
                }
            }
            return changed
        }
        guard name != "policy" else {
            return [Change(value: "currentIdentity", document: changed { $0.policy = .currentIdentity })]
        }
        return document.ruleSets.map { ruleSet in
            Change(value: ruleSet.name, document: changed { $0.ruleSet = ruleSet.name })
        }
    }
}

extension PolicyDocument {
    /// Removes rules, by rule set.
    fileprivate mutating func removeRules(_ removed: [String: Set<String>]) {
        for position in ruleSets.indices {
            guard let ids = removed[ruleSets[position].name] else { continue }
            ruleSets[position].rules.removeAll { ids.contains($0.id) }
        }
    }
}
