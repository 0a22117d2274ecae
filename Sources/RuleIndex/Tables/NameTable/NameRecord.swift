import ByteText

/// One name of a ``NameTable`` in its bytes: a head, in the layout of the table's ``NameHead``, followed by the name.
struct NameRecord {
    static let longestName = Int(UInt16.max)

    /// The head, with the bytes that follow it in the higher bits.
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

/// The numbers with which records refer to what their names reach.
///
/// ```
/// 0 … directCount - 1   a rule that decides by itself: twice its rank, plus 1 if it covers what is below the name
/// directCount …         a target of the table, by its position
/// ```
///
/// PERF: most names reach one rule that decides. Looking up a target for them would mean waiting for memory once more.
enum NameTarget {
    /// The number for a rule that decides by itself.
    static func number(of rank: UInt32, coversSubdomains: Bool) -> Int { Int(rank) << 1 | (coversSubdomains ? 1 : 0) }

    /// What such a number reaches, with the entry of the record.
    ///
    /// Nothing for a host below the name, which is not an exact match, unless the rule covers such hosts; and nothing
    /// for a rank without a rule, which means damage.
    @inline(__always)
    static func reach(of number: Int, entry: UInt32, exactly: Bool, ruleCount: UInt32) -> Reach {
        var reach = Reach()
        let rank = UInt32(truncatingIfNeeded: number &>> 1)
        guard number & 1 | (exactly ? 1 : 0) != 0, rank < ruleCount else { return reach }
        (reach.rank, reach.entry) = (rank, entry)
        return reach
    }
}

/// The layout of the heads of a table's ``NameRecord``s: each part takes the bits that the table needs, and together
/// they take the fewest whole bytes.
///
/// ```
/// lowest bits   the length of the name
/// above them    the entry of the list that put the name here, counted from 1, or 0 for a value written in a rule
/// above them    the position of the target
/// ```
///
/// With a million domains on one list these are about 7, 20 and no bits: a head of 4 bytes.
///
/// PERF: a look-up waits for memory, and opening a file reads all of it once. A part is extracted from a head with a
/// shift and a mask, both computed when the table is opened.
struct NameHead: Hashable, Sendable {
    /// The maximum number of bits of a head, because it is loaded as one word.
    static let bitLimit: UInt64 = 64
    /// The maximum number of bits for the length of a name.
    static let nameBitLimit: UInt64 = 16
    /// The maximum number of bits for an entry and for a target.
    static let partBitLimit: UInt64 = 32

    /// The number of bytes of a head: from 1 to 8.
    let count: Int
    private let nameMask: UInt64
    private let entryShift: UInt64
    private let entryMask: UInt64
    private let targetShift: UInt64
    private let targetMask: UInt64

    /// Creates a layout; nil if no table has a head with these numbers of bits.
    ///
    /// - Parameters:
    ///   - nameBits: The number of bits for the length of a name.
    ///   - entryBits: The number of bits for an entry.
    ///   - targetBits: The number of bits for the position of a target.
    init?(nameBits: UInt64, entryBits: UInt64, targetBits: UInt64) {
        guard
            (1...Self.nameBitLimit).contains(nameBits), entryBits <= Self.partBitLimit, targetBits <= Self.partBitLimit,
            nameBits + entryBits + targetBits <= Self.bitLimit
        else { return nil }
        // INVARIANT: no shift reaches the width of a word: the name and one of the other parts have at most 48 bits,
        // and a third part without bits is masked away.
        count = Int(nameBits + entryBits + targetBits + 7) / 8
        nameMask = 1 << nameBits - 1
        entryShift = nameBits
        entryMask = 1 << entryBits - 1
        targetShift = nameBits + entryBits
        targetMask = 1 << targetBits - 1
    }

    /// The number of bits of a number.
    static func bits(of number: Int) -> UInt64 { UInt64(Int.bitWidth - number.leadingZeroBitCount) }

    /// The maximum length of a name that a head can represent.
    var longestName: Int { Int(nameMask) }

    /// A head, with zeros in the higher bits.
    func word(nameCount: Int, entry: UInt32, target: Int) -> UInt64 {
        let (name, entry, target) = (UInt64(nameCount), UInt64(entry), UInt64(target))
        precondition(
            name <= nameMask && entry <= entryMask && target <= targetMask,
            "a record has more than its table has bits for"
        )
        return name | entry << entryShift | target << targetShift
    }

    // MARK: Parts

    @inline(__always)
    func nameCount(of word: UInt64) -> Int { Int(truncatingIfNeeded: word & nameMask) }

    @inline(__always)
    func entry(of word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (word &>> entryShift) & entryMask) }

    @inline(__always)
    func target(of word: UInt64) -> Int { Int(truncatingIfNeeded: (word &>> targetShift) & targetMask) }
}
