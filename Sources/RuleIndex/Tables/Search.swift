/// What a look-up has found so far.
struct Search: Sendable {
    /// The rank of the strongest rule that a table answers by itself; ``Reach/noRank`` before there is one.
    private(set) var rank = UInt32.max
    /// The entry of that rule's list.
    private(set) var entry: UInt32 = 0
    /// Whether nothing is left to be looked up or checked.
    var isFinal: Bool

    /// How many names of the host have rules that have more to check.
    private(set) var conditionalNames = 0
    /// What the last two of these names reach, the last one first: where it begins in the lower half, and how much it is.
    ///
    /// PERF: a word each. Ranges were copied from one to the other in other portions than they were written in.
    private var lastConditional: UInt64 = 0
    private var conditionalBefore: UInt64 = 0

    /// What the last two names reach that have more to check.
    var conditionals: (Range<Int>, Range<Int>) { (Self.range(conditionalBefore), Self.range(lastConditional)) }

    @inline(__always)
    init(isFinal: Bool) { self.isFinal = isFinal }

    /// Takes what a table other than that of the hosts has.
    @inline(__always)
    mutating func note(_ reach: Reach) {
        // Of two entries of one rule the later one found is the longer, which says more about the URL.
        if reach.rank <= rank { set(rank: reach.rank, entry: reach.entry) }
        if reach.conditionalCount > 0 { isFinal = false }
    }

    /// Takes what a name of the host reaches.
    ///
    /// PERF: the names come by once more if there is more to check at many of them; at one or two, which is what most
    /// hosts have, they are remembered.
    @inline(__always)
    mutating func note(ofHost reach: Reach) {
        if reach.rank <= rank { set(rank: reach.rank, entry: reach.entry) }
        guard reach.conditionalCount > 0 else { return }
        isFinal = false
        conditionalNames &+= 1
        conditionalBefore = lastConditional
        lastConditional = UInt64(reach.firstConditional) | UInt64(reach.conditionalCount) &<< 32
    }

    @inline(__always)
    private static func range(_ word: UInt64) -> Range<Int> {
        let start = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
        return start..<start &+ Int(truncatingIfNeeded: word &>> 32)
    }

    @inline(__always)
    mutating func set(rank: UInt32, entry: UInt32) { (self.rank, self.entry) = (rank, entry) }
}
