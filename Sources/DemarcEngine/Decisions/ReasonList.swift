import PolicyModel

/// The reasons of a decision in the order in which they decided, 16 bits each.
///
/// The rule, the setting and the place of a reason follow from its code and from the results of the decision, so they
/// are not stored for each reason.
///
/// PERF: a list of structures took a third of a decision. Most of that time was spent waiting to read back together
/// bytes that had just been written one by one. The words of this list are never read or written in parts.
@usableFromInline struct ReasonList: Hashable, Sendable {
    /// More than any row of the decision tables adds.
    ///
    /// INVARIANT: a row adds at most two reasons for identity and place, two for the rules and what they offer, and
    /// four for what it opens; nothing that a document lists is noted once for each entry.
    static let capacity = 8

    /// How many codes a word holds.
    private static let wordCapacity = 4

    /// The first four codes, the last of them in the lowest bits, each with 1 added; 0 is no code.
    @usableFromInline private(set) var first: UInt64 = 0
    /// The codes after those, in the same form.
    @usableFromInline private(set) var further: UInt64 = 0

    /// The same list, read word by word.
    ///
    /// PERF: copying both words at once would stall, because the first word has only just been written.
    @inline(__always)
    var copy: ReasonList {
        var copy = ReasonList()
        copy.first = first
        copy.further = first &>> 48 == 0 ? 0 : further
        return copy
    }

    /// How many there are.
    @inlinable @inline(__always)
    var count: Int { Self.entries(in: first) &+ Self.entries(in: further) }

    /// Adds a reason. A full list ignores it.
    @inline(__always)
    mutating func append(_ code: ReasonCode) { append(entry: UInt64(Self.position(of: code) &+ 1)) }

    /// PERF: nearly every decision has at most four reasons, and therefore writes only one word.
    @inline(__always)
    private mutating func append(entry: UInt64) {
        guard first &>> 48 == 0 else { return appendFurther(entry) }
        first = first &<< 16 | entry
    }

    @inline(never)
    private mutating func appendFurther(_ entry: UInt64) {
        guard further &>> 48 == 0 else { return assertionFailure("a row gives more than \(Self.capacity) reasons") }
        further = further &<< 16 | entry
    }

    /// Whether the list contains a code.
    ///
    /// PERF: hosts in other languages ask this of every decision that a rule may have made, so all codes of a word are
    /// compared at once.
    ///
    /// - Complexity: O(1); allocates nothing.
    @inline(__always)
    func contains(_ code: ReasonCode) -> Bool {
        let entry = UInt64(Self.position(of: code) &+ 1)
        return Self.contains(entry, in: first) || further != 0 && Self.contains(entry, in: further)
    }

    /// Whether one of the entries of a word is a given one, which is not 0.
    @inline(__always)
    private static func contains(_ entry: UInt64, in word: UInt64) -> Bool {
        let ones: UInt64 = 0x0001_0001_0001_0001
        // An equal entry becomes 0. The subtraction sets the highest bit of the lowest such entry, and of no entry below
        // it whose highest bit was clear.
        let different = word ^ entry &* ones
        return (different &- ones) & ~different & ones &<< 15 != 0
    }

    /// The code at a position below ``count``.
    subscript(position: Int) -> ReasonCode {
        precondition(position >= 0 && position < count, "reason past the end of the list")
        return ReasonCode.allCases[Int(entry(at: position)) - 1]
    }

    /// Appends the reasons of another list, from a position on.
    mutating func append(_ other: ReasonList, from position: Int) {
        for index in min(position, other.count)..<other.count { append(entry: other.entry(at: index)) }
    }

    /// The codes in their order, 16 bits each, the first in the lowest bits; each with 1 added.
    ///
    /// PERF: nearly every decision has at most four reasons.
    @inlinable @inline(__always)
    var numbers: (first: UInt64, further: UInt64) {
        (Self.inOrder(first), further == 0 ? 0 : Self.inOrder(further))
    }

    /// Reverses the entries of a word, so that the first is in the lowest bits.
    @inlinable @inline(__always)
    static func inOrder(_ word: UInt64) -> UInt64 {
        // Swap the entries within each half of the word, then swap the halves.
        let swapped = word &<< 16 & 0xFFFF_0000_FFFF_0000 | word &>> 16 & 0x0000_FFFF_0000_FFFF
        let turned = swapped &<< 32 | swapped &>> 32
        return turned &>> UInt64((4 &- entries(in: word)) &* 16 & 63)
    }

    private func entry(at position: Int) -> UInt64 {
        let (word, place) =
            position < Self.wordCapacity ? (first, position) : (further, position - Self.wordCapacity)
        return word &>> UInt64((Self.entries(in: word) - 1 - place) * 16) & 0xFFFF
    }

    @inlinable @inline(__always)
    static func entries(in word: UInt64) -> Int { (79 &- word.leadingZeroBitCount) / 16 }

    /// The position of a code in `ReasonCode.allCases`.
    @inline(__always)
    fileprivate static func position(of code: ReasonCode) -> UInt16 {
        // SAFETY: an enumeration without payloads numbers its cases in order, in one byte if it has at most 256 cases,
        // otherwise in two; a test checks all of them.
        MemoryLayout<ReasonCode>.size == 1
            ? UInt16(unsafe unsafeBitCast(code, to: UInt8.self)) : unsafe unsafeBitCast(code, to: UInt16.self)
    }
}

extension ReasonCode {
    /// The number of the code in this version of the engine, starting at 1.
    package var number: UInt16 { ReasonList.position(of: self) + 1 }

    /// The code with a number; nil if there is no such code.
    package init?(number: Int) {
        let codes = Self.allCases
        guard codes.indices.contains(number - 1) else { return nil }
        self = codes[number - 1]
    }
}
