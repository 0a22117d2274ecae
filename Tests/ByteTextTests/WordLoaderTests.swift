import ByteText
import Testing

@Suite("Word loader and byte vectors") struct WordLoaderTests {
    @Test("A word holds the first byte lowest, at every offset")
    func words() {
        let bytes = (0..<24).map { UInt8($0) }
        for offset in 0...16 {
            let expected = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
            #expect(WordLoader.word(of: bytes.span, at: offset) == expected)
        }
    }

    @Test("The bit mask marks exactly the equal bytes", arguments: [0, 1, 0x2F, 0x7F, 0x80, 0xFF] as [UInt8])
    func bits(byte: UInt8) {
        for position in 0..<16 {
            var bytes = [UInt8](repeating: byte ^ 0x55, count: 16)
            bytes[position] = byte
            #expect(WordLoader.vector(of: bytes.span, at: 0).bits(equalTo: byte) == 1 << UInt64(position))
        }
    }

    @Test("Two words make the same vector as their bytes")
    func halves() {
        let bytes = (0..<16).map { UInt8($0 * 7) }
        let vector = ByteVector(
            low: WordLoader.word(of: bytes.span, at: 0),
            high: WordLoader.word(of: bytes.span, at: 8)
        )
        #expect(vector.bytes == WordLoader.vector(of: bytes.span, at: 0).bytes)
    }

    @Test("Texts of every length are equal if all their bytes are, at every position")
    func equality() {
        for count in 0...70 {
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
            for (before, behind) in [(0, 0), (3, 0), (0, 5), (9, 2)] {
                let left = [0xFF] + text
                let right = [UInt8](repeating: 0xEE, count: before) + text + [UInt8](repeating: 0xEE, count: behind)
                let isEqual = WordLoader.areEqual(left.span, at: 1, right.span, at: before, count: count)
                #expect(isEqual, "\(count) bytes at \(before)")
                for position in 0..<count {
                    var other = right
                    other[before + position] ^= 0x80
                    let isOtherEqual = WordLoader.areEqual(left.span, at: 1, other.span, at: before, count: count)
                    #expect(!isOtherEqual, "byte \(position) of \(count)")
                }
            }
        }
    }

    @Test("Folding bits are set on the left side only")
    func folding() {
        for count in [1, 4, 7, 8, 9, 16, 31, 32, 33, 50] {
            let (upper, lower) = ([UInt8](repeating: 0x41, count: count), [UInt8](repeating: 0x61, count: count))
            let folding: UInt64 = 0x2020_2020_2020_2020
            let isFolded = WordLoader.areEqual(upper.span, at: 0, lower.span, at: 0, count: count, folding: folding)
            let isReverse = WordLoader.areEqual(lower.span, at: 0, upper.span, at: 0, count: count, folding: folding)
            let isPlain = WordLoader.areEqual(upper.span, at: 0, lower.span, at: 0, count: count)
            #expect(isFolded && !isReverse && !isPlain, "\(count) bytes")
        }
    }
}
