import PolicyModel
import URLMatching
import URLStandard

extension Condition {
    /// Whether any value of the key matches `form`, a URL as matchers see it.
    func outcome(for form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        var outcome = MatchOutcome.notMatched
        for matcher in alternatives where outcome != .matched {
            outcome = outcome.or(matcher.matches(form: form, scratch: &scratch))
        }
        return outcome
    }
}

extension Rule {
    /// The values of all conditions and exceptions.
    var matchers: [Matcher] { (conditions + exceptions).flatMap(\.alternatives) }

    /// Whether the rule matches `form`: every condition holds, and not every exception.
    ///
    /// This is what a rule means; the index only finds out faster which rules need not be asked.
    func outcome(for form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        let matched = Self.all(conditions, for: form, scratch: &scratch)
        guard matched != .notMatched, !exceptions.isEmpty else { return matched }
        return matched.and(Self.all(exceptions, for: form, scratch: &scratch).negated)
    }

    private static func all(
        _ conditions: [Condition],
        for form: borrowing URLRecord,
        scratch: inout MatcherScratch
    ) -> MatchOutcome {
        var outcome = MatchOutcome.matched
        for condition in conditions where outcome != .notMatched {
            outcome = outcome.and(condition.outcome(for: form, scratch: &scratch))
        }
        return outcome
    }
}
