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
///
/// PERF: 2 KiB, because a URL is only checked once, and the windows and the names need the rest of the first-level cache.
/// The one unsafe expression is an index without a bounds check.
struct URLEnds: Sendable {
    private static let wordCount = 1 << 8

    // INVARIANT: empty, or `wordCount` words.
    private var words: [UInt64] = []
    private var hasAll = false

    init() {}

    /// Adds a URL without its fragment.
    mutating func insert(_ url: Span<UInt8>) {
        if words.isEmpty { words = [UInt64](repeating: 0, count: Self.wordCount) }
        let hash = Self.hash(url)
        words[Self.word(of: hash)] |= Self.bits(of: hash)
    }

    /// Adds URLs that are not read one by one, so that any URL may be one of them.
    mutating func insertAll() { hasAll = true }

    /// Whether a URL without its fragment may be one of them.
    @inline(__always)
    func mayHave(_ url: Span<UInt8>) -> Bool {
        guard !hasAll else { return true }
        let words = words.span
        guard words.count == Self.wordCount else { return false }
        let hash = Self.hash(url)
        // SAFETY: the index has eight bits, and there are 256 words.
        return unsafe ~words[unchecked: Self.word(of: hash)] & Self.bits(of: hash) == 0
    }

    @inline(__always)
    private static func word(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 56) }

    /// Two bits of a word.
    @inline(__always)
    private static func bits(of hash: UInt64) -> UInt64 { 1 &<< (hash &>> 50) | 1 &<< (hash &>> 44) }

    /// A hash of the last eight bytes and the length, in the upper bits.
    @inline(__always)
    private static func hash(_ url: Span<UInt8>) -> UInt64 {
        // Very few URLs are shorter than eight bytes; for those, only the length is used.
        let end = url.count >= 8 ? WordLoader.word(of: url, at: url.count &- 8) : 0
        return (end ^ UInt64(truncatingIfNeeded: url.count) &<< 56) &* 0x9E37_79B9_7F4A_7C15
    }
}
