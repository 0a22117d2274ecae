import ByteText

/// The rules that the tables of names reach for one URL, as far as the tables say it.
///
/// A name is asked for the rule that decides, so where reaching a rule decides it, the name knows nothing of weaker ones:
/// of them this says nothing either, unless the name is in the table for that one rule alone.
struct ReachedNames {
    private var ranks: [UInt32] = []
    /// The strongest rule that others may stand behind.
    private var firstInFront = RuleMatch.noRank

    /// Takes what a name reaches.
    mutating func take(_ reach: Reach, from table: NameTable) {
        if reach.rank != RuleMatch.noRank {
            ranks.append(reach.rank)
            if table.hasTarget(of: reach) { firstInFront = min(firstInFront, reach.rank) }
        }
        for position in reach.conditional {
            // Only a damaged file has none here, and then has none behind it.
            guard let posting = table.postings[position] else { return }
            ranks.append(posting.rank)
        }
    }

    /// Whether a name reaches a rule; nil where the tables don't say.
    func reaches(_ rank: UInt32) -> Bool? {
        if ranks.contains(rank) { return true }
        return rank > firstInFront ? nil : false
    }
}

extension NameTable {
    /// Whether a name may have a target of its own with this reach: names that nothing but one rule put into the table
    /// share targets that name no entry, see ``Reach/entryOfRecord``.
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
