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
        for posting in postings where posting.rank < search.rank { check(posting, of: rules, form, &scratch) }
    }

    /// Checks what a name reaches, the strongest first.
    mutating func check(
        _ reach: Reach,
        in postings: PostingList,
        of rules: [RankedRule],
        _ form: borrowing URLRecord,
        _ scratch: inout RegexScratch
    ) {
        for position in reach.conditional {
            // Only a damaged file has none here, and then has none behind it.
            guard let posting = postings[position] else { return }
            if posting.rank < search.rank { check(posting, of: rules, form, &scratch) }
        }
    }

    private mutating func check(
        _ posting: Posting,
        of rules: [RankedRule],
        _ form: borrowing URLRecord,
        _ scratch: inout RegexScratch
    ) {
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
