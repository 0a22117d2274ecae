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
        if url.isPlain || url.isInMatchingForm { return match(form: url, scratch: &scratch.regex) }
        scratch.form.become(matchingFormOf: url)
        return match(form: scratch.form, scratch: &scratch.regex)
    }

    private func match(form: borrowing URLRecord, scratch: inout RegexScratch) -> RuleMatch {
        var search = Search()
        if !schemes.isEmpty { consider(schemes.reach(of: form), of: schemes.postings, &search, form, &scratch) }
        switch form.hostKind {
        case .none, .empty: break
        case .domain, .opaque: considerHost(of: form, &search, &scratch)
        case .ipv4, .ipv6:
            considerHost(of: form, &search, &scratch)
            if !addresses.isEmpty { considerAddress(of: form, &search, &scratch) }
        }
        if !urls.isEmpty { considerURL(form, &search, &scratch) }
        if !unindexed.isEmpty { consider(unindexed[...], &search, form, &scratch) }
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
    @inline(never)
    private func considerHost(of form: borrowing URLRecord, _ search: inout Search, _ scratch: inout RegexScratch) {
        var walk = HostWalk(hostOf: form, seed: hosts.seed)
        while walk.advance(in: form.href), let entry = hosts.candidate(walk.hash) {
            let reach = walk.isWholeHost ? entry.exact : entry.below
            guard !reach.isNothing else { continue }
            // Until here another name's entry does no harm: the walk only goes on further than it needs to.
            guard hosts.isName(entry, at: walk.domain, in: form.href) else { return }
            consider(reach, of: hosts.postings, &search, form, &scratch)
        }
    }

    private func considerAddress(of form: borrowing URLRecord, _ search: inout Search, _ scratch: inout RegexScratch) {
        guard let address = IPAddress(hostOf: form) else { return }
        for prefixLength in addresses.prefixLengths {
            let reach = addresses.reach(of: address, prefixLength: prefixLength)
            consider(reach, of: addresses.postings, &search, form, &scratch)
        }
    }

    private func considerURL(_ form: borrowing URLRecord, _ search: inout Search, _ scratch: inout RegexScratch) {
        let whole = 0..<form.hrefWithoutFragment.count
        var hash = NameHash(seed: urls.seed)
        hash.add(whole, of: form.href)
        guard let entry = urls.candidate(hash), urls.isName(entry, at: whole, in: form.href) else { return }
        consider(entry.exact, of: urls.postings, &search, form, &scratch)
    }

    @inline(__always)
    private func consider(
        _ reach: Reach, of postings: [Posting],
        _ search: inout Search, _ form: borrowing URLRecord, _ scratch: inout RegexScratch
    ) {
        // Of two entries of one rule the later one found is the longer, which says more about the URL.
        if reach.rank <= search.rank { (search.rank, search.entry) = (reach.rank, reach.entry) }
        if reach.conditionalCount > 0 { consider(postings[reach.conditional], &search, form, &scratch) }
    }

    /// Considers rules that have more to check, the strongest first.
    @inline(never)
    private func consider(
        _ postings: ArraySlice<Posting>,
        _ search: inout Search, _ form: borrowing URLRecord, _ scratch: inout RegexScratch
    ) {
        for posting in postings where posting.rank < search.rank {
            let entry = ranked[Int(posting.rank)]
            switch Rule.outcome(
                of: entry.remainingConditions, except: entry.rule.exceptions, for: form, scratch: &scratch)
            {
            case .notMatched: break
            case .limitReached: search.reachedLimit = true
            case .matched: (search.rank, search.entry) = (posting.rank, posting.entry)
            }
        }
    }
}
