import ByteText
import URLMatching
import URLStandard

/// How the URLs that rules name end: most others end otherwise, which takes one look, where looking one up takes all of it.
struct URLEnds: Sendable {
    private var bits = WindowBits()
    private var hasAll = false

    init() {}

    /// Takes a URL without its fragment.
    mutating func insert(_ url: Span<UInt8>) { bits.insert(Self.end(of: url)) }

    /// Takes URLs that nobody wants to look at, so that every URL may be one of them.
    mutating func insertAll() { hasAll = true }

    /// Whether a URL without its fragment may be one of them.
    @inline(__always)
    func mayHave(_ url: Span<UInt8>) -> Bool {
        guard !hasAll else { return true }
        return !bits.isEmpty && WindowBits.has(Self.end(of: url), in: bits.span)
    }

    @inline(__always)
    private static func end(of url: Span<UInt8>) -> UInt32 {
        // Every URL has a length, few have eight bytes less than a word.
        guard url.count >= 8 else { return UInt32(truncatingIfNeeded: url.count) }
        let word = WordLoader.word(of: url, at: url.count &- 8) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: word &>> 32) ^ UInt32(truncatingIfNeeded: url.count)
    }
}
