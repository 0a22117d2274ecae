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
    /// - Parameters:
    ///   - subject: A parsed URL, which must not be empty, and what matching writes to.
    ///   - input: What the URL was parsed from; read instead of the URL where it is canonical as it stands.
    /// - Returns: The class, and the rule that decided.
    /// - Complexity: O(*n*) in the bytes of the URL for rules that a table holds, whatever their number; plus the cost of
    ///   each rule that none does. Allocates nothing where no regex reaches its limit.
    public func match(_ subject: inout MatchSubject, parsedFrom input: Span<UInt8>) -> RuleMatch {
        guard subject.url.isPlain else { return match(subject.url, scratch: &subject.scratch) }
        guard !hosts.isLarge else { return matchInLargeTable(&subject, parsedFrom: input) }
        return match(plain: &subject, parsedFrom: input, isLarge: false)
    }

    /// PERF: apart, so that the way through small tables is no longer for it.
    @inline(never)
    private func matchInLargeTable(_ subject: inout MatchSubject, parsedFrom input: Span<UInt8>) -> RuleMatch {
        match(plain: &subject, parsedFrom: input, isLarge: true)
    }

    @inline(__always)
    private func match(
        plain subject: inout MatchSubject,
        parsedFrom input: Span<UInt8>,
        isLarge: Bool
    ) -> RuleMatch {
        // PERF: each part is read from where it stands; to name the record once and read it by that name copies it. And
        // the host is read from the input, where the same bytes have the same places: those of the record were written
        // a moment ago in other portions than they are read in, and the processor would wait for them.
        var search = search(
            subject.url.specialScheme,
            subject.url.hostKind,
            subject.url.hostRange,
            subject.url.plainHostDots,
            input,
            isLarge: isLarge
        )
        guard search.isFinal else { return matchFurther(subject.url, &search, &subject.scratch.matchers) }
        return match(search)
    }

    /// What the rules say of a URL; see ``match(_:parsedFrom:)``.
    public func match(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> RuleMatch {
        guard !url.isInMatchingForm else { return match(form: url, &scratch.matchers) }
        scratch.form.become(matchingFormOf: url)
        return match(form: scratch.form, &scratch.matchers)
    }

    func match(form: borrowing URLRecord, _ scratch: inout MatcherScratch) -> RuleMatch {
        var search = search(form.specialScheme, form.hostKind, form.hostRange, form.hostDots, form.href)
        return search.isFinal ? match(search) : matchFurther(form, &search, &scratch)
    }

    /// Looks scheme and host up.
    @inline(__always)
    private func search(
        _ scheme: SpecialScheme?,
        _ hostKind: HostKind,
        _ host: Range<Int>,
        _ dots: UInt64?,
        _ href: Span<UInt8>,
        isLarge: Bool = false
    ) -> Search {
        var search = Search(isFinal: unindexed.isEmpty && urls.isEmpty && literals.isEmpty)
        if !schemes.isEmpty {
            search.take(schemes.reach(of: scheme))
            if scheme == nil { search.isFinal = false }
        }
        switch hostKind {
        case .none, .empty: break
        case .ipv4, .ipv6: search.isFinal = false
        case .domain, .opaque: hosts.search(host, dots: dots, in: href, isLarge: isLarge, &search)
        }
        return search
    }

    @inline(__always)
    private func match(_ search: Search) -> RuleMatch {
        let urlClass = search.rank == RuleMatch.noRank ? defaultClass : classes[Int(search.rank)]
        return RuleMatch(urlClass: urlClass, rank: search.rank, entry: search.entry)
    }

    /// Takes each rule whose regex reached its limit both as matching and as not; see
    /// ``matchConsideringLimits(form:scratch:)``.
    private func match(_ search: Search, _ limits: ReachedLimits) -> RuleMatch {
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

    // MARK: Further

    /// Looks up what only some rule sets and URLs need: addresses, whole URLs, other schemes; then checks the rules that
    /// were reached and have more conditions, as far as they are stronger than what has been found.
    @inline(never)
    private func matchFurther(
        _ form: borrowing URLRecord,
        _ search: inout Search,
        _ scratch: inout MatcherScratch
    ) -> RuleMatch {
        let isAddress = form.hostKind == .ipv4 || form.hostKind == .ipv6
        let address = addresses.isEmpty || !isAddress ? nil : IPAddress(hostOf: form)
        let other = form.isSpecial ? Reach.nothing : schemes.reach(ofOther: form.scheme)
        let whole = !urlEnds.mayHave(form) ? Reach.nothing : urls.reach(ofWhole: form)
        search.take(other)
        search.take(whole)
        if isAddress {
            hosts.search(form.hostRange, dots: form.hostDots, in: form.href, &search)
        }
        if let address { addresses.search(address, &search) }

        var check = ConditionalCheck(rank: search.rank, entry: search.entry, form)
        check.check(unindexed, unindexed.indices, of: ranked, form, &scratch)
        check.check(schemes.postings, schemes.reach(of: form.specialScheme).conditional, of: ranked, form, &scratch)
        check.check(schemes.postings, other.conditional, of: ranked, form, &scratch)
        check.check(urls.postings, whole.conditional, of: ranked, form, &scratch)
        if search.conditionalNames > 0 { checkHost(of: form, search, &check, &scratch) }
        if let address {
            for prefixLength in addresses.prefixLengths {
                let reach = addresses.reach(of: address, prefixLength: prefixLength)
                check.check(addresses.postings, reach.conditional, of: ranked, form, &scratch)
            }
        }
        if !literals.isEmpty {
            let hasWebScheme = form.specialScheme == .http || form.specialScheme == .https
            let hostStart = hasWebScheme ? form.hostRange.lowerBound : 0
            literals.search(form.hrefWithoutFragment, hostStart: hostStart, below: check.rank, &scratch.reached)
            for position in 0..<scratch.reached.members.count {
                let posting = literals.postings[Int(scratch.reached.members[position])]
                guard posting.rank < check.rank else { continue }
                check.check(posting, of: ranked, form, &scratch)
            }
        }
        search.take(rank: check.rank, entry: check.entry)
        return check.limits.isEmpty ? match(search) : match(search, check.limits)
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
            check.check(hosts.postings, search.conditionals.0, of: ranked, form, &scratch)
            check.check(hosts.postings, search.conditionals.1, of: ranked, form, &scratch)
            return
        }
        var walk = HostWalk(form.hostRange, dots: form.hostDots, seed: hosts.seed)
        while let reach = hosts.nextReach(&walk, in: form.href) {
            check.check(hosts.postings, reach.conditional, of: ranked, form, &scratch)
        }
    }
}
