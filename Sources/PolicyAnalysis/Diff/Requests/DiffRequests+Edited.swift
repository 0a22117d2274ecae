import ByteText
import PolicyModel
import RuleRegions
import URLMatching

/// The edited rules, and the URLs about which their versions differ.
extension DiffRequests {
    /// Every rule that was added, removed or changed, before and after, unless it is walked: any other difference that
    /// only rules make is among the URLs that match these, and the tunnels to their hosts.
    static func edited(_ ruleSets: [SplitRuleSet], _ edits: [PolicyEdit]) -> [Rule] {
        var edited = exchanged(ruleSets.map(\.whole))
        for case .rule(let ruleSet, let id) in edits.map(\.subject)
        where ruleSets.contains(where: { $0.whole.name == ruleSet }) { edited.insert(id) }
        return ruleSets.flatMap(\.small.rules).filter { edited.contains($0.id) }
    }

    /// The ids of the rules that differ between two rule sets with different names: if a view gets the other one, no edit
    /// names these rules.
    private static func exchanged(_ ruleSets: [RuleSet]) -> Set<String> {
        guard ruleSets.count == 2, ruleSets[0].name != ruleSets[1].name else { return [] }
        let rules = ruleSets.map { Set($0.canonical.rules) }
        return Set(rules[0].symmetricDifference(rules[1]).map(\.id))
    }

    /// The URLs about which the versions of edited rules differ. If only values of a rule differ, these are URLs of values
    /// that only one version has.
    ///
    /// - Parameter edited: The edited rules, before and after.
    /// - Returns: Sets of URLs, each as the scopes of its conditions. Those of other rules, of which every URL may differ,
    ///   come last.
    /// - Complexity: O(*n*) in the values.
    static func changed(_ edited: [Rule]) -> [[[MatcherScope]]] {
        var (values, whole): ([[[MatcherScope]]], [[[MatcherScope]]]) = ([], [])
        for (_, versions) in Dictionary(grouping: edited, by: \.id).sorted(on: { $0.key }) {
            if versions.count == 2, versions[0].differsOnlyInValues(from: versions[1]) {
                values += versions[0].values(beyond: versions[1]) + versions[1].values(beyond: versions[0])
            } else {
                whole += versions.map { RepresentativeURLs.scopes(of: $0.withoutSites.conditions) }
            }
        }
        return values + whole
    }
}

extension Rule {
    /// The rule without conditions on sites: a view's document decides whether a site matches.
    var withoutSites: Rule {
        var rule = self
        rule.conditions.removeAll { $0.key == .site }
        return rule
    }

    /// Whether another version has the same effect on every URL whose conditions and exceptions hold alike.
    fileprivate func differsOnlyInValues(from other: Rule) -> Bool {
        urlClass == other.urlClass && priority == other.priority && conditions.count == other.conditions.count
            && exceptions.count == other.exceptions.count
            // Whether a rule names hosts decides about hosts that cannot be read.
            && DistinguishedScopes.nameHosts(conditions) == DistinguishedScopes.nameHosts(other.conditions)
            && DistinguishedScopes.nameHosts(exceptions) == DistinguishedScopes.nameHosts(other.exceptions)
    }

    /// The URLs for which a condition or an exception holds in this version by a value that the other version lacks.
    fileprivate func values(beyond other: Rule) -> [[[MatcherScope]]] {
        let scopes = RepresentativeURLs.scopes(of: conditions)
        let own = zip(conditions, other.conditions).enumerated()
            .compactMap { position, pair -> [[MatcherScope]]? in
                var changed = scopes
                changed[position] = Self.scopes(of: pair.0, beyond: pair.1)
                return changed[position].isEmpty ? nil : changed
            }
        let exempted = zip(exceptions, other.exceptions).map { Self.scopes(of: $0, beyond: $1) }
        return own + exempted.filter { !$0.isEmpty }.map { scopes + [$0] }
    }

    private static func scopes(of condition: Condition, beyond other: Condition) -> [MatcherScope] {
        guard condition.key != other.key || condition.alternatives != other.alternatives else { return [] }
        guard condition.key == other.key, condition.key != .regex, condition.key != .site else {
            return Array(RepresentativeURLs.scopes(of: [condition]).joined())
        }
        let others = Set(ScopeOfValue.all(of: other))
        // Different values may have the same scope if it is not exact.
        return ScopeOfValue.all(of: condition).filter { !$0.scope.isExact || !others.contains($0) }.map(\.scope)
    }
}

/// The scope of a value, or of an entry of a list. Lists in different formats may differ about hosts that cannot be read,
/// although the scopes of their entries are the same.
private struct ScopeOfValue: Hashable {
    var scope: MatcherScope
    /// The format of the list, or nil if the value is not of a list.
    var format: ListFormat?

    /// The scopes of all values of a condition.
    static func all(of condition: Condition) -> [ScopeOfValue] {
        condition.alternatives.flatMap { matcher in
            RepresentativeURLs.scopes(ofSet: matcher).map { ScopeOfValue(scope: $0, format: matcher.list?.format) }
        }
    }
}
