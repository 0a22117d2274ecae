/// What a look-up has found so far.
struct Search: Sendable {
    /// The rank of the strongest rule that a table answers by itself; `RuleMatch.noRank` before there is one.
    private(set) var rank = UInt32.max
    /// The entry of that rule's list.
    private(set) var entry: UInt32 = 0
    /// Whether nothing is left to be looked up or checked.
    var isFinal: Bool

    /// Whether a table was left with rules that have more to check.
    private(set) var reachedConditions = false

    @inline(__always)
    init(isFinal: Bool) { self.isFinal = isFinal }

    @inline(__always)
    mutating func take(_ reach: Reach) {
        // Of two entries of one rule the later one found is the longer, which says more about the URL.
        if reach.rank <= rank { take(rank: reach.rank, entry: reach.entry) }
        if reach.conditionalCount > 0 { (isFinal, reachedConditions) = (false, true) }
    }

    @inline(__always)
    mutating func take(rank: UInt32, entry: UInt32) { (self.rank, self.entry) = (rank, entry) }
}
