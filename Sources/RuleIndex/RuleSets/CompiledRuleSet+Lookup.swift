public import PolicyModel
public import URLMatching
public import URLStandard

/// Looks up a URL in three steps: what its scheme and host reach, what its bytes contain that rules require, and the
/// remaining checks of rules that were reached and could still decide. Most URLs need only the first one or two steps.
extension CompiledRuleSet {
    /// The answer of the rules for a URL.
    ///
    /// Of all rules that match, those with the highest priority count; among them the most restrictive class; without a
    /// match, the default.
    ///
    /// - Parameters:
    ///   - subject: A parsed URL, which must not be empty, and the buffers for matching.
    ///   - input: The text that the URL was parsed from; read instead of the URL if it is already canonical.
    /// - Returns: The class, and the rule that decided.
    /// - Complexity: O(*n*) in the bytes of the URL for rules in tables, whatever their number; plus the cost of each
    ///   rule that is in no table. Allocates nothing unless a regex reaches its limit.
    public func match(_ subject: inout MatchSubject, parsedFrom input: Span<UInt8>) -> RuleMatch {
        guard subject.url.isPlain else { return match(subject.url, scratch: &subject.scratch) }
        subject.scratch.matchers.regex.renew()
        // PERF: each part is read in place; binding the record to a name and reading it through that name copies it.
        // And the host is read from the input, where the same bytes have the same positions: the record's bytes were
        // written a moment ago in units other than those they are read in, and the processor would stall.
        var search = Search(isFinal: unindexed.isEmpty)
        lookUp(
            subject.url.specialScheme,
            subject.url.hostKind,
            subject.url.hostRange,
            subject.url.plainHostDots,
            input,
            &search
        )
        guard search.isFinal, !readsWholeURL else {
            return matchFurther(plain: &subject.url, &search, &subject.scratch.matchers)
        }
        return match(search)
    }

    /// The answer of the rules for a URL; see ``match(_:parsedFrom:)``.
    public func match(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> RuleMatch {
        scratch.matchers.regex.renew()
        guard !url.isInMatchingForm else { return match(form: url, &scratch.matchers) }
        guard let forms = scratch.prepareForms(of: url) else { return match(form: scratch.form, &scratch.matchers) }
        return match(opaque: forms, &scratch)
    }

    func match(form: borrowing URLRecord, _ scratch: inout MatcherScratch) -> RuleMatch {
        var search = Search(isFinal: unindexed.isEmpty)
        lookUp(form.specialScheme, form.hostKind, form.hostRange, form.hostDots, form.href, &search)
        guard search.isFinal, !readsWholeURL else { return matchFurther(form: form, &search, &scratch) }
        return match(search)
    }

    /// Looks up the scheme and the host.
    ///
    /// PERF: returning the search would copy it, and the processor would wait for the bytes that were just written.
    @inline(__always)
    private func lookUp(
        _ scheme: SpecialScheme?,
        _ hostKind: HostKind,
        _ host: Range<Int>,
        _ dots: UInt64?,
        _ href: Span<UInt8>,
        _ search: inout Search
    ) {
        if !schemes.isEmpty {
            search.note(schemes.reach(of: scheme))
            if scheme == nil { search.isFinal = false }
        }
        switch hostKind {
        case .none, .empty: break
        case .ipv4, .ipv6: search.isFinal = false
        case .domain, .opaque:
            if hosts.hasSingleLabels { noteTopLevel(of: host, dots: dots, in: href, &search) }
            hosts.forEachLikelyName(of: host, dots: dots, in: href) { hash, start in
                noteName(hash, start, of: host, in: href, &search)
            }
        }
    }

    @inline(never)
    private func noteTopLevel(of host: Range<Int>, dots: UInt64?, in href: Span<UInt8>, _ search: inout Search) {
        search.note(ofHost: hosts.reach(ofTopLevel: host, dots: dots, in: href))
    }

    /// Notes what a name reaches that begins at `start` in the host and ends with the host.
    @inline(never)
    private func noteName(
        _ hash: UInt64,
        _ start: Int,
        of host: Range<Int>,
        in href: Span<UInt8>,
        _ search: inout Search
    ) {
        let reach = hosts.reach(of: hash, start..<host.upperBound, of: href, exactly: start == host.lowerBound)
        search.note(ofHost: reach)
    }

    @inline(__always)
    func match(_ search: Search) -> RuleMatch {
        RuleMatch(urlClass: classes[search.rank], rank: search.rank, entry: search.entry)
    }

    /// Evaluates each rule whose regex reached its limit both as matching and as not matching; see
    /// ``matchConsideringLimits(form:isReadable:scratch:)``.
    func match(_ search: Search, _ limits: ReachedLimits) -> RuleMatch {
        let certain = match(search)
        guard certain.urlClass != .blocked else { return certain }
        if let blocking = limits.strongest(.blocked, above: search.rank) {
            return RuleMatch(urlClass: .blocked, rank: blocking)
        }
        let agrees = URLClass.allCases.allSatisfy {
            $0 == certain.urlClass || limits.strongest($0, above: search.rank) == nil
        }
        return RuleMatch(urlClass: agrees ? certain.urlClass : nil, rank: search.rank, entry: search.entry)
    }
}

/// A URL, and the buffers that rule matching writes to.
///
/// PERF: passed as a single in-out argument. A borrowed record would be copied for each call, and the processor would
/// wait for the bytes that parsing has only just written.
public struct MatchSubject: ~Copyable, Sendable {
    /// The URL that rules are matched against.
    public var url = URLRecord()
    /// The buffers that matching writes to.
    public var scratch = MatchScratch()

    /// Creates a subject without a URL.
    public init() {}
}

/// The answer of a rule set for one URL.
public struct RuleMatch: Hashable, Sendable {
    /// The class; nil if a regex reached its limit and the class depends on whether it matches.
    public let urlClass: URLClass?
    /// The rank of the deciding rule; ``noRank`` if the default decided.
    package let rank: UInt32
    /// The entry of the rule's list that matched, counted from 1; 0 for a value written in the rule.
    package let entry: UInt32

    @inlinable package static var noRank: UInt32 { .max }

    package init(urlClass: URLClass?, rank: UInt32, entry: UInt32 = 0) {
        self.urlClass = urlClass
        self.rank = rank
        self.entry = entry
    }
}
