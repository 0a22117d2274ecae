import ByteText
import URLStandard

/// The hash of a host, built label by label from the right, so that a host yields the hashes of all its parent domains
/// on the way.
///
/// The bytes are read eight at a time, from the end of a label to its start.
struct NameHash {
    private(set) var value: UInt64

    /// - Parameter seed: Told apart from table to table; a table whose entries crowd together is built with another.
    init(seed: UInt64) { value = seed }

    /// Takes in the label at `range`.
    @inline(__always)
    mutating func add(_ range: Range<Int>, of bytes: Span<UInt8>) {
        var end = range.upperBound
        while end &- range.lowerBound > 8 {
            mix(WordLoader.word(of: bytes, at: end &- 8))
            end &-= 8
        }
        mix(Self.word(endingAt: end, from: range.lowerBound, of: bytes))
    }

    /// The up to eight bytes of `bytes` from `start` to `end`, the last one highest, zero below.
    @inline(__always)
    static func word(endingAt end: Int, from start: Int, of bytes: Span<UInt8>) -> UInt64 {
        guard end > start else { return 0 }
        let surplus = UInt64(truncatingIfNeeded: 8 &- (end &- start)) &* 8
        guard end < 8 else { return WordLoader.word(of: bytes, at: end &- 8) >> surplus }
        var word: UInt64 = 0
        for offset in start..<end { word |= UInt64(bytes[offset]) << UInt64(8 * (offset - start)) }
        return word
    }

    @inline(__always)
    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.low ^ product.high
    }
}
