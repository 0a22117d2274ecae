import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

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
            let isReordered = zip(allConditions, other.allConditions).contains { one, other in
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
    static func schemes(namedBy rule: Rule) -> Set<String> {
        var schemes: Set<String> = []
        rule.addNamedSchemes(to: &schemes)
        return schemes.subtracting(SchemeClasses.web)
    }
}

extension PolicyDocument {
    /// Whether another document makes the same decisions because it differs at most in places, comments and how its
    /// lists are written: their paths, and the order and repetitions of their entries. The same holds for the values of
    /// a key.
    ///
    /// - Complexity: O(*n*) in the documents and the entries of their lists.
    func hasSameEntries(as other: PolicyDocument) -> Bool {
        var rewritten = self
        for (position, ruleSet) in ruleSets.enumerated() {
            guard let other = other.ruleSet(named: ruleSet.name) else { return false }
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
    func contains(_ other: EntryList) -> Bool {
        var entries = NameMap()
        entries.reserve(names: count, bytes: entryByteCount)
        for index in 0..<count {
            _ = entries.insert(entry(at: index), source: 0, entry: UInt32(index), keepingFirstOfSource: true)
        }
        return (0..<other.count).allSatisfy { entries.first(of: other.entry(at: $0)) != NameMap.end }
    }
}
