import PolicyModel
import URLMatching
import URLStandard

/// The second and third step of a look-up: what the bytes of a URL have, and what is left to check.
extension CompiledRuleSet {
    /// PERF: takes the URL where it stands, though it changes nothing in it, and is apart from the other one for that.
    @inline(__always)
    func matchFurther(
        plain url: inout URLRecord,
        _ search: inout Search,
        _ scratch: inout MatcherScratch
    ) -> RuleMatch {
        let (scheme, hostStart) = (url.specialScheme, url.hostRange.lowerBound)
        let reading = reading(
            url.hrefWithoutFragmentInPlace(),
            scheme,
            hostStart: hostStart,
            below: search.rank,
            &scratch.reached
        )
        guard reading.hasFound || !search.isFinal else { return match(search) }
        return matchChecking(url, &search, reading, &scratch)
    }

    @inline(never)
    func matchFurther(
        form: borrowing URLRecord,
        _ search: inout Search,
        _ scratch: inout MatcherScratch
    ) -> RuleMatch {
        let reading = reading(
            form.hrefWithoutFragment,
            form.specialScheme,
            hostStart: form.hostRange.lowerBound,
            below: search.rank,
            &scratch.reached
        )
        guard reading.hasFound || !search.isFinal else { return match(search) }
        return matchChecking(form, &search, reading, &scratch)
    }

    /// What the bytes of a URL say.
    private struct Reading {
        /// Whether rules may name the URL.
        var mayBeNamed = false
        /// Whether it has literals that rules ask for.
        var hasLiterals = false

        var hasFound: Bool { mayBeNamed || hasLiterals }
    }

    /// Reads the bytes of a URL without its fragment, where there are rules that ask for that.
    @inline(__always)
    private func reading(
        _ url: Span<UInt8>,
        _ scheme: SpecialScheme?,
        hostStart: Int,
        below rank: UInt32,
        _ reached: inout ReachedSet
    ) -> Reading {
        guard readsWholeURL else { return Reading() }
        return Reading(
            mayBeNamed: urlEnds.mayHave(url),
            hasLiterals: hasLiterals(url, scheme, hostStart: hostStart, below: rank, &reached)
        )
    }

    /// Whether a URL has literals that reach rules stronger than a rank.
    @inline(__always)
    private func hasLiterals(
        _ url: Span<UInt8>,
        _ scheme: SpecialScheme?,
        hostStart: Int,
        below rank: UInt32,
        _ reached: inout ReachedSet
    ) -> Bool {
        guard literals.strongestRank < rank else { return false }
        guard literals.isQuick(over: url) else { return hasLiterals(slowly: url, below: rank, &reached) }
        // PERF: one question for both, of which nobody could foresee which it is.
        let hasWebScheme = (scheme?.rawValue ?? 0) &- SpecialScheme.http.rawValue < 2
        return literals.search(url, hostStart: hasWebScheme ? hostStart : 0) { window, position in
            take(window, of: url, at: position, below: rank, &reached)
        }
    }

    @inline(never)
    private func hasLiterals(slowly url: Span<UInt8>, below rank: UInt32, _ reached: inout ReachedSet) -> Bool {
        literals.search(slowly: url, below: rank, &reached)
    }

    /// Takes what literals reach that may stand around a window of a URL.
    @inline(never)
    private func take(
        _ window: UInt32,
        of url: Span<UInt8>,
        at position: Int,
        below rank: UInt32,
        _ reached: inout ReachedSet
    ) -> Bool {
        literals.take(window, in: literals.long, of: url, at: position, below: rank, &reached)
    }

    /// Looks up what only some rule sets and URLs need: addresses, whole URLs, other schemes; then checks the rules that
    /// were reached and have more conditions, as far as they are stronger than what has been found.
    @inline(never)
    private func matchChecking(
        _ form: borrowing URLRecord,
        _ search: inout Search,
        _ reading: Reading,
        _ scratch: inout MatcherScratch
    ) -> RuleMatch {
        let isAddress = form.hostKind == .ipv4 || form.hostKind == .ipv6
        let address = addresses.isEmpty || !isAddress ? nil : IPAddress(hostOf: form)
        let other = form.isSpecial ? Reach.nothing : schemes.reach(ofOther: form.scheme)
        let whole = reading.mayBeNamed ? urls.reach(ofWhole: form) : Reach.nothing
        search.take(other)
        search.take(whole)
        if isAddress {
            hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { search.take(ofHost: $0) }
        }
        if let address { addresses.search(address, &search) }

        var check = ConditionalCheck(rank: search.rank, entry: search.entry, form)
        check.check(unindexed, unindexed.indices, of: lentRules, form, &scratch)
        check.check(schemes.postings, schemes.reach(of: form.specialScheme).conditional, of: lentRules, form, &scratch)
        check.check(schemes.postings, other.conditional, of: lentRules, form, &scratch)
        check.check(urls.postings, whole.conditional, of: lentRules, form, &scratch)
        if search.conditionalNames > 0 { checkHost(of: form, search, &check, &scratch) }
        if let address {
            for prefixLength in addresses.prefixLengths {
                let reach = addresses.reach(of: address, prefixLength: prefixLength)
                check.check(addresses.postings, reach.conditional, of: lentRules, form, &scratch)
            }
        }
        if reading.hasLiterals { checkReached(form, &check, &scratch) }
        search.take(rank: check.rank, entry: check.entry)
        return check.limits.isEmpty ? match(search) : match(search, check.limits)
    }

    /// Checks what literals have reached.
    ///
    /// INVARIANT: a list that has an index of its own, which a check may ask in turn, reaches nothing by literals.
    func checkReached(
        _ form: borrowing URLRecord,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        for position in 0..<scratch.reached.members.count {
            let posting = literals.postings[Int(scratch.reached.members[position])]
            if posting.rank < check.rank { check.check(posting, of: lentRules, form, &scratch) }
        }
        scratch.reached.removeAll()
    }

    /// Checks what names of the host reach.
    @inline(__always)
    private func checkHost(
        of form: borrowing URLRecord,
        _ search: borrowing Search,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        if search.conditionalNames <= 2 {
            check.check(hosts.postings, search.conditionals.0, of: lentRules, form, &scratch)
            check.check(hosts.postings, search.conditionals.1, of: lentRules, form, &scratch)
            return
        }
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { reach in
            check.check(hosts.postings, reach.conditional, of: lentRules, form, &scratch)
        }
    }
}
