import ByteText

/// One name of a ``NameTable`` in its bytes.
///
/// ```
/// 0…3    the entry of the list that put the name here, counted from 1; 0 for a value written in a rule
/// 4…7    the position of its target; the highest bit says that there are names below it
/// 8…9    the length of the name
/// 10…    the name, and a byte more where its length is odd
/// ```
struct NameRecord {
    static let headCount = 10

    /// Loads are whole words, so that many bytes stand behind the last record.
    static let padding = 8

    /// The entry and the target in one word.
    private let head: UInt64

    /// Reads the head of a record.
    @inline(__always)
    init(at offset: Int, in records: Span<UInt8>) { head = WordLoader.word(of: records, at: offset) }

    init(entry: UInt32, target: Int, hasNamesBelow: Bool) {
        head = UInt64(entry) | UInt64(target) << 32 | (hasNamesBelow ? 1 << 63 : 0)
    }

    var entry: UInt32 { UInt32(truncatingIfNeeded: head) }

    var target: Int { Int(truncatingIfNeeded: (head &>> 32) & 0x7FFF_FFFF) }

    var hasNamesBelow: Bool { head &>> 63 != 0 }

    /// Writes the head over that of a record.
    func write(at offset: Int, in records: inout [UInt8]) {
        for position in 0..<8 { records[offset + position] = UInt8(truncatingIfNeeded: head >> (8 * position)) }
    }

    // MARK: Names

    /// How many bytes the name of a record has.
    @inline(__always)
    static func nameCount(at offset: Int, in records: Span<UInt8>) -> Int {
        Int(truncatingIfNeeded: WordLoader.word(of: records, at: offset &+ 2) &>> 48)
    }

    /// Where the record behind one with a name of so many bytes begins.
    static func end(of offset: Int, nameCount: Int) -> Int { offset + headCount + (nameCount + 1) & ~1 }

    /// Whether a record has the name that stands at `range` in `bytes`.
    ///
    /// PERF: from the back, a word at a time; the first word may overlap the one before.
    @inline(__always)
    static func isName(at offset: Int, in records: Span<UInt8>, _ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
        let count = range.count
        guard nameCount(at: offset, in: records) == count else { return false }
        let start = offset &+ headCount
        guard count >= 8 else {
            for position in 0..<count where records[start &+ position] != bytes[range.lowerBound &+ position] {
                return false
            }
            return true
        }
        var position = count &- 8
        while position > 0 {
            guard
                WordLoader.word(of: records, at: start &+ position)
                    == WordLoader.word(of: bytes, at: range.lowerBound &+ position)
            else { return false }
            position &-= 8
        }
        return WordLoader.word(of: records, at: start) == WordLoader.word(of: bytes, at: range.lowerBound)
    }
}
