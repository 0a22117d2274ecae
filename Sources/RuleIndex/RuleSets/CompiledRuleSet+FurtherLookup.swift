import PolicyModel
import URLMatching
import URLStandard

/// The second and third step of a look-up: the literals and names in the bytes of a URL, and the remaining checks.
extension CompiledRuleSet {
    /// PERF: takes the URL in place, although it changes nothing in it, and is separate from the other method for that
    /// reason.
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
            &scratch
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
            &scratch
        )
        guard reading.hasFound || !search.isFinal else { return match(search) }
        return matchChecking(form, &search, reading, &scratch)
    }

    /// The results of reading the bytes of a URL.
    private struct Reading {
        /// Whether rules may name the URL.
        var mayBeNamed = false
        /// Whether it contains literals that rules require; `limitReached` if not all of them were searched for.
        var literals = MatchOutcome.notMatched

        var hasFound: Bool { mayBeNamed || literals != .notMatched }
    }

    /// Reads the bytes of a URL without its fragment, if there are rules that require it.
    @inline(__always)
    private func reading(
        _ url: Span<UInt8>,
        _ scheme: SpecialScheme?,
        hostStart: Int,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> Reading {
        guard readsWholeURL else { return Reading() }
        return Reading(
            mayBeNamed: urlEnds.mayHave(url),
            literals: literals(of: url, scheme, hostStart: hostStart, below: rank, &scratch)
        )
    }

    /// Whether a URL contains literals that reach rules stronger than a rank.
    @inline(__always)
    private func literals(
        of url: Span<UInt8>,
        _ scheme: SpecialScheme?,
        hostStart: Int,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        guard literals.strongestRank < rank else { return .notMatched }
        guard literals.isQuick(over: url) else { return literals(slowly: url, below: rank, &scratch) }
        // PERF: one branch for both schemes, because which one a URL has cannot be predicted.
        let hasWebScheme = (scheme?.rawValue ?? 0) &- SpecialScheme.http.rawValue < 2
        return literals.search(url, hostStart: hasWebScheme ? hostStart : 0) { window, position in
            note(window, of: url, at: position, below: rank, &scratch)
        }
    }

    @inline(never)
    private func literals(
        slowly url: Span<UInt8>,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        literals.search(slowly: url, below: rank, &scratch)
    }

    /// Notes what the literals reach that may contain a window of a URL.
    @inline(never)
    private func note(
        _ window: UInt32,
        of url: Span<UInt8>,
        at position: Int,
        below rank: UInt32,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        literals.note(window, in: literals.long, of: url, at: position, below: rank, &scratch)
    }

    /// Looks up what only some rule sets and URLs need: addresses, whole URLs, other schemes. Then checks the rules
    /// that were reached and have more conditions, if they are stronger than the result so far.
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
        search.note(other)
        search.note(whole)
        if isAddress {
            hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { search.note(ofHost: $0) }
        }
        if let address { addresses.forEachReach(of: address) { search.note($0) } }

        var check = ConditionalCheck(rank: search.rank, entry: search.entry, form)
        check.check(unindexed, unindexed.indices, of: unretainedRules, form, &scratch)
        check.check(
            schemes.postings,
            schemes.reach(of: form.specialScheme).conditional,
            of: unretainedRules,
            form,
            &scratch
        )
        check.check(schemes.postings, other.conditional, of: unretainedRules, form, &scratch)
        check.check(urls.postings, whole.conditional, of: unretainedRules, form, &scratch)
        if search.conditionalNames > 0 { checkHost(of: form, search, &check, &scratch) }
        if let address { checkAddress(address, form, &check, &scratch) }
        checkReached(form, reading.literals, &check, &scratch)
        if check.hasCrowd { checkCrowds(of: form, form, &check, &scratch) }
        search.set(rank: check.rank, entry: check.entry)
        return check.limits.isEmpty ? match(search) : match(search, check.limits)
    }

    /// Checks what literals have reached. If the search for them ended early, every rule with literals may match.
    ///
    /// INVARIANT: a list with an index of its own, which a check may look up in turn, leaves the set of what this
    /// look-up has reached as it is; see ``MatcherScratch/exchangeReached()``.
    func checkReached(
        _ form: borrowing URLRecord,
        _ outcome: MatchOutcome,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        guard outcome != .notMatched else { return }
        if outcome == .limitReached { check.leaveOpen(literals.postings, of: unretainedRules) }
        checkReached(through: literals, form, &check, &scratch)
    }

    /// How many texts in a URL find values whose checks are not charged: so few must not make a URL uncertain, however
    /// long it is.
    private static let unchargedTexts = 32

    /// Checks what a search in a table has reached. If the allowance is used up, the rest may match.
    private func checkReached(
        through table: borrowing LiteralTable,
        _ form: borrowing URLRecord,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        var uncharged = Self.unchargedTexts
        for position in 0..<scratch.reached.members.count {
            let number = Int(scratch.reached.members[position])
            guard number >= table.postings.count || table.postings[number].isFoundByLiteral else {
                // Regular expressions are charged where they are searched.
                let posting = table.postings[number]
                if posting.rank < check.rank { check.check(posting, of: unretainedRules, form, &scratch) }
                continue
            }
            let isCharged = uncharged == 0
            if !isCharged { uncharged &-= 1 }
            guard number >= table.postings.count else {
                checkValue(table.postings[number], isCharged: isCharged, form, &check, &scratch)
                continue
            }
            let group = number &- table.postings.count
            for member in table.shared[group].indices {
                let posting = table.postings[Int(table.shared[group][member])]
                checkValue(posting, isCharged: isCharged, form, &check, &scratch)
            }
        }
        scratch.reached.removeAll()
    }

    /// Checks a value that a literal has reached.
    @inline(__always)
    private func checkValue(
        _ posting: Posting,
        isCharged: Bool,
        _ form: borrowing URLRecord,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        guard posting.rank < check.rank else { return }
        if isCharged, !scratch.regex.charge(work: Self.valueWork(posting, form)) {
            check.leaveOpen(posting, of: unretainedRules)
        } else {
            check.check(posting, of: unretainedRules, form, &scratch)
        }
    }

    /// The cost of checking a value, in units of ``RegexLimits/lookUpWork``: 160 ns, and each reading of the query.
    private static func valueWork(_ posting: Posting, _ form: borrowing URLRecord) -> Int {
        450 &+ 2 &* form.query.count &* Int(posting.queryReads)
    }

    /// Checks the values of a host with many of them whose literals are in the path or query.
    ///
    /// INVARIANT: what the other literals have reached has been checked, because the set of it is filled again.
    ///
    /// - Parameters:
    ///   - named: The URL whose host is looked up.
    ///   - form: The URL with the path and query.
    ///   - check: Receives the rules that match.
    ///   - scratch: The buffers for matching.
    @inline(never)
    func checkCrowds(
        of named: borrowing URLRecord,
        _ form: borrowing URLRecord,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        hosts.forEachCrowd(of: named.hostRange, dots: named.hostDots, in: named.href) { name, values in
            let outcome = crowds.search(
                form.hrefWithoutFragment,
                from: form.hostRange.upperBound,
                salt: NameHash.salt(of: name, in: named.href),
                below: check.rank,
                &scratch
            )
            if outcome == .limitReached { check.leaveOpen(hosts.postings, values, of: unretainedRules) }
            checkReached(through: crowds, form, &check, &scratch)
        }
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
            check.check(hosts.postings, search.conditionals.0, of: unretainedRules, form, &scratch)
            check.check(hosts.postings, search.conditionals.1, of: unretainedRules, form, &scratch)
            return
        }
        checkNames(of: form, form, &check, &scratch)
    }

    /// Checks what every name of a host reaches.
    ///
    /// - Parameters:
    ///   - named: The URL whose host is looked up.
    ///   - form: The URL that is checked.
    ///   - check: Receives the rules that match.
    ///   - scratch: The buffers for matching.
    @inline(__always)
    func checkNames(
        of named: borrowing URLRecord,
        _ form: borrowing URLRecord,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        hosts.forEachReach(of: named.hostRange, dots: named.hostDots, in: named.href) { reach in
            check.check(hosts.postings, reach.conditional, of: unretainedRules, form, &scratch)
        }
    }

    /// Checks what an address reaches.
    func checkAddress(
        _ address: IPAddress,
        _ form: borrowing URLRecord,
        _ check: inout ConditionalCheck,
        _ scratch: inout MatcherScratch
    ) {
        addresses.forEachReach(of: address) { reach in
            check.check(addresses.postings, reach.conditional, of: unretainedRules, form, &scratch)
        }
    }
}
