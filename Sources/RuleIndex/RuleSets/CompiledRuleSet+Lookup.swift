import PolicyModel
public import URLMatching
public import URLStandard

extension CompiledRuleSet {
    /// What the rules say of a URL.
    ///
    /// Of all rules that match, those of the highest priority count; among them the most restrictive class; without a
    /// match, the default.
    ///
    /// - Parameters:
    ///   - url: A parsed URL; must not be empty.
    ///   - scratch: What matching needs to write to, reused from call to call.
    /// - Complexity: O(*n*) in the bytes of the URL for rules that a table holds, whatever their number; plus the cost of
    ///   each rule that none does. Allocates nothing where no regex reaches its limit.
    public func match(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> RuleMatch {
        if url.isInMatchingForm { return match(form: url, scratch: &scratch.regex) }
        scratch.form.become(matchingFormOf: url)
        return match(form: scratch.form, scratch: &scratch.regex)
    }

    private func match(form: borrowing URLRecord, scratch: inout RegexScratch) -> RuleMatch {
        var search = Search()
        if !schemes.isEmpty {
            for position in schemes.postings(of: form) { consider(schemes.postings[position], &search, form, &scratch) }
        }
        switch form.hostKind {
        case .none, .empty: break
        case .domain, .opaque:
            if !hosts.isEmpty { considerHost(of: form, &search, &scratch) }
        case .ipv4, .ipv6:
            if !hosts.isEmpty { considerHost(of: form, &search, &scratch) }
            if !addresses.isEmpty { considerAddress(of: form, &search, &scratch) }
        }
        if !urls.isEmpty { considerURL(form, &search, &scratch) }
        for rank in unindexed {
            guard rank < search.rank else { break }
            consider(Posting(rank: rank, entry: 0, isComplete: false, coversSubdomains: false), &search, form, &scratch)
        }
        guard !search.reachedLimit else { return matchConsideringLimits(form: form, scratch: &scratch) }
        guard search.rank != RuleMatch.noRank else { return RuleMatch(urlClass: defaultClass, rank: search.rank) }
        return RuleMatch(urlClass: classes[Int(search.rank)], rank: search.rank, entry: search.entry)
    }

    /// The strongest rule found so far.
    private struct Search {
        var rank = RuleMatch.noRank
        var entry: UInt32 = 0
        var reachedLimit = false
    }

    /// Considers what the host and the domains above it reach, from the top level on, until one is no entry: then
    /// nothing below it is one either.
    @inline(__always)
    private func considerHost(of form: borrowing URLRecord, _ search: inout Search, _ scratch: inout RegexScratch) {
        var walk = HostWalk(hostOf: form, seed: hosts.seed)
        while walk.advance(in: form.href) {
            guard let entry = hosts.candidate(walk.hash) else { return }
            // Whatever has no postings is only passed through, and another name's entry does no harm there.
            guard entry.postingCount > 0 else { continue }
            guard hosts.isName(entry, at: walk.domain, in: form.href) else { return }
            for position in entry.postings {
                let posting = hosts.postings[position]
                if walk.isWholeHost || posting.coversSubdomains { consider(posting, &search, form, &scratch) }
            }
        }
    }

    private func considerAddress(of form: borrowing URLRecord, _ search: inout Search, _ scratch: inout RegexScratch) {
        guard let address = IPAddress(hostOf: form) else { return }
        for prefixLength in addresses.prefixLengths {
            consider(addresses.postings(of: address, prefixLength: prefixLength), &search, form, &scratch)
        }
    }

    private func considerURL(_ form: borrowing URLRecord, _ search: inout Search, _ scratch: inout RegexScratch) {
        let whole = 0..<form.hrefWithoutFragment.count
        var hash = NameHash(seed: urls.seed)
        hash.add(whole, of: form.href)
        guard let entry = urls.candidate(hash), urls.isName(entry, at: whole, in: form.href) else { return }
        for position in entry.postings { consider(urls.postings[position], &search, form, &scratch) }
    }

    private func consider(
        _ postings: [Posting], _ search: inout Search, _ form: borrowing URLRecord, _ scratch: inout RegexScratch
    ) {
        for posting in postings { consider(posting, &search, form, &scratch) }
    }

    @inline(__always)
    private func consider(
        _ posting: Posting, _ search: inout Search, _ form: borrowing URLRecord, _ scratch: inout RegexScratch
    ) {
        guard posting.rank < search.rank else { return }
        if !posting.isComplete {
            switch outcomeOfRest(of: posting, form, &scratch) {
            case .notMatched: return
            case .limitReached: return search.reachedLimit = true
            case .matched: break
            }
        }
        search.rank = posting.rank
        search.entry = posting.entry
    }

    @inline(never)
    private func outcomeOfRest(
        of posting: Posting, _ form: borrowing URLRecord, _ scratch: inout RegexScratch
    ) -> MatchOutcome {
        let entry = ranked[Int(posting.rank)]
        return Rule.outcome(
            of: entry.remainingConditions, except: entry.rule.exceptions, for: form, scratch: &scratch)
    }
}
