import Diagnostics
import PolicyModel
import URLMatching
import URLStandard

/// A condition that is checked after its rule has been reached.
///
/// Long lists in it have an index: a million lines in an `unless` must not be compared one by one.
struct CheckedCondition: Sendable {
    /// The indexes of the lists so far; rules that name the same files share an index.
    typealias ListIndexes = [[Matcher]: CompiledRuleSet]

    /// The values that are checked one by one.
    private let condition: Condition
    /// A rule set of one rule, which matches if one of the lists of hosts does; nil if there are no such lists.
    private let index: CompiledRuleSet?
    /// The same for the lists of URLs, which may be checked against another form of the URL.
    private let urlIndex: CompiledRuleSet?

    init(_ condition: Condition, _ indexes: inout ListIndexes) {
        let long = condition.alternatives.filter(\.isLongList)
        guard !long.isEmpty else {
            (self.condition, index, urlIndex) = (condition, nil, nil)
            return
        }
        index = Self.index(of: long.filter { !$0.readsWrittenForm }, &indexes)
        urlIndex = Self.index(of: long.filter(\.readsWrittenForm), &indexes)
        var rest = condition
        rest.alternatives.removeAll(where: \.isLongList)
        self.condition = rest
    }

    private static func index(of lists: [Matcher], _ indexes: inout ListIndexes) -> CompiledRuleSet? {
        guard !lists.isEmpty else { return nil }
        let index = indexes[lists] ?? CompiledRuleSet(anyOf: lists)
        indexes[lists] = index
        return index
    }

    /// Whether any value of the key matches `form`.
    func outcome(for form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        if scratch.pathIsUnknown { return outcome(forOriginOf: form, scratch: &scratch) }
        var outcome = index?.outcome(ofLists: form, &scratch) ?? .notMatched
        if outcome != .matched, let urlIndex {
            let whole = scratch.readsWritten ? urlIndex.whole(of: scratch.written) : urlIndex.whole(of: form)
            if whole.rank != RuleMatch.noRank { outcome = .matched }
        }
        return outcome == .matched ? .matched : outcome.or(condition.outcome(for: form, scratch: &scratch))
    }

    /// The same for every URL of an origin, of which only some may match.
    private func outcome(forOriginOf form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        var outcome = condition.outcome(for: form, scratch: &scratch)
        for index in [index, urlIndex] where outcome != .matched {
            guard let index else { continue }
            outcome = outcome.or(index.matchOrigin(form, &scratch).outcomeOfAnyRule)
        }
        return outcome
    }

    /// Whether all of the conditions match.
    static func all(
        _ conditions: [CheckedCondition],
        for form: borrowing URLRecord,
        scratch: inout MatcherScratch
    ) -> MatchOutcome {
        var outcome = MatchOutcome.matched
        for index in conditions.indices where outcome != .notMatched {
            outcome = outcome.and(conditions[index].outcome(for: form, scratch: &scratch))
        }
        return outcome
    }
}

extension CompiledRuleSet {
    /// Creates a rule set whose only rule matches if one of the lists contains the URL.
    fileprivate convenience init(anyOf lists: [Matcher]) {
        let place = SourceLocation(path: "", line: 1, column: 1)
        // INVARIANT: a rule puts its filters on the side of its class, so the class must be that of the lists' side.
        let rule = Rule(
            id: "list",
            urlClass: lists.contains(where: \.isOnBlockSide) ? .blocked : .internal,
            conditions: [Condition(key: .list, alternatives: lists)],
            location: place
        )
        self.init(RuleSet(name: "list", defaultClass: .external, defaultLocation: place, rules: [rule]))
    }

    /// Whether one of the lists contains a URL.
    ///
    /// The look-up may be part of another one, and has the rest of its allowance.
    fileprivate func outcome(ofLists form: borrowing URLRecord, _ scratch: inout MatcherScratch) -> MatchOutcome {
        scratch.exchangeReached()
        let match = match(form: form, &scratch)
        scratch.exchangeReached()
        // INVARIANT: only a certain match names an entry. If it is uncertain whether the rule matches, the class is
        // `blocked`, or there is none, because the default has another class than the rule.
        if match.entry > 0 { return .matched }
        return match.urlClass == .external ? .notMatched : .limitReached
    }
}

extension Matcher {
    /// Whether it is a list of filters on the block side, where any one of several parameters matches.
    fileprivate var isOnBlockSide: Bool {
        if case .list(let list) = self { list.format == .chrome && list.side == .block } else { false }
    }

    /// Whether it is a list that takes longer to compare line by line than to look up.
    fileprivate var isLongList: Bool {
        // INVARIANT: as the anchor of its rule it fits tables, or its index would in turn need another index.
        if case .list(let list) = self { list.count > 8 && fitsTables } else { false }
    }
}
