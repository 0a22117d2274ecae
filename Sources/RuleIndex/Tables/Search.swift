/// What a look-up has found so far.
struct Search: Sendable {
    /// The rank of the strongest rule that a table answers by itself; `RuleMatch.noRank` before there is one.
    private(set) var rank = RuleMatch.noRank
    /// The entry of that rule's list.
    private(set) var entry: UInt32 = 0
    /// Whether rules were reached that have more to check.
    private(set) var hasConditional = false

    @inline(__always)
    mutating func take(_ reach: Reach) {
        // Of two entries of one rule the later one found is the longer, which says more about the URL.
        if reach.rank <= rank { take(rank: reach.rank, entry: reach.entry) }
        if reach.conditionalCount > 0 { hasConditional = true }
    }

    @inline(__always)
    mutating func take(rank: UInt32, entry: UInt32) { (self.rank, self.entry) = (rank, entry) }
}
