import ByteText
import PolicyModel
public import URLMatching
public import URLStandard

/// Looks a URL up in two steps: what the tables answer by themselves, and the rules that have more to check, if any was
/// reached that could still decide.
extension CompiledRuleSet {
    /// What the rules say of a URL.
    ///
    /// Of all rules that match, those of the highest priority count; among them the most restrictive class; without a
    /// match, the default.
    ///
    /// - Parameter subject: A parsed URL, which must not be empty, and what matching writes to.
    /// - Complexity: O(*n*) in the bytes of the URL for rules that a table holds, whatever their number; plus the cost of
    ///   each rule that none does. Allocates nothing where no regex reaches its limit.
    public func match(_ subject: inout MatchSubject) -> RuleMatch {
        guard subject.url.isPlain || subject.url.isInMatchingForm else {
            return match(subject.url, scratch: &subject.scratch)
        }
        return match(form: subject.url, scratch: &subject.scratch.regex)
    }

    /// What the rules say of a URL; see ``match(_:)``.
    public func match(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> RuleMatch {
        scratch.form.become(matchingFormOf: url)
        return match(form: scratch.form, scratch: &scratch.regex)
    }

    /// - Parameter form: The URL as matchers see it.
    @inline(__always)
    private func match(form: borrowing URLRecord, scratch: inout RegexScratch) -> RuleMatch {
        var search = Search()
        if !schemes.isEmpty { search.take(schemes.reach(of: form)) }
        switch form.hostKind {
        case .none, .empty: break
        case .domain, .opaque:
            hosts.search(form.hostRange, dots: form.hostDots, in: form.href, &search)
        case .ipv4, .ipv6:
            hosts.search(form.hostRange, dots: form.hostDots, in: form.href, &search)
            if !addresses.isEmpty, let address = IPAddress(hostOf: form) { addresses.search(address, &search) }
        }
        if !urls.isEmpty { search.take(urls.reach(ofWhole: form)) }
        if search.hasConditional || !unindexed.isEmpty { return matchConditional(form, search, &scratch) }
        let urlClass = search.rank == RuleMatch.noRank ? defaultClass : classes[Int(search.rank)]
        return RuleMatch(urlClass: urlClass, rank: search.rank, entry: search.entry)
    }

    // MARK: Rules with more to check

    /// Checks what was reached but has more conditions, as far as it is stronger than what has been found.
    @inline(never)
    private func matchConditional(
        _ form: borrowing URLRecord, _ found: Search, _ scratch: inout RegexScratch
    ) -> RuleMatch {
        var search = found
        var reachedLimit = false
        func check(_ postings: ArraySlice<Posting>, _ form: borrowing URLRecord, _ scratch: inout RegexScratch) {
            for posting in postings where posting.rank < search.rank {
                let entry = ranked[Int(posting.rank)]
                switch Rule.outcome(
                    of: entry.remainingConditions, except: entry.rule.exceptions, for: form, scratch: &scratch)
                {
                case .notMatched: break
                case .limitReached: reachedLimit = true
                case .matched: search.take(rank: posting.rank, entry: posting.entry)
                }
            }
        }
        check(unindexed[...], form, &scratch)
        check(schemes.postings[schemes.reach(of: form).conditional], form, &scratch)
        if !form.hostRange.isEmpty {
            var walk = HostWalk(form.hostRange, dots: form.hostDots, seed: hosts.seed)
            while walk.advance(in: form.href), let entry = hosts.candidate(walk.hash) {
                guard hosts.isName(entry, at: walk.domain, in: form.href) else { break }
                check(hosts.postings[entry.reach(by: walk).conditional], form, &scratch)
            }
        }
        if let address = IPAddress(hostOf: form) {
            for prefixLength in addresses.prefixLengths {
                let reach = addresses.reach(of: address, prefixLength: prefixLength)
                check(addresses.postings[reach.conditional], form, &scratch)
            }
        }
        if !urls.isEmpty { check(urls.postings[urls.reach(ofWhole: form).conditional], form, &scratch) }
        guard !reachedLimit else { return matchConsideringLimits(form: form, scratch: &scratch) }
        let urlClass = search.rank == RuleMatch.noRank ? defaultClass : classes[Int(search.rank)]
        return RuleMatch(urlClass: urlClass, rank: search.rank, entry: search.entry)
    }
}
