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

    @Test("Bits name exactly the bytes that are equal", arguments: [0, 1, 0x2F, 0x7F, 0x80, 0xFF] as [UInt8])
    func bits(byte: UInt8) {
        for position in 0..<16 {
            var bytes = [UInt8](repeating: byte ^ 0x55, count: 16)
            bytes[position] = byte
            #expect(WordLoader.vector(of: bytes.span, at: 0).bits(equalTo: byte) == 1 << UInt64(position))
        }
    }

    @Test("Two words make the vector that their bytes make")
    func halves() {
        let bytes = (0..<16).map { UInt8($0 * 7) }
        let vector = ByteVector(
            low: WordLoader.word(of: bytes.span, at: 0),
            high: WordLoader.word(of: bytes.span, at: 8)
        )
        #expect(vector.bytes == WordLoader.vector(of: bytes.span, at: 0).bytes)
    }
}
