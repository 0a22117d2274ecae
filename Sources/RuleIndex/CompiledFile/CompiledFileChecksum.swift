import ByteText

/// The checksum of a compiled file: against accidents, not against people.
///
/// Four lanes take two words of 64 bits each in turn, and are mixed into one at the end; the last bytes are taken with
/// zeros behind them, and the count goes in too. A lane takes words in by a multiplication whose product, of 128 bits, is
/// folded, so that each bit of a word reaches each bit of the lane.
///
/// PERF: one lane would wait for each multiplication and its folding; four of them overlap. A lane that multiplied by a
/// constant and rotated by 32 compiled to two multiplications for each word. How long this takes beside reading the memory
/// has not been measured by itself.
enum CompiledFileChecksum {
    private static let blockCount = 64

    /// The checksum of bytes.
    ///
    /// - Complexity: O(*n*); allocates nothing.
    static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var lanes = Lanes()
        let whole = bytes.count & ~(blockCount - 1)
        var offset = 0
        while offset < whole {
            lanes.take(bytes, at: offset)
            offset &+= blockCount
        }
        var result = UInt64(truncatingIfNeeded: bytes.count)
        for lane in [lanes.a, lanes.b, lanes.c, lanes.d] { result = mix(result, lane, Lanes.first) }
        while offset < bytes.count {
            var word: UInt64 = 0
            for position in 0..<min(8, bytes.count - offset) {
                word |= UInt64(bytes[offset + position]) << (8 * UInt64(position))
            }
            result = mix(result, word, Lanes.first)
            offset += 8
        }
        return mix(result, Lanes.second, Lanes.third)
    }

    /// Takes in two words; `other` is never equal to what stands in a file but by accident.
    @inline(__always)
    private static func mix(_ lane: UInt64, _ word: UInt64, _ other: UInt64) -> UInt64 {
        let product = (lane ^ word).multipliedFullWidth(by: other)
        return product.high ^ product.low
    }

    private struct Lanes {
        static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
        static let second: UInt64 = 0xD6E8_FEB8_6659_FD93
        static let third: UInt64 = 0xA076_1D64_78BD_642F
        static let fourth: UInt64 = 0xE703_7ED1_A0B4_28DB

        var (a, b, c, d) = (first, second, third, fourth)

        @inline(__always)
        mutating func take(_ bytes: Span<UInt8>, at offset: Int) {
            a = mix(
                a,
                WordLoader.word(of: bytes, at: offset),
                WordLoader.word(of: bytes, at: offset &+ 8) ^ Self.first
            )
            b = mix(
                b,
                WordLoader.word(of: bytes, at: offset &+ 16),
                WordLoader.word(of: bytes, at: offset &+ 24) ^ Self.second
            )
            c = mix(
                c,
                WordLoader.word(of: bytes, at: offset &+ 32),
                WordLoader.word(of: bytes, at: offset &+ 40) ^ Self.third
            )
            d = mix(
                d,
                WordLoader.word(of: bytes, at: offset &+ 48),
                WordLoader.word(of: bytes, at: offset &+ 56) ^ Self.fourth
            )
        }
    }
}
