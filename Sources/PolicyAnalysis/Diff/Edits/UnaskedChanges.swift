import PolicyModel
import RuleRegions
import URLMatching

/// What edits may change at URLs that were not asked, if only a sample of the URLs of a rule was, or of another rule of
/// its set.
///
/// The URLs that are asked show nothing about the others: an edited expression often matches new URLs and no longer
/// matches some of the former ones. So the direction of an edit counts only if it follows from the edit itself. That an
/// expression may reach its limit at further URLs is not considered.
struct UnaskedChanges {
    /// The parts of a document by their names.
    private struct Side {
        let document: PolicyDocument
        let views: [String: ViewDeclaration]
        let rules: [String: [String: Rule]]
        /// For each rule set, how many of its rules, and of its default, have a class.
        let counts: [String: [URLClass: Int]]
        private var sampled: [String: [Rule]] = [:]

        init(_ document: PolicyDocument) {
            self.document = document
            views = Dictionary(document.views.map { ($0.id, $0) }) { first, _ in first }
            var (rules, counts): ([String: [String: Rule]], [String: [URLClass: Int]]) = ([:], [:])
            for ruleSet in document.ruleSets {
                rules[ruleSet.name] = Dictionary(ruleSet.rules.map { ($0.id, $0) }) { first, _ in first }
                counts[ruleSet.name] = ruleSet.rules.reduce(into: [ruleSet.defaultClass: 1]) {
                    $0[$1.urlClass, default: 0] += 1
                }
            }
            (self.rules, self.counts) = (rules, counts)
        }

        /// The classes that a rule set gives to URLs that a rule of it does not decide.
        func classes(in ruleSet: String, besides rule: Rule?) -> Set<URLClass> {
            var counts = counts[ruleSet] ?? [:]
            if let rule { counts[rule.urlClass, default: 0] -= 1 }
            return Set(counts.filter { $0.value > 0 }.keys)
        }

        /// The rules of a rule set whose URLs are no products of conditions on their parts, as decisions see them.
        mutating func sampledRules(of name: String?) -> [Rule] {
            guard let name else { return [] }
            if let known = sampled[name] { return known }
            let rules = document.ruleSet(named: name)?.canonical.rules.filter { !$0.isProduct } ?? []
            sampled[name] = rules
            return rules
        }
    }

    private var old: Side
    private var new: Side

    /// - Complexity: O(*n*) in the rules and views of both documents.
    init(from old: PolicyDocument, to new: PolicyDocument) {
        self.old = Side(old)
        self.new = Side(new)
    }

    /// Whether an edit may allow more, and whether it may allow less, at URLs that were not asked.
    ///
    /// - Complexity: O(*n*) in the values of the edited rule and the entries of its lists, or, for a view that gets another
    ///   rule set, in the rules of both.
    mutating func directions(of edit: PolicyEdit) -> (more: Bool, less: Bool) {
        switch edit.subject {
        case .rule(let ruleSet, let id): return directions(ofRule: id, of: ruleSet)
        case .view(let id):
            let (before, after) = (old.views[id], new.views[id])
            guard before?.ruleSet != after?.ruleSet,
                old.sampledRules(of: before?.ruleSet) != new.sampledRules(of: after?.ruleSet)
            else { return (false, false) }
            // Nothing is allowed in a view that is not there.
            return (after != nil, before != nil)
        default: return (false, false)
        }
    }

    private mutating func directions(ofRule id: String, of ruleSet: String) -> (more: Bool, less: Bool) {
        let (before, after) = (old.rules[ruleSet]?[id], new.rules[ruleSet]?[id])
        // Another rule may decide some URLs of this one, of which then only a sample was asked.
        let isBesideSampled = !old.sampledRules(of: ruleSet).isEmpty || !new.sampledRules(of: ruleSet).isEmpty
        let versions = [before, after].compactMap(\.self)
        guard isBesideSampled || versions.contains(where: { !$0.isProduct }) else { return (false, false) }
        // A named scheme has an effect on every URL with that scheme.
        let schemes = [before, after].map { $0.map { Rule.schemes(namedBy: $0) } ?? [] }
        guard schemes[0] == schemes[1] else { return (true, true) }
        let others = old.classes(in: ruleSet, besides: before).union(new.classes(in: ruleSet, besides: after))
        let loses = Self.mayMatch(before, beyond: after)
        let gains = Self.mayMatch(after, beyond: before)
        return (
            !Self.onlyBlocks(before, after, loses: loses, gains: gains, besides: others),
            !Self.onlyBlocks(after, before, loses: gains, gains: loses, besides: others)
        )
    }

    /// Whether a version of a rule may match a URL that another version does not match.
    private static func mayMatch(_ rule: Rule?, beyond other: Rule?) -> Bool {
        guard let rule else { return false }
        return other.map { !rule.isCovered(by: $0) } ?? true
    }

    /// Whether every URL to which the edit of a rule gives another class is blocked afterwards. The other direction is the
    /// same question about the edit back.
    ///
    /// - Parameters:
    ///   - old: The rule before the edit, or nil if it is added.
    ///   - new: The rule after the edit, or nil if it is removed.
    ///   - loses: Whether the rule may no longer match some URLs.
    ///   - gains: Whether the rule may match further URLs.
    ///   - others: The classes of the other rules and the default.
    /// - Returns: Whether they all are.
    private static func onlyBlocks(
        _ old: Rule?,
        _ new: Rule?,
        loses: Bool,
        gains: Bool,
        besides others: Set<URLClass>
    ) -> Bool {
        if let old, let new, (old.urlClass, old.priority) != (new.urlClass, new.priority) {
            // At this priority, no rule gets ahead of it that was not ahead before.
            guard new.urlClass == .blocked, new.priority >= old.priority else { return false }
        }
        if loses, let old, !others.subtracting([old.urlClass, .blocked]).isEmpty { return false }
        if gains, let new, new.urlClass != .blocked, !others.subtracting([new.urlClass]).isEmpty { return false }
        return true
    }
}

extension Rule {
    /// Whether another version of the rule matches every URL that this one matches, because it has all values of each
    /// condition, and no further values of exceptions.
    fileprivate func isCovered(by other: Rule) -> Bool {
        conditions.count == other.conditions.count && exceptions.count == other.exceptions.count
            // Whether a rule names hosts decides about hosts that cannot be read.
            && DistinguishedScopes.nameHosts(conditions) == DistinguishedScopes.nameHosts(other.conditions)
            && DistinguishedScopes.nameHosts(exceptions) == DistinguishedScopes.nameHosts(other.exceptions)
            && zip(conditions, other.conditions).allSatisfy { $0.isCovered(by: $1) }
            && zip(other.exceptions, exceptions).allSatisfy { $0.isCovered(by: $1) }
    }
}

extension Condition {
    /// Whether another condition with the same key has all values of this one, and all entries of its lists.
    fileprivate func isCovered(by other: Condition) -> Bool {
        guard key == other.key else { return false }
        guard key == .list else { return Set(alternatives).isSubset(of: other.alternatives) }
        return alternatives.compactMap(\.list).allSatisfy { list in
            other.alternatives.compactMap(\.list)
                .contains { $0.format == list.format && $0.side == list.side && $0.contains(list) }
        }
    }
}
