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
    ///
    /// PERF: a slice of an array would be retained and released each time.
    @inline(__always)
    mutating func check(
        _ postings: [Posting],
        _ range: Range<Int>,
        of rules: [RankedRule],
        _ form: borrowing URLRecord,
        _ scratch: inout RegexScratch
    ) {
        for position in range where postings[position].rank < search.rank {
            check(postings[position], of: rules, form, &scratch)
        }
    }

    /// Checks what a name reaches, the strongest first.
    @inline(__always)
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

    /// Checks a rule that was reached.
    mutating func check(
        _ posting: Posting,
        of rules: [RankedRule],
        _ form: borrowing URLRecord,
        _ scratch: inout RegexScratch
    ) {
        let entry = rules[Int(posting.rank)]
        var outcome = MatchOutcome.matched
        if posting.value > 0 { outcome = entry.value(posting.value, matches: form, scratch: &scratch) }
        if outcome != .notMatched, !entry.isComplete {
            outcome = outcome.and(entry.remainingOutcome(for: form, scratch: &scratch))
        }
        switch outcome {
        case .notMatched: break
        case .limitReached: limits.insert(entry.rule.urlClass, rank: posting.rank)
        case .matched: search.take(rank: posting.rank, entry: posting.entry)
        }
    }
}
