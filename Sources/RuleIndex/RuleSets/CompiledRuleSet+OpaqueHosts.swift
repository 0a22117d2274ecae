import PolicyModel
import URLMatching
import URLStandard

/// Matches URLs whose host the URL Standard leaves unchanged, because only the app that receives them knows its
/// meaning.
///
/// Rules match such a host as that app will read it, and `url`, `pattern` and `regex` are also matched against the URL
/// as written: all rules are evaluated twice, and the stricter class counts.
extension CompiledRuleSet {
    /// The answer of the rules for a URL whose forms have been created.
    ///
    /// PERF: a separate function, so that none of it is on the path of `http` and `https`.
    @inline(never)
    func match(opaque forms: OpaqueHostForms, _ scratch: inout MatchScratch) -> RuleMatch {
        strictest(of: forms, &scratch) { rules, scratch in
            let match =
                scratch.matchers.readsWritten
                ? rules.match(form: scratch.form, written: scratch.written, &scratch.matchers)
                : rules.match(form: scratch.form, &scratch.matchers)
            guard !forms.isReadable, !rules.holdsUnreadable(match, &scratch) else { return match }
            // The tables do not contain the weaker rules after a rule that may not count here.
            return rules.matchConsideringLimits(form: scratch.form, isReadable: false, scratch: &scratch.matchers)
        }
    }

    /// The stricter of two readings.
    func strictest(
        of forms: OpaqueHostForms,
        _ scratch: inout MatchScratch,
        _ ask: (CompiledRuleSet, inout MatchScratch) -> RuleMatch
    ) -> RuleMatch {
        let match = ask(self, &scratch)
        guard forms.differs, readsWrittenForm else { return match }
        scratch.matchers.readsWritten = true
        let other = ask(self, &scratch)
        scratch.matchers.readsWritten = false
        return other.strictness > match.strictness ? other : match
    }

    /// Whether the index's result is right for a URL whose host cannot be read: it does not depend on a rule that names
    /// a host and counts differently then; see ``matchConsideringLimits(form:isReadable:scratch:)``.
    private func holdsUnreadable(_ match: RuleMatch, _ scratch: inout MatchScratch) -> Bool {
        // The index did not find the rules whose exceptions do not hold here.
        guard !exemptsHosts else { return false }
        switch match.urlClass {
        case nil: return false
        case .blocked?:
            guard match.rank != RuleMatch.noRank else { return true }
            // A rule that may match decides only if the certain result does not block, and that result may come from a
            // removed rule.
            return ranked[Int(match.rank)].rule.outcome(for: scratch.form, scratch: &scratch.matchers) == .matched
        case .internal?, .external?:
            return match.rank == RuleMatch.noRank || !unretainedRules[Int(match.rank)].with { $0.namesHost }
        }
    }

    /// The answer of the rules if `url`, `pattern` and `regex` read a URL as written.
    ///
    /// Both hosts are looked up. Every name that the written host reaches is also reached by the other host, so results
    /// without a check are right for both; the others are checked in the form that their key reads.
    private func match(
        form: borrowing URLRecord,
        written: borrowing URLRecord,
        _ scratch: inout MatcherScratch
    ) -> RuleMatch {
        var search = Search(isFinal: false)
        let other = schemes.reach(ofOther: form.scheme)
        let whole = whole(of: written)
        let address = IPAddress(hostOf: form)
        search.note(other)
        search.note(whole)
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { search.note(ofHost: $0) }
        if let address { addresses.forEachReach(of: address) { search.note($0) } }

        var check = ConditionalCheck(rank: search.rank, entry: search.entry, form)
        check.check(unindexed, unindexed.indices, of: unretainedRules, form, &scratch)
        check.check(schemes.postings, other.conditional, of: unretainedRules, form, &scratch)
        check.check(urls.postings, whole.conditional, of: unretainedRules, form, &scratch)
        checkNames(of: form, form, &check, &scratch)
        checkNames(of: written, form, &check, &scratch)
        if let address { checkAddress(address, form, &check, &scratch) }
        let outcome = literals.search(slowly: written.hrefWithoutFragment, below: search.rank, &scratch)
        checkReached(form, outcome, &check, &scratch)
        if check.hasCrowd {
            checkCrowds(of: form, form, &check, &scratch)
            checkCrowds(of: written, form, &check, &scratch)
        }
        search.set(rank: check.rank, entry: check.entry)
        return check.limits.isEmpty ? match(search) : match(search, check.limits)
    }

    /// What the whole URL reaches.
    func whole(of form: borrowing URLRecord) -> Reach {
        urlEnds.mayHave(form.hrefWithoutFragment) ? urls.reach(ofWhole: form) : .nothing
    }
}

extension RuleMatch {
    /// How restrictive the answer is. A URL without an answer is never loaded where it could leak data, so only
    /// `blocked` is stricter.
    fileprivate var strictness: Int {
        switch urlClass {
        case .internal?: 0
        case .external?: 1
        case nil: 2
        case .blocked?: 3
        }
    }
}
