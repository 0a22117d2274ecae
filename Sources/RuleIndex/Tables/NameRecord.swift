import ByteText

/// One name of a ``NameTable`` in its bytes: a head, as the table's ``NameHead`` lays it out, and the name behind it.
struct NameRecord {
    static let longestName = Int(UInt16.max)

    /// The head, and above it whatever comes behind it.
    private let word: UInt64

    /// Reads the head of a record.
    @inline(__always)
    init(at offset: Int, in records: Span<UInt8>) { word = WordLoader.word(of: records, at: offset) }

    @inline(__always)
    func nameCount(_ head: NameHead) -> Int { head.nameCount(of: word) }

    @inline(__always)
    func entry(_ head: NameHead) -> UInt32 { head.entry(of: word) }

    @inline(__always)
    func target(_ head: NameHead) -> Int { head.target(of: word) }
}

/// The numbers by which records say what their names lead to.
///
/// ```
/// 0 … directCount - 1   a rule that decides by itself: twice its rank, and 1 more where it covers what is below the name
/// directCount …         a target of the table, by its position
/// ```
///
/// PERF: most names lead to one rule that decides. To look up a target for them would be to wait for memory once more.
enum NameTarget {
    /// The number of a rule that decides by itself.
    static func number(of rank: UInt32, coversSubdomains: Bool) -> Int { Int(rank) << 1 | (coversSubdomains ? 1 : 0) }

    /// What such a number leads to, with the entry of the record.
    ///
    /// Nothing for a host below the name, which isn't reached exactly, unless the rule covers those; and nothing for a
    /// rank that there is no rule of, which is damage.
    @inline(__always)
    static func reach(of number: Int, entry: UInt32, exactly: Bool, ruleCount: UInt32) -> Reach {
        var reach = Reach()
        let rank = UInt32(truncatingIfNeeded: number &>> 1)
        guard number & 1 | (exactly ? 1 : 0) != 0, rank < ruleCount else { return reach }
        (reach.rank, reach.entry) = (rank, entry)
        return reach
    }
}
