/// The results of a look-up so far.
struct Search: Sendable {
    /// The rank of the strongest rule that a table settles outright; ``Reach/noRank`` if there is none yet.
    private(set) var rank = UInt32.max
    /// The entry of that rule's list.
    private(set) var entry: UInt32 = 0
    /// Whether nothing remains to be looked up or checked.
    var isFinal: Bool

    /// How many names of the host have rules that need further checks.
    private(set) var conditionalNames = 0
    /// What the last two of these names reach, the last one first: the start in the lower half, and the count in the
    /// upper half.
    ///
    /// PERF: a word each. Ranges were copied from one to the other in units other than those they were written in.
    private var lastConditional: UInt64 = 0
    private var conditionalBefore: UInt64 = 0

    /// What the last two names with further checks reach.
    var conditionals: (Range<Int>, Range<Int>) { (Self.range(conditionalBefore), Self.range(lastConditional)) }

    @inline(__always)
    init(isFinal: Bool) { self.isFinal = isFinal }

    /// Adds what a table other than the table of hosts yields.
    @inline(__always)
    mutating func note(_ reach: Reach) {
        // Of two entries of one rule, the one found later is longer, and therefore more specific about the URL.
        if reach.rank <= rank { set(rank: reach.rank, entry: reach.entry) }
        if reach.conditionalCount > 0 { isFinal = false }
    }

    /// Adds what a name of the host reaches.
    ///
    /// PERF: if many names need further checks, the names are iterated once more; if only one or two do, as for most
    /// hosts, they are stored.
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
