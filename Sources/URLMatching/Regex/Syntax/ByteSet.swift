/// A set of bytes.
package struct ByteSet: Hashable, Sendable {
    private var words = SIMD4<UInt64>()

    package init() {}

    package init(_ ranges: ClosedRange<UInt8>...) {
        for range in ranges { insert(range) }
    }

    package init(_ byte: UInt8) { insert(byte) }

    package static let all = ByteSet().inverted

    package mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    private mutating func insert(_ range: ClosedRange<UInt8>) {
        for index in 0..<4 {
            let first = max(Int(range.lowerBound) - 64 * index, 0)
            let last = min(Int(range.upperBound) - 64 * index, 63)
            if first <= last { words[index] |= ~0 << UInt64(first) & ~0 >> UInt64(63 - last) }
        }
    }

    package func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 != 0 }

    package func union(_ other: ByteSet) -> ByteSet { ByteSet(words: words | other.words) }

    package func intersection(_ other: ByteSet) -> ByteSet { ByteSet(words: words & other.words) }

    package func isSubset(of other: ByteSet) -> Bool { words & other.words == words }

    package func isDisjoint(with other: ByteSet) -> Bool { intersection(other).isEmpty }

    package var inverted: ByteSet { ByteSet(words: ~words) }

    package var isEmpty: Bool { words == SIMD4() }

    package var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

    /// The bytes, in ascending order.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<4 {
            var word = words[index]
            while word != 0 {
                bytes.append(UInt8(index * 64 + word.trailingZeroBitCount))
                word &= word - 1
            }
        }
        return bytes
    }

    /// The set with both cases of every letter.
    package var foldingCase: ByteSet {
        // Letters are in the second word, lower case 32 bits above upper case.
        let letters = (words[1] | words[1] >> 32) & 0x07FF_FFFE
        var result = self
        result.words[1] |= letters | letters << 32
        return result
    }

    /// The only byte of the set, treating upper and lower case as one; nil if there are more.
    package var single: UInt8? {
        let count = count
        guard count == 1 || count == 2, let last = bytes.last else { return nil }
        if count == 1 { return last }
        return self == ByteSet(last).foldingCase ? last : nil
    }

    /// A byte of the set that is typical of URLs: a lower-case letter before a digit before anything else.
    package var sample: UInt8? {
        for byte in Self.usual where contains(byte) { return byte }
        return intersection(Self.visible).bytes.first
    }

    private static let usual = Array("axe0m1-_/.~=&:?!%".utf8)
    private static let visible = ByteSet(0x21...0x7E)

    private init(words: SIMD4<UInt64>) { self.words = words }
}
