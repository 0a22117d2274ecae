import ByteText

/// What a name in a table leads to: the strongest rule that it decides by itself, and the rules that have more to check.
struct Reach: Hashable, Sendable {
    /// The rank of the strongest rule for which being reached is enough; `RuleMatch.noRank` where there is none.
    var rank = UInt32.max
    /// The entry of that rule's list, counted from 1; 0 for a value written in the rule.
    var entry: UInt32 = 0
    /// Where the postings that have more to check begin, the strongest first.
    var firstConditional: UInt32 = 0
    var conditionalCount: UInt32 = 0

    static let nothing = Reach()

    init() {}

    /// - Parameters:
    ///   - postings: Everything that is reached.
    ///   - table: Those that have more to check are appended to it.
    init(_ postings: [Posting], in table: inout [Posting]) {
        let ordered = postings.sorted { ($0.rank, $0.entry) < ($1.rank, $1.entry) }
        if let complete = ordered.first(where: \.isUnconditional) { (rank, entry) = (complete.rank, complete.entry) }
        // What is weaker than a rule that is reached anyway can never decide.
        let conditional = ordered.filter { !$0.isUnconditional && $0.rank < rank }
        firstConditional = UInt32(table.count)
        conditionalCount = UInt32(conditional.count)
        table += conditional
    }

    var isNothing: Bool { rank == .max && conditionalCount == 0 }

    /// The positions of the postings that have more to check.
    var conditional: Range<Int> { Int(firstConditional)..<Int(firstConditional) + Int(conditionalCount) }

    // MARK: Bytes

    /// Reads what ``write(at:to:)`` wrote; 16 bytes.
    @inline(__always)
    init(at offset: Int, in bytes: Span<UInt8>) {
        let first = WordLoader.word(of: bytes, at: offset)
        let second = WordLoader.word(of: bytes, at: offset &+ 8)
        rank = UInt32(truncatingIfNeeded: first)
        entry = UInt32(truncatingIfNeeded: first &>> 32)
        firstConditional = UInt32(truncatingIfNeeded: second)
        conditionalCount = UInt32(truncatingIfNeeded: second &>> 32)
    }

    func write(at offset: Int, to bytes: inout MutableSpan<UInt8>) {
        bytes.write(rank, at: offset)
        bytes.write(entry, at: offset + 4)
        bytes.write(firstConditional, at: offset + 8)
        bytes.write(conditionalCount, at: offset + 12)
    }
}
