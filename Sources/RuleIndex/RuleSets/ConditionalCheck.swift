import PolicyModel
import URLMatching
import URLStandard

/// Checks the conditions that a table does not answer, and keeps the strongest rule that holds.
struct ConditionalCheck {
    /// The rank of the strongest rule that holds; `RuleMatch.noRank` before there is one.
    private(set) var rank: UInt32
    /// The entry of that rule's list.
    private(set) var entry: UInt32
    /// The rules that are uncertain, because a regex gave up on the way.
    private(set) var limits = ReachedLimits()
    /// What the URL has.
    private let origins: OriginKinds

    /// PERF: takes the two numbers that it needs; to copy all of a search that was just written waits for the writing.
    @inline(__always)
    init(rank: UInt32, entry: UInt32, _ form: borrowing URLRecord) {
        (self.rank, self.entry) = (rank, entry)
        origins = OriginKinds(of: form)
    }

    /// Checks rules that were reached, the strongest first.
    ///
    /// PERF: a slice of an array would be retained and released each time.
    @inline(__always)
    mutating func check(
        _ postings: [Posting],
        _ range: Range<Int>,
        of rules: [UnretainedReference<RankedRule>],
        _ form: borrowing URLRecord,
        _ scratch: inout MatcherScratch
    ) {
        for position in range where postings[position].rank < rank {
            check(postings[position], of: rules, form, &scratch)
        }
    }

    /// Checks what a name reaches, the strongest first.
    @inline(__always)
    mutating func check(
        _ postings: PostingList,
        _ range: Range<Int>,
        of rules: [UnretainedReference<RankedRule>],
        _ form: borrowing URLRecord,
        _ scratch: inout MatcherScratch
    ) {
        for position in range {
            // Only a damaged file has none here, and then has none behind it.
            guard let posting = postings[position] else { return }
            if posting.rank < rank { check(posting, of: rules, form, &scratch) }
        }
    }

    /// Checks a rule that was reached.
    mutating func check(
        _ posting: Posting,
        of rules: [UnretainedReference<RankedRule>],
        _ form: borrowing URLRecord,
        _ scratch: inout MatcherScratch
    ) {
        guard posting.origins.contains(origins) else { return }
        guard !posting.isComplete else { return decide(by: posting) }
        let (outcome, urlClass) = rules[Int(posting.rank)].with { rule in
            (rule.outcome(of: posting.value, for: form, scratch: &scratch), rule.rule.urlClass)
        }
        note(outcome, urlClass, of: posting)
    }

    /// Notes what checking a rule has given.
    @inline(__always)
    mutating func note(_ outcome: MatchOutcome, _ urlClass: URLClass, of posting: Posting) {
        switch outcome {
        case .notMatched: break
        case .limitReached: limits.insert(urlClass, rank: posting.rank)
        case .matched: decide(by: posting)
        }
    }

    /// Notes rules of which it was not found out whether they are reached, the strongest first.
    @inline(never)
    mutating func leaveOpen(_ postings: [Posting], of rules: [UnretainedReference<RankedRule>]) {
        for posting in postings where posting.rank < rank {
            limits.insert(rules[Int(posting.rank)].with { $0.rule.urlClass }, rank: posting.rank)
        }
    }

    private mutating func decide(by posting: Posting) { (rank, entry) = (posting.rank, posting.entry) }
}

extension OriginKinds {
    /// What a URL has.
    ///
    /// PERF: here and not beside the type, because what is of the package alone isn't inlined from another module.
    @inline(__always)
    fileprivate init(of url: borrowing URLRecord) {
        let scheme = UInt16(1) &<< UInt16(truncatingIfNeeded: url.specialScheme?.rawValue ?? 0)
        self.init(rawValue: scheme | (url.port == nil ? Self.ownPort : Self.otherPorts).rawValue)
    }
}

/// The rules of which it is not known whether they match, as far as it matters: the strongest one of each class.
struct ReachedLimits: Sendable {
    private var `internal` = RuleMatch.noRank
    private var external = RuleMatch.noRank
    private var blocked = RuleMatch.noRank

    /// Whether every rule that was asked gave an answer.
    var isEmpty: Bool { self.internal & external & blocked == RuleMatch.noRank }

    /// Notes a rule.
    mutating func insert(_ urlClass: URLClass, rank: UInt32) {
        switch urlClass {
        case .internal: self.internal = min(self.internal, rank)
        case .external: external = min(external, rank)
        case .blocked: blocked = min(blocked, rank)
        }
    }

    /// The strongest rule of a class, if it is heard before the one at a rank.
    func strongest(_ urlClass: URLClass, above rank: UInt32) -> UInt32? {
        let strongest =
            switch urlClass {
            case .internal: self.internal
            case .external: external
            case .blocked: blocked
            }
        return strongest < rank ? strongest : nil
    }
}
