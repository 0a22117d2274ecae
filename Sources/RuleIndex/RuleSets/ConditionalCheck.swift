import PolicyModel
import URLMatching
import URLStandard

/// Checks the conditions that a table does not answer, and keeps the strongest rule that holds.
struct ConditionalCheck {
    private(set) var search: Search
    /// Whether a regex gave up on the way, so that what was found may not be the answer.
    private(set) var reachedLimit = false

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
                    Rule.outcome(
                        of: entry.remainingConditions,
                        except: entry.rule.exceptions,
                        for: form,
                        scratch: &scratch
                    )
                )
            }
            switch outcome {
            case .notMatched: break
            case .limitReached: reachedLimit = true
            case .matched: search.take(rank: posting.rank, entry: posting.entry)
            }
        }
    }
}
