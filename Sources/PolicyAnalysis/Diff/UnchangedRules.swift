import PolicyModel
import RuleIndex
import URLMatching

/// The edited rules and rule sets that are proven to decide as before.
///
/// The id of a leak path contains the rules that open it, with their values. If these are only written in another way,
/// renamed or split, a path with another id takes the place of the former path, although the same URLs open it.
struct UnchangedRules {
    private struct Name: Hashable {
        var ruleSet: String
        var id: String
    }

    /// A rule set of a policy.
    private struct Side {
        let ruleSet: RuleSet
        let compiled: CompiledRuleSet

        init?(_ name: String, of policy: CompiledPolicy) {
            guard let position = policy.document.ruleSets.firstIndex(where: { $0.name == name }) else { return nil }
            (ruleSet, compiled) = (policy.document.ruleSets[position], policy.ruleSets[position])
        }

        /// What decisions depend on, with another name.
        func canonical(named name: String) -> RuleSet {
            var canonical = ruleSet.canonical
            canonical.name = name
            return canonical
        }
    }

    /// The maximum number of edited rules to compare.
    private static let mostRules = 64

    /// The rules that match the same URLs as before, with the same class and priority.
    private var rules: Set<Name> = []
    /// The rule sets with other rules that give every URL the same class as before, if the organizations have the same
    /// hosts.
    private var alike: Set<String> = []
    /// The new names of the rule sets in which nothing else is edited.
    private var names: [String: String] = [:]

    /// No rules, for policies in which the same rules open paths.
    init() {}

    /// Compares the edited rules of two policies.
    ///
    /// - Complexity: O(*n* *m*) in the rules and entries of the edited rule sets, and the edited rules, of which at most
    ///   64 are compared, each at no more URLs than a comparison of policies asks about.
    init(_ edits: [PolicyEdit], from old: CompiledPolicy, to new: CompiledPolicy) {
        var edited: [String: [String]] = [:]
        var others: Set<String> = []
        // The class of a URL does not tell who keeps its site. If the organizations have other hosts, a rule may open a
        // path that only another rule opened before.
        var hasSameOwners = true
        for edit in edits {
            if case .rule(let ruleSet, let id) = edit.subject { edited[ruleSet, default: []].append(id) }
            if case .ruleSet(let name) = edit.subject { others.insert(name) }
            if case .other = edit.subject { hasSameOwners = false }
        }
        var left = Self.mostRules
        for (name, ids) in edited.sorted(by: { $0.key < $1.key }) where ids.count <= left {
            guard let before = Side(name, of: old), let after = Side(name, of: new) else { continue }
            left -= ids.count
            var moved: [Rule] = []
            for id in ids {
                let pair = [before, after].compactMap { side in side.ruleSet.rules.first { $0.id == id } }
                if pair.count == 2, pair[0].whySame(as: pair[1], in: after.ruleSet) != nil {
                    rules.insert(Name(ruleSet: name, id: id))
                } else {
                    moved += pair
                }
            }
            guard hasSameOwners, !moved.isEmpty, !others.contains(name) else { continue }
            if Self.classifyAlike(before, after, where: moved) { alike.insert(name) }
        }
        let added = others.sorted().compactMap { Side($0, of: old) == nil ? Side($0, of: new) : nil }
        for name in others.sorted() where !added.isEmpty && Side(name, of: new) == nil {
            guard let before = Side(name, of: old),
                let after = added.first(where: { $0.canonical(named: name) == before.canonical(named: name) })
            else { continue }
            names[name] = after.ruleSet.name
        }
    }

    /// A gate as it is compared with a gate of the other policy. What is proven to be unchanged is left out.
    func comparable(_ gate: FlowGate) -> FlowGate {
        guard gate.kind == .rule else { return gate }
        var gate = gate
        // What resources may do is not about a rule.
        if alike.contains(gate.owner), gate.name != FlowGate.subresources {
            (gate.name, gate.value, gate.placelessValue) = ("", "", nil)
        } else if rules.contains(Name(ruleSet: gate.owner, id: gate.name)) {
            (gate.value, gate.placelessValue) = ("", nil)
        }
        gate.owner = names[gate.owner] ?? gate.owner
        return gate
    }

    /// Whether a rule set gives every URL that some rules match the same class in both versions, and its views load the
    /// same schemes.
    private static func classifyAlike(_ before: Side, _ after: Side, where moved: [Rule]) -> Bool {
        let schemes = [before, after].map { $0.compiled.namedSchemes.subtracting(SchemeClasses.web) }
        guard schemes[0] == schemes[1] else { return false }
        let ruleSets = [before.ruleSet, after.ruleSet]
        // A site also depends on the document of a view, and the host may set any.
        guard ruleSets.allSatisfy({ $0.entryCount <= CompiledRuleSets.mostEntries }),
            !ruleSets.contains(where: { $0.rules.contains(where: \.comparesWithDocument) })
        else { return false }
        var probe = RuleProbe()
        for rule in moved {
            let known = RepresentativeURLs(rule.conditions, ruleSets, documents: [], schemes: .all([]))
            guard known.isExact else { return false }
            for url in known.urls where probe.take(url) {
                guard let urlClass = after.compiled.decision(&probe).urlClass,
                    before.compiled.decision(&probe).urlClass == urlClass
                else { return false }
            }
        }
        return true
    }
}

extension Rule {
    /// Why a rule decides the same as another version of it: the class and the priority are the same, and so are the
    /// URLs that match.
    ///
    /// - Parameters:
    ///   - other: The other version.
    ///   - ruleSet: The rule set of either. Its other rules do not count.
    /// - Returns: The reason, or nil if nothing can be proven.
    /// - Complexity: O(*n*) in the entries of lists, and the look-ups of a comparison of both rules alone.
    func whySame(as other: Rule, in ruleSet: RuleSet) -> PolicyDiff.Why? {
        if hasSameEntries(as: other) {
            let isReordered = zip(conditions + exceptions, other.conditions + other.exceptions).contains { one, other in
                one.key != .list && one.alternatives != other.alternatives
            }
            return isReordered ? .sameMeaning : .sameEntries
        }
        let rules = [self, other]
        guard urlClass == other.urlClass, priority == other.priority,
            Self.schemes(namedBy: self) == Self.schemes(namedBy: other),
            // A site also depends on the document of a view.
            !rules.contains(where: \.comparesWithDocument)
        else { return nil }
        let alone = rules.map { rule in
            var single = ruleSet
            single.rules = [rule]
            return single
        }
        // Each entry takes some hundred bytes here.
        guard alone.allSatisfy({ $0.entryCount <= CompiledRuleSets.mostEntries }) else { return nil }
        let maps = alone.map { RuleMap($0) }
        var hasMatch = false
        var probe = RuleProbe()
        for rule in rules {
            let known = RepresentativeURLs(rule.conditions, alone, documents: [], schemes: .all([]))
            guard known.isExact else { return nil }
            for url in known.urls where probe.take(url) {
                guard let isMatched = maps[0].matches(0, &probe), maps[1].matches(0, &probe) == isMatched else {
                    return nil
                }
                hasMatch = hasMatch || isMatched
            }
        }
        return hasMatch ? .sameMeaning : .matchesNothing
    }

    /// The schemes of other apps that a rule names, which a view then loads.
    private static func schemes(namedBy rule: Rule) -> Set<String> {
        var schemes: Set<String> = []
        rule.addNamedSchemes(to: &schemes)
        return schemes.subtracting(SchemeClasses.web)
    }
}

extension PolicyDocument {
    /// Whether another document makes the same decisions because it differs at most in places, comments and how its lists
    /// are written: their paths, and the order and repetitions of their entries. The same holds for the values of a key.
    ///
    /// - Complexity: O(*n*) in the documents and the entries of their lists.
    func hasSameEntries(as other: PolicyDocument) -> Bool {
        var rewritten = self
        for (position, ruleSet) in ruleSets.enumerated() {
            guard let other = other.ruleSets.first(where: { $0.name == ruleSet.name }) else { return false }
            let others = Dictionary(other.rules.map { ($0.id, $0) }) { first, _ in first }
            // Paths of lists are compared from the folder of the document that names them.
            rewritten.ruleSets[position].defaultLocation = other.defaultLocation
            rewritten.ruleSets[position].rules = ruleSet.rules.map { rule in
                others[rule.id].flatMap { rule.hasSameEntries(as: $0) ? $0 : nil } ?? rule
            }
        }
        return rewritten.isSame(as: other)
    }
}

extension Rule {
    /// Whether two rules have the same class and priority, and differ at most in how their lists are written and in the
    /// order and repetitions of values.
    fileprivate func hasSameEntries(as other: Rule) -> Bool {
        urlClass == other.urlClass && priority == other.priority
            && Self.haveSameEntries(conditions, other.conditions) && Self.haveSameEntries(exceptions, other.exceptions)
    }

    private static func haveSameEntries(_ conditions: [Condition], _ others: [Condition]) -> Bool {
        guard conditions.count == others.count else { return false }
        return zip(conditions, others).allSatisfy { one, other in
            guard one.key == other.key else { return false }
            guard one.alternatives != other.alternatives else { return true }
            switch one.key {
            // The work of expressions is limited, so their order may decide whether all of them are tried.
            case .regex, .pattern: return false
            case .list:
                return haveSameEntries(one.alternatives, other.alternatives)
                    && haveSameEntries(other.alternatives, one.alternatives)
            case .url, .host, .domain, .scheme, .address, .edge, .chrome, .site:
                return Set(one.alternatives) == Set(other.alternatives)
            }
        }
    }

    /// Whether each list has the same entries as one of some other lists.
    private static func haveSameEntries(_ lists: [Matcher], _ others: [Matcher]) -> Bool {
        lists.allSatisfy { list in others.contains { hasSameEntries(list, $0) } }
    }

    private static func hasSameEntries(_ one: Matcher, _ other: Matcher) -> Bool {
        guard one != other else { return true }
        guard case .list(let list) = one, case .list(let other) = other, list.format == other.format,
            list.side == other.side
        else { return false }
        return list.contains(other) && other.contains(list)
    }
}

extension EntryList {
    /// Whether it has every entry of another list of its format.
    ///
    /// - Complexity: O(*n*) in the bytes of both.
    fileprivate func contains(_ other: EntryList) -> Bool {
        var entries = NameMap()
        entries.reserve(names: count, bytes: entryByteCount)
        for index in 0..<count {
            _ = entries.insert(entry(at: index), source: 0, entry: UInt32(index), keepingFirstOfSource: true)
        }
        return (0..<other.count).allSatisfy { entries.first(of: other.entry(at: $0)) != NameMap.end }
    }
}
