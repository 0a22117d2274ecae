import PolicyModel
import URLMatching

/// Whether one rule matches everything that a value of another does: only said where it is certain.
extension RuleMap {
    /// What a rule can match through one of its values, its other conditions considered; nil where that is nothing.
    func reach(of atom: Atom) -> MatcherScope? { refined(scope(of: atom), by: sources[atom.source]) }

    /// What is left of a scope where the other conditions of a rule hold.
    func refined(_ scope: MatcherScope, by source: AtomSource) -> MatcherScope? {
        let rule = ruleSet.rules[source.rule]
        guard rule.conditions.count > 1 || !rule.exceptions.isEmpty else { return scope }
        var scope = scope
        for (position, condition) in rule.conditions.enumerated()
        where position != source.condition && condition.key != .list {
            let left = condition.alternatives.lazy.compactMap { MatcherScope(of: $0).intersection(scope) }.prefix(2)
            guard let first = left.first else { return nil }
            if left.count == 1 { scope = first }
        }
        let isTakenAway =
            !rule.exceptions.isEmpty
            && rule.exceptions.allSatisfy { exception in
                exception.alternatives.contains { MatcherScope(of: $0).contains(scope) }
            }
        return isTakenAway ? nil : scope
    }

    /// Whether a rule matches, through one of its values, every URL of a scope that another rule's value reaches.
    func covers(_ covering: Atom, _ scope: MatcherScope, reachedBy covered: Atom) -> Bool {
        let outer = sources[covering.source]
        let rule = ruleSet.rules[outer.rule]
        let other = ruleSet.rules[sources[covered.source].rule]
        guard self.scope(of: covering).contains(scope) || isSameMatcher(covering, covered) else { return false }
        guard rule.exceptions.isEmpty || rule.exceptions == other.exceptions else { return false }
        guard rule.conditions.count > 1 else { return true }
        return rule.conditions.indices.allSatisfy { position in
            position == outer.condition
                || rule.conditions[position].alternatives.contains { MatcherScope(of: $0).contains(scope) }
                || other.conditions.contains(rule.conditions[position])
        }
    }

    private func isSameMatcher(_ first: Atom, _ second: Atom) -> Bool {
        guard let matcher = matcher(of: first),
            let other = [.regex, .pattern, .site, .chrome].contains(matcher.key) ? self.matcher(of: second) : nil
        else { return false }
        return matcher == other
    }
}
