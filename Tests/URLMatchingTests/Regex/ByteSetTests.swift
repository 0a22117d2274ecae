import Testing

@testable import URLMatching

@Suite("Sets of bytes") struct ByteSetTests {
    /// The boundaries of 64-bit words, and values next to them.
    private static let bounds: [UInt8] = [0, 1, 62, 63, 64, 65, 126, 127, 128, 191, 192, 254, 255]

    @Test("A range contains its bytes and no others")
    func ranges() {
        for first in Self.bounds {
            for last in Self.bounds where first <= last {
                let set = ByteSet(first...last)
                #expect(set.bytes == Array(first...last), "\(first)...\(last)")
                #expect(set.count == Int(last) - Int(first) + 1, "\(first)...\(last)")
                var bytes = ByteSet()
                for byte in first...last { bytes.insert(byte) }
                #expect(set == bytes && set.inverted.isDisjoint(with: bytes), "\(first)...\(last)")
            }
        }
    }

    @Test("Several ranges form their union, in any order and overlapping")
    func several() {
        #expect(ByteSet(0x7A...0x80, 0x00...0x00, 0x7C...0x7D).bytes == [0x00] + Array(0x7A...0x80))
        #expect(ByteSet().bytes.isEmpty && ByteSet().isEmpty && ByteSet.all.bytes == Array(0...255))
    }

    private static let samples: [(set: ByteSet, expected: UInt8?, why: Comment)] = [
        (ByteSet(), nil, "nothing is in it"), (ByteSet(0x00...0x20), nil, "controls and a space are in no URL"),
        (ByteSet(0x7F...0xFF), nil, "nor is what is no ASCII"), (.all, UInt8(ascii: "a"), "a small letter is first"),
        (ByteSet(0x30...0x39), UInt8(ascii: "0"), "a digit"), (ByteSet(0x32...0x39), UInt8(ascii: "2"), "the lowest"),
        (ByteSet(0x5B...0x60), UInt8(ascii: "_"), "what URLs have more often"),
        (ByteSet(0x5B...0x5E, 0x80...0x8F), UInt8(ascii: "["), "the lowest again"),
        (ByteSet(0x7E...0x7E), UInt8(ascii: "~"), "the last that can be seen"),
    ]

    @Test("A sample is a byte as in URLs", arguments: samples.indices)
    func sample(row: Int) {
        let (set, expected, why) = Self.samples[row]
        #expect(set.sample == expected, why)
    }
}
