import ByteText

/// The checksum of a compiled file: against accidents, not against people.
///
/// Eight lanes take a word of 64 bits each in turn, and are mixed into one at the end; the last bytes are taken with zeros
/// behind them, and the count goes in too. Taking in a word can be undone, given the lane and the word, so whatever
/// changes within one word changes the checksum.
///
/// PERF: a file of 40 MiB is summed up in some milliseconds. One lane would wait four cycles for each word, which is the
/// latency of a multiplication; eight of them wait for memory.
enum CompiledFileChecksum {
    private static let lanes = 8
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The checksum of bytes.
    ///
    /// - Complexity: O(*n*); allocates nothing.
    static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var sum = Lanes()
        let whole = bytes.count & ~(8 * lanes - 1)
        var offset = 0
        while offset < whole {
            sum.take(bytes, at: offset)
            offset &+= 8 &* lanes
        }
        var result = UInt64(truncatingIfNeeded: bytes.count) &* factor
        for lane in [sum.a, sum.b, sum.c, sum.d, sum.e, sum.f, sum.g, sum.h] { result = step(result, lane) }
        while offset < bytes.count {
            var word: UInt64 = 0
            for position in 0..<min(8, bytes.count - offset) {
                word |= UInt64(bytes[offset + position]) << (8 * UInt64(position))
            }
            result = step(result, word)
            offset += 8
        }
        return result ^ result >> 29
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word) &* factor
        // The high bits are the well mixed ones; the next multiplication only carries upwards.
        return product &>> 32 | product &<< 32
    }

    private struct Lanes {
        var (a, b, c, d) = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
        var (e, f, g, h) = (UInt64(5), UInt64(6), UInt64(7), UInt64(8))

        @inline(__always)
        mutating func take(_ bytes: Span<UInt8>, at offset: Int) {
            a = step(a, WordLoader.word(of: bytes, at: offset))
            b = step(b, WordLoader.word(of: bytes, at: offset &+ 8))
            c = step(c, WordLoader.word(of: bytes, at: offset &+ 16))
            d = step(d, WordLoader.word(of: bytes, at: offset &+ 24))
            e = step(e, WordLoader.word(of: bytes, at: offset &+ 32))
            f = step(f, WordLoader.word(of: bytes, at: offset &+ 40))
            g = step(g, WordLoader.word(of: bytes, at: offset &+ 48))
            h = step(h, WordLoader.word(of: bytes, at: offset &+ 56))
        }
    }
}
