import PolicyModel
import URLMatching
import URLStandard

/// Every rule that matches, for an explanation: the index only looks for the one that decides.
extension CompiledRuleSet {
    /// The ranks of all rules that match a URL, the strongest first.
    ///
    /// - Complexity: O(*n*) in the number of rules. The entries of a list that a rule is reached by are looked up; they are
    ///   only compared one by one where the tables leave open whether one of them matches, see ``ReachedNames``, and where
    ///   they are no names.
    package func ranksOfAllMatches(of subject: inout MatchSubject) -> [UInt32] {
        subject.scratch.matchers.regex.renew()
        subject.scratch.form.become(matchingFormOf: subject.url)
        let names = namesReached(by: subject.scratch.form)
        return ranked.indices.map { UInt32($0) }.filter { rank in
            outcome(of: rank, names, form: subject.scratch.form, &subject.scratch.matchers) == .matched
        }
    }

    /// What the tables of names reach for a URL in matching form.
    private func namesReached(by form: borrowing URLRecord) -> ReachedNames {
        var names = ReachedNames()
        if urlEnds.mayHave(form.hrefWithoutFragment) { names.take(urls.reach(ofWhole: form), from: urls) }
        guard !form.hostRange.isEmpty else { return names }
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { names.take($0, from: hosts) }
        return names
    }

    private func outcome(
        of rank: UInt32,
        _ names: ReachedNames,
        form: borrowing URLRecord,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        let rule = ranked[Int(rank)]
        var outcome = MatchOutcome.matched
        if let anchor = rule.anchor {
            let isReached = anchor.alternatives.allSatisfy(\.isListOfNames) ? names.reaches(rank) : nil
            outcome = isReached.map { MatchOutcome($0) } ?? anchor.outcome(for: form, scratch: &scratch)
        }
        guard outcome != .notMatched else { return outcome }
        return outcome.and(rule.remainingOutcome(for: form, scratch: &scratch))
    }
}

extension Matcher {
    /// Whether it is a list each of whose entries stands in a table of names, and matches where it is found there.
    fileprivate var isListOfNames: Bool {
        if case .list(let list) = self { !list.format.isAnchoredByEntry } else { false }
    }
}
