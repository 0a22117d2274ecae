import PolicyModel
import URLMatching
import URLStandard

/// What rules mean, written down once more from their definition: every rule is asked, and a rule whose pattern could not
/// be finished is taken both ways.
enum RuleMeaning {
    /// What rules say of a URL: the class, or nil where it depends on a pattern that could not be finished; the ids of
    /// the rules that may be named as deciding, nil standing for the default; and those of all rules that match for certain.
    static func answer(
        _ ruleSet: RuleSet,
        _ url: borrowing URLRecord,
        _ scratch: inout MatchScratch
    ) -> (urlClass: URLClass?, deciding: Set<String?>, matching: Set<String>) {
        var certain: [Rule] = []
        var possible: [Rule] = []
        for rule in ruleSet.rules {
            let conditions = all(rule.conditions, url, &scratch)
            let exceptions = rule.exceptions.isEmpty ? MatchOutcome.notMatched : all(rule.exceptions, url, &scratch)
            switch (conditions, exceptions) {
            case (.matched, .notMatched): certain.append(rule)
            case (.notMatched, _), (_, .matched): break
            default: possible.append(rule)
            }
        }
        // Only the strongest of the uncertain rules that match can make a difference, so one at a time is every way.
        var ways = [decide(ruleSet, certain)]
        for rule in possible { ways.append(decide(ruleSet, certain + [rule])) }
        let matching = Set(certain.map(\.id))
        let classes = Set(ways.map(\.urlClass))
        if classes.contains(.blocked) {
            return (.blocked, Set(ways.filter { $0.urlClass == .blocked }.flatMap(\.deciding)), matching)
        }
        return (classes.count == 1 ? classes.first : nil, ways[0].deciding, matching)
    }

    /// The highest priority counts, then the most restrictive class; without a rule, the default.
    private static func decide(_ ruleSet: RuleSet, _ rules: [Rule]) -> (urlClass: URLClass, deciding: Set<String?>) {
        guard let priority = rules.map(\.priority).max() else { return (ruleSet.defaultClass, [nil]) }
        let heard = rules.filter { $0.priority == priority }
        let urlClass = heard.map(\.urlClass).max() ?? ruleSet.defaultClass
        return (urlClass, Set(heard.filter { $0.urlClass == urlClass }.map(\.id)))
    }

    private static func all(
        _ conditions: [Condition],
        _ url: borrowing URLRecord,
        _ scratch: inout MatchScratch
    ) -> MatchOutcome {
        var outcomes: [MatchOutcome] = []
        for condition in conditions {
            var outcome = MatchOutcome.notMatched
            for matcher in condition.alternatives { outcome = outcome.or(matcher.matches(url, scratch: &scratch)) }
            outcomes.append(outcome)
        }
        return outcomes.reduce(.matched) { $0.and($1) }
    }
}
