import ByteText
import PolicyModel
package import URLMatching
package import URLStandard

/// Finds every rule that matches, for an explanation: the index only looks for the rule that decides.
extension CompiledRuleSet {
    /// The ranks of all rules that match a URL, the strongest first.
    ///
    /// - Complexity: O(*n*) in the number of rules. The entries of a list that is its rule's anchor are looked up. They
    ///   are compared one by one only if the tables do not determine whether one of them matches, see ``ReachedNames``,
    ///   or if they are not names.
    package func ranksOfAllMatches(of url: borrowing URLRecord, scratch: inout MatchScratch) -> [UInt32] {
        scratch.matchers.regex.renew()
        let forms = url.isInMatchingForm ? nil : scratch.prepareForms(of: url)
        if url.isInMatchingForm { scratch.form.become(matchingFormOf: url) }
        var matches = matches(of: &scratch, isReadable: forms?.isReadable ?? true)
        if let forms, forms.differs, readsWrittenForm {
            scratch.matchers.readsWritten = true
            let others = self.matches(of: &scratch, isReadable: forms.isReadable)
            scratch.matchers.readsWritten = false
            for rank in matches.indices where others[rank] { matches[rank] = true }
        }
        return matches.indices.filter { matches[$0] }.map { UInt32($0) }
    }

    /// Whether each rule matches the forms of a URL.
    private func matches(of scratch: inout MatchScratch, isReadable: Bool) -> [Bool] {
        var names = ReachedNames()
        names.insert(scratch.matchers.readsWritten ? whole(of: scratch.written) : whole(of: scratch.form), from: urls)
        insertNames(of: scratch.form, &names)
        return ranked.indices.map { rank in
            guard isReadable || !ranked[rank].isReadableOnly else { return false }
            let outcome = outcome(
                of: UInt32(rank),
                names,
                form: scratch.form,
                isReadable: isReadable,
                &scratch.matchers
            )
            return outcome == .matched
        }
    }

    /// Adds what the names of the host reach.
    private func insertNames(of form: borrowing URLRecord, _ names: inout ReachedNames) {
        guard !form.hostRange.isEmpty else { return }
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { names.insert($0, from: hosts) }
    }

    private func outcome(
        of rank: UInt32,
        _ names: ReachedNames,
        form: borrowing URLRecord,
        isReadable: Bool,
        _ scratch: inout MatcherScratch
    ) -> MatchOutcome {
        let rule = ranked[Int(rank)]
        var outcome = MatchOutcome.matched
        if let anchor = rule.anchor {
            let isReached = anchor.alternatives.allSatisfy(\.isListOfNames) ? names.reaches(rank) : nil
            outcome = isReached.map { MatchOutcome($0) } ?? anchor.outcome(for: form, scratch: &scratch)
        }
        guard outcome != .notMatched else { return outcome }
        return outcome.and(rule.remainingOutcome(for: form, isReadable: isReadable, scratch: &scratch))
    }
}

extension Matcher {
    /// Whether it is a list whose entries are all in a table of names, and match if they are found there.
    fileprivate var isListOfNames: Bool {
        if case .list(let list) = self { !list.format.isAnchoredByEntry } else { false }
    }
}

/// The rules that the tables of names reach for one URL, as far as the tables determine this.
///
/// A name stores the rule that decides. If reaching a rule decides it, the name does not store weaker rules. For those
/// this type gives no answer either, unless the name is in the table for that one rule alone.
struct ReachedNames {
    private var ranks: [UInt32] = []
    /// The strongest rule that may hide weaker rules.
    private var firstInFront = RuleMatch.noRank

    /// Adds what a name reaches.
    mutating func insert(_ reach: Reach, from table: NameTable) {
        if reach.rank != RuleMatch.noRank {
            ranks.append(reach.rank)
            if table.hasTarget(of: reach) { firstInFront = min(firstInFront, reach.rank) }
        }
        for position in reach.conditional {
            // Only a damaged file has no posting here, and then none after it either.
            guard let posting = table.postings[position] else { return }
            ranks.append(posting.rank)
        }
    }

    /// Whether a name reaches a rule; nil if the tables do not determine this.
    func reaches(_ rank: UInt32) -> Bool? {
        if ranks.contains(rank) { return true }
        return rank > firstInFront ? nil : false
    }
}

extension NameTable {
    /// Whether a name may have a target of its own with this reach. A name that only one rule put into the table, and
    /// that this rule decides outright, has no target, see ``NameTarget``.
    ///
    /// - Complexity: O(*n*) in the number of targets.
    fileprivate func hasTarget(of reach: Reach) -> Bool {
        for offset in stride(from: 0, to: targets.count - 15, by: 16) {
            let other = Reach(at: offset, in: targets.span)
            if other.rank == reach.rank, other.entry == reach.entry { return true }
        }
        return false
    }
}
