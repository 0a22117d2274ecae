import PolicyModel
import URLMatching
import URLStandard

/// Checks the conditions that tables do not answer, and keeps the strongest rule that matches.
struct ConditionalCheck {
    /// The rank of the strongest rule that matches; `RuleMatch.noRank` if there is none yet.
    private(set) var rank: UInt32
    /// The entry of that rule's list.
    private(set) var entry: UInt32
    /// The rules that are uncertain, because a regex reached its limit or the allowance of the look-up is used up.
    private(set) var limits = ReachedLimits()
    /// Whether the host has values that are found by literals, for which the path has yet to be searched.
    private(set) var hasCrowd = false
    /// The scheme and port of the URL.
    private let origins: OriginKinds

    /// PERF: takes only the two numbers that it needs; copying a search that was just written would stall.
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
            // Only a damaged file has no posting here, and then none after it either.
            guard let posting = postings[position] else { return }
            guard !posting.isFoundByLiteral || scratch.pathIsUnknown else {
                hasCrowd = true
                return
            }
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

    /// Notes the result of checking a rule.
    @inline(__always)
    mutating func note(_ outcome: MatchOutcome, _ urlClass: URLClass, of posting: Posting) {
        switch outcome {
        case .notMatched: break
        case .limitReached: limits.insert(urlClass, rank: posting.rank)
        case .matched: decide(by: posting)
        }
    }

    /// Notes rules for which it is unknown whether they are reached, the strongest first.
    @inline(never)
    mutating func leaveOpen(_ postings: [Posting], of rules: [UnretainedReference<RankedRule>]) {
        for posting in postings where posting.rank < rank { leaveOpen(posting, of: rules) }
    }

    /// Notes a rule for which it is unknown whether it matches, unless it is for other schemes or ports.
    mutating func leaveOpen(_ posting: Posting, of rules: [UnretainedReference<RankedRule>]) {
        guard posting.origins.contains(origins) else { return }
        limits.insert(rules[Int(posting.rank)].with { $0.rule.urlClass }, rank: posting.rank)
    }

    /// Notes those of the values that a host reaches for whose literals the path was not searched to its end.
    @inline(never)
    mutating func leaveOpen(
        _ postings: PostingList,
        _ range: Range<Int>,
        of rules: [UnretainedReference<RankedRule>]
    ) {
        for position in range {
            guard let posting = postings[position] else { return }
            if posting.isFoundByLiteral, posting.rank < rank { leaveOpen(posting, of: rules) }
        }
    }

    private mutating func decide(by posting: Posting) { (rank, entry) = (posting.rank, posting.entry) }
}

extension OriginKinds {
    /// The scheme and port of a URL.
    ///
    /// PERF: here rather than next to the type, because package declarations aren't inlined from another module.
    @inline(__always)
    fileprivate init(of url: borrowing URLRecord) {
        let scheme = UInt16(1) &<< UInt16(truncatingIfNeeded: url.specialScheme?.rawValue ?? 0)
        self.init(rawValue: scheme | (url.port == nil ? Self.ownPort : Self.otherPorts).rawValue)
    }
}

/// The rules for which it is unknown whether they match, as far as this matters: the strongest rule of each class.
struct ReachedLimits: Sendable {
    private var `internal` = RuleMatch.noRank
    private var external = RuleMatch.noRank
    private var blocked = RuleMatch.noRank

    /// Whether every rule that was checked gave an answer.
    var isEmpty: Bool { self.internal & external & blocked == RuleMatch.noRank }

    /// Notes a rule.
    mutating func insert(_ urlClass: URLClass, rank: UInt32) {
        switch urlClass {
        case .internal: self.internal = min(self.internal, rank)
        case .external: external = min(external, rank)
        case .blocked: blocked = min(blocked, rank)
        }
    }

    /// The strongest rule of a class, if it takes precedence over the rule at a rank.
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
