import PolicyModel
import URLMatching
import URLStandard

/// Checks the conditions that a table does not answer, and keeps the strongest rule that holds.
struct ConditionalCheck {
    private(set) var search: Search
    /// The rules that are uncertain, because a regex gave up on the way.
    private(set) var limits = ReachedLimits()

    init(_ search: Search) { self.search = search }

    /// Checks rules that were reached, the strongest first.
    mutating func check(
        _ postings: ArraySlice<Posting>,
        of rules: [RankedRule],
        _ form: borrowing URLRecord,
        _ scratch: inout RegexScratch
    ) {
        for posting in postings where posting.rank < search.rank {
            let entry = rules[Int(posting.rank)]
            var outcome = MatchOutcome.matched
            if posting.value > 0 { outcome = entry.value(posting.value, matches: form, scratch: &scratch) }
            if outcome != .notMatched {
                outcome = outcome.and(
                    entry.remainingOutcome(for: form, scratch: &scratch)
                )
            }
            switch outcome {
            case .notMatched: break
            case .limitReached: limits.insert(entry.rule.urlClass, rank: posting.rank)
            case .matched: search.take(rank: posting.rank, entry: posting.entry)
            }
        }
    }
}
