import ByteText
import URLMatching
import URLStandard

/// The set of four-byte windows that are in use, as a filter: each window sets two bits of one word.
///
/// PERF: 16 KiB. A smaller filter lets more unrelated windows pass: with 256 words a decision under ten thousand rules
/// takes 5 to 9 % longer, with 512 words 2 to 4 %. With a byte for each hash, nearly every test waits for the second
/// cache. The one unsafe expression is an index without a bounds check.
struct WindowBits: Sendable {
    private static let wordCount = 1 << 11

    // INVARIANT: empty, or `wordCount` words.
    private var words: [UInt64] = []

    /// The upper eleven bits select a word, and the two groups of six bits after them select bits of that word.
    @inline(__always)
    private static func hash(_ window: UInt32) -> UInt32 { window &* 0x9E37_79B1 }

    @inline(__always)
    private static func word(of hash: UInt32) -> Int { Int(truncatingIfNeeded: hash &>> 21) }

    @inline(__always)
    private static func firstBit(of hash: UInt32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: hash &>> 15) }

    @inline(__always)
    private static func secondBit(of hash: UInt32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: hash &>> 9) }

    mutating func insert(_ window: UInt32) {
        if words.isEmpty { words = [UInt64](repeating: 0, count: Self.wordCount) }
        let hash = Self.hash(window)
        words[Self.word(of: hash)] |= Self.firstBit(of: hash) | Self.secondBit(of: hash)
    }

    /// Whether both bits of a window are set; `words` come from ``span``.
    ///
    /// PERF: the second bit is tested only if the first is set, as it is for few windows.
    @inline(__always)
    static func has(_ window: UInt32, in words: Span<UInt64>) -> Bool {
        let hash = hash(window)
        // SAFETY: the index has eleven bits, and ``span`` returns 2,048 words or traps.
        let bits = unsafe words[unchecked: word(of: hash)]
        return bits & firstBit(of: hash) != 0 && bits & secondBit(of: hash) != 0
    }

    /// The words; available only if something has been inserted.
    var span: Span<UInt64> {
        @_lifetime(borrow self)
        get {
            precondition(words.count == Self.wordCount, "nothing is there to be asked for")
            return words.span
        }
    }

    /// Whether nothing has been inserted.
    var isEmpty: Bool { words.isEmpty }
}

/// The ends of the URLs that rules name. Most other URLs end differently, which takes one check, whereas a look-up
/// reads the whole URL.
struct URLEnds: Sendable {
    private var bits = WindowBits()
    private var hasAll = false

    init() {}

    /// Adds a URL without its fragment.
    mutating func insert(_ url: Span<UInt8>) { bits.insert(Self.end(of: url)) }

    /// Adds URLs that are not read one by one, so that any URL may be one of them.
    mutating func insertAll() { hasAll = true }

    /// Whether a URL without its fragment may be one of them.
    @inline(__always)
    func mayHave(_ url: Span<UInt8>) -> Bool {
        guard !hasAll else { return true }
        return !bits.isEmpty && WindowBits.has(Self.end(of: url), in: bits.span)
    }

    @inline(__always)
    private static func end(of url: Span<UInt8>) -> UInt32 {
        // Very few URLs are shorter than eight bytes; for those, only the length is used.
        guard url.count >= 8 else { return UInt32(truncatingIfNeeded: url.count) }
        let word = WordLoader.word(of: url, at: url.count &- 8) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: word &>> 32) ^ UInt32(truncatingIfNeeded: url.count)
    }
}
