import PolicyModel
import RuleRegions
import URLMatching

/// A rule set of a view, split into the rules that are combined with each other, and those with large lists, which are
/// walked.
struct SplitRuleSet {
    let whole: RuleSet
    /// The rule set without the rules that are walked.
    let small: RuleSet
    /// The rules with large lists.
    let walked: [Rule]

    init(_ whole: RuleSet) {
        self.whole = whole
        var small = whole
        small.rules.removeAll(where: \.hasLargeLists)
        self.small = small
        walked = whole.rules.filter(\.hasLargeLists)
    }

    /// Whether a walk asks about all hosts that the walked rules match: each list is the only condition of its rule,
    /// and all its entries are hosts.
    var isWalkedExactly: Bool { walked.allSatisfy { $0.hasOneCondition && $0.lists.allSatisfy(\.isHostList) } }

    /// The lists of the walked rules whose entries are hosts, in the order of the rules.
    var hostLists: [EntryList] {
        walked.flatMap(\.conditions).flatMap(\.alternatives).compactMap(\.list).filter(\.isHostList)
    }

    /// The conditions of the rules that are combined.
    var scopes: [MatcherScope] {
        var told = DistinguishedScopes()
        told.add(small)
        return told.scopes
    }

    /// The conditions that distinguish more than hosts and schemes.
    var scopesOfParts: [MatcherScope] { scopes.filter { $0.port != .any || $0.path != .any || $0.query != nil } }

    /// Whether a walk misses what the walked rules of some rule sets decide: it asks about neither the paths nor the
    /// ports that rules beside them distinguish, nor about further conditions of the same rule.
    static func areWalkedInPart(_ ruleSets: [SplitRuleSet]) -> Bool {
        if !ruleSets.flatMap(\.walked).allSatisfy(\.hasOneCondition) { return true }
        let combined = ruleSets.flatMap(\.small.rules)
        if combined.flatMap(\.allConditions).contains(where: { $0.key == .regex }) { return true }
        return ruleSets.contains { !$0.isWalkedExactly } && ruleSets.contains { !$0.scopesOfParts.isEmpty }
    }
}

extension Rule {
    /// Whether a list has too many entries to be combined with other values.
    fileprivate var hasLargeLists: Bool { lists.contains { $0.count > DiffRequests.mostEntries } }

    /// Whether the rule has one condition, and no exceptions.
    fileprivate var hasOneCondition: Bool { conditions.count == 1 && exceptions.isEmpty }
}
