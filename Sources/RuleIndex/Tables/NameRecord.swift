import ByteText

/// One name of a ``NameTable`` in its bytes.
///
/// ```
/// 0…1    the length of the name
/// 2…7    the payload: in its lowest bits the entry of the list that put the name here, counted from 1, or 0 for a value
///        written in a rule; above them the position of the target
/// 8…     the name
/// ```
struct NameRecord {
    static let headCount = 8
    static let longestName = Int(UInt16.max)
    static let payloadBits: UInt64 = 48

    private let head: UInt64

    /// Reads the head of a record.
    @inline(__always)
    init(at offset: Int, in records: Span<UInt8>) { head = WordLoader.word(of: records, at: offset) }

    /// - Parameters:
    ///   - nameCount: How many bytes the name has; at most ``longestName``.
    ///   - entry: The entry of the list; 0 for a value written in a rule.
    ///   - target: The position of the target.
    ///   - entryBits: How many bits the table's entries have.
    init(nameCount: Int, entry: UInt32, target: Int, entryBits: UInt64) {
        let payload = UInt64(entry) | UInt64(target) << entryBits
        precondition(nameCount <= Self.longestName && payload >> Self.payloadBits == 0, "too many names for a table")
        head = UInt64(nameCount) | payload << 16
    }

    @inline(__always)
    var nameCount: Int { Int(truncatingIfNeeded: head & 0xFFFF) }

    @inline(__always)
    func entry(entryBits: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: (head &>> 16) & ((1 &<< entryBits) &- 1))
    }

    @inline(__always)
    func target(entryBits: UInt64) -> Int { Int(truncatingIfNeeded: (head &>> 16) &>> entryBits) }

    /// Writes the head.
    func write(at offset: Int, to bytes: inout MutableSpan<UInt8>) { bytes.write(head, at: offset) }
}
