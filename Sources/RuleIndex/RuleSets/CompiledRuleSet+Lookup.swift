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
            schemes.forEachPosting(of: form) { consider($0, &search, form, &scratch) }
        }
        if !hosts.isEmpty, form.hostKind != .none, form.hostKind != .empty {
            hosts.forEachPosting(of: form.hostRange, in: form.href) { consider($0, &search, form, &scratch) }
        }
        if !addresses.isEmpty, let address = IPAddress(hostOf: form) {
            addresses.forEachPosting(of: address) { consider($0, &search, form, &scratch) }
        }
        if !urls.isEmpty {
            urls.forEachPosting(ofFirst: form.hrefWithoutFragment.count, of: form.href) {
                consider($0, &search, form, &scratch)
            }
        }
        for rank in unindexed {
            guard rank < search.rank else { break }
            consider(Posting(rank: rank, entry: 0, isComplete: false, coversSubdomains: false), &search, form, &scratch)
        }
        guard !search.reachedLimit else { return matchConsideringLimits(form: form, scratch: &scratch) }
        guard search.rank != .max else { return RuleMatch(urlClass: source.defaultClass, rank: nil) }
        return RuleMatch(
            urlClass: ranked[Int(search.rank)].rule.urlClass, rank: search.rank, entry: search.entry)
    }

    /// The strongest rule found so far.
    private struct Search {
        var rank = UInt32.max
        var entry: UInt32 = 0
        var reachedLimit = false
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
