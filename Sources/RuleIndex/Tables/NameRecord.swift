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
