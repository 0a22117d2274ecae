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

/// How the heads of a table's ``NameRecord``s are laid out: each part takes the bits that the table needs, and all of them
/// the fewest whole bytes.
///
/// ```
/// lowest bits   the length of the name
/// above them    the entry of the list that put the name here, counted from 1, or 0 for a value written in a rule
/// above them    the position of the target
/// ```
///
/// With a million domains on one list these are about 7, 20 and no bits: a head of 4 bytes.
///
/// PERF: a look-up waits for memory, and whoever opens a file reads all of it once. A part is got out of a head by a shift
/// and a mask, both made when the table is opened.
struct NameHead: Hashable, Sendable {
    /// A head is loaded as one word.
    static let bitLimit: UInt64 = 64
    /// So many bits at most has the length of a name.
    static let nameBitLimit: UInt64 = 16
    /// So many bits at most have an entry and a target.
    static let partBitLimit: UInt64 = 32

    /// How many bytes a head has: from 1 to 8.
    let count: Int
    private let nameMask: UInt64
    private let entryShift: UInt64
    private let entryMask: UInt64
    private let targetShift: UInt64
    private let targetMask: UInt64

    /// Lays a head out; nil where no table has one of so many bits.
    ///
    /// - Parameters:
    ///   - nameBits: How many bits the length of a name has.
    ///   - entryBits: How many bits an entry has.
    ///   - targetBits: How many bits the position of a target has.
    init?(nameBits: UInt64, entryBits: UInt64, targetBits: UInt64) {
        guard
            (1...Self.nameBitLimit).contains(nameBits), entryBits <= Self.partBitLimit, targetBits <= Self.partBitLimit,
            nameBits + entryBits + targetBits <= Self.bitLimit
        else { return nil }
        // INVARIANT: no shift reaches the width of a word: the name and one of the others have 48 bits at most, and a
        // third part that has none is masked away.
        count = Int(nameBits + entryBits + targetBits + 7) / 8
        nameMask = 1 << nameBits - 1
        entryShift = nameBits
        entryMask = 1 << entryBits - 1
        targetShift = nameBits + entryBits
        targetMask = 1 << targetBits - 1
    }

    /// How many bits a number has.
    static func bits(of number: Int) -> UInt64 { UInt64(Int.bitWidth - number.leadingZeroBitCount) }

    /// The highest length of a name that a head can hold.
    var longestName: Int { Int(nameMask) }

    /// A head, with zeros above it.
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
