import ByteText
import URLMatching

extension LiteralTable {
    /// Whether ``search(_:hostStart:_:)`` can go over a URL; if not, ``search(slowly:below:_:)`` does.
    @inline(__always)
    func isQuick(over url: Span<UInt8>) -> Bool { url.count >= 8 && stride >= 3 && short.isEmpty }

    /// Goes over a URL and hands over the places where a literal may stand around.
    ///
    /// - Parameters:
    ///   - url: The bytes of a URL for which ``isQuick(over:)`` holds.
    ///   - hostStart: Where the host of an `http:` or `https:` URL begins; 0 for every other.
    ///   - body: Is handed a window that is filed, and its place; says whether literals do stand around it, see
    ///     ``take(_:in:of:at:below:_:)``.
    /// - Returns: Whether it has said so.
    /// - Complexity: O(*n*) in the bytes of the URL. Allocates nothing.
    ///
    /// PERF: with the stride known, the second window of a load is one shift away.
    @inline(__always)
    func search(_ url: Span<UInt8>, hostStart: Int, _ body: (UInt32, Int) -> Bool) -> Bool {
        let start = skipsSchemes ? max(0, hostStart &- Self.windowWidth &+ 1) : 0
        return stride == 4
            ? search(url, from: start, stride: 4, body) : search(url, from: start, stride: 3, body)
    }

    /// INVARIANT: the places that are looked at are `stride` bytes from one another, or fewer at the end, from the first
    /// byte to fewer than that before the last window; so a literal with as many windows in a row has one of them there.
    ///
    /// PERF: what is filed is left to a call, so that the loop stays in registers.
    @inline(__always)
    private func search(_ url: Span<UInt8>, from start: Int, stride: Int, _ body: (UInt32, Int) -> Bool) -> Bool {
        let bits = long.bits.span
        let last = url.count &- 8
        var position = min(start, last)
        var isReached = false
        while true {
            let word = Self.foldedWord(of: url, at: position)
            let (first, second) = (Self.window(word, 0), Self.window(word, stride))
            if WindowBits.has(first, in: bits), body(first, position) { isReached = true }
            if WindowBits.has(second, in: bits), body(second, position &+ stride) { isReached = true }
            guard position < last else { return isReached }
            // The last load may overlap the one before it.
            position = min(position &+ 2 &* stride, last)
        }
    }

    /// Notes the postings whose literals stand in a URL and that are stronger than a rank; for literals of fewer than six
    /// bytes, which few rules need, and URLs of fewer than eight.
    ///
    /// - Returns: Whether there are any.
    func search(slowly url: Span<UInt8>, below rank: UInt32, _ reached: inout ReachedSet) -> Bool {
        guard url.count >= 8 else {
            return takeAll(Self.word(ofShort: url), of: url, at: 0, below: rank, &reached)
        }
        let last = url.count &- 8
        var position = 0
        var isReached = false
        while true {
            let word = Self.foldedWord(of: url, at: position)
            if takeAll(word, of: url, at: position, below: rank, &reached) { isReached = true }
            guard position < last else { return isReached }
            position = min(position &+ 5, last)
        }
    }

    /// Takes the literals of all windows of eight bytes.
    @inline(__always)
    private func takeAll(
        _ word: UInt64,
        of url: Span<UInt8>,
        at start: Int,
        below rank: UInt32,
        _ reached: inout ReachedSet
    ) -> Bool {
        var isReached = false
        for offset in 0..<6 {
            let (window, position) = (Self.window(word, offset), start &+ offset)
            if offset < 5, !long.isEmpty, WindowBits.has(window, in: long.bits.span),
                take(window, in: long, of: url, at: position, below: rank, &reached)
            {
                isReached = true
            }
            let shortWindow = window & 0xFF_FFFF
            if !short.isEmpty, WindowBits.has(shortWindow, in: short.bits.span),
                take(shortWindow, in: short, of: url, at: position, below: rank, &reached)
            {
                isReached = true
            }
        }
        return isReached
    }

    /// Notes the postings whose literals have a window, stand in a URL around it, and are stronger than a rank.
    ///
    /// - Parameters:
    ///   - window: A window that is filed.
    ///   - lane: Where it is filed: in ``long`` what ``search(_:hostStart:_:)`` hands over.
    ///   - url: The bytes of the URL.
    ///   - position: Where the window stands.
    ///   - rank: The rank.
    ///   - reached: Takes the numbers of the postings.
    /// - Returns: Whether there are any.
    /// - Complexity: O(*n*) in the literals that share a window. Allocates nothing once the set has been used.
    @inline(__always)
    func take(
        _ window: UInt32,
        in lane: borrowing Lane,
        of url: Span<UInt8>,
        at position: Int,
        below rank: UInt32,
        _ reached: inout ReachedSet
    ) -> Bool {
        let candidates = lane.candidates.span
        let bucket = Lane.bucket(of: window, shift: lane.bucketShift)
        var isReached = false
        for index in Int(lane.starts[bucket])..<Int(lane.starts[bucket + 1]) {
            let candidate = candidates[index]
            // PERF: one question for both, of which neither can be foreseen.
            guard (candidate.window ^ window) | (candidate.rank < rank ? 0 : 1) == 0 else { continue }
            let (place, count) = (position &- Int(candidate.offset), Int(candidate.count))
            guard place >= 0, count <= url.count &- place,
                WordLoader.areEqual(
                    url,
                    at: place,
                    text.span,
                    at: Int(candidate.start),
                    count: count,
                    folding: Self.folding
                )
            else { continue }
            reached.insert(candidate.posting)
            isReached = true
        }
        return isReached
    }

    // MARK: Windows

    /// The bit that upper-case letters lack, in each byte.
    private static var folding: UInt64 { 0x2020_2020_2020_2020 }

    /// Four bytes of a word.
    @inline(__always)
    private static func window(_ word: UInt64, _ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* offset))
    }

    /// Eight bytes of a URL, without their case.
    @inline(__always)
    private static func foldedWord(of url: Span<UInt8>, at position: Int) -> UInt64 {
        WordLoader.word(of: url, at: position) | folding
    }

    /// What there is of a URL that has no eight bytes, without its case.
    private static func word(ofShort url: Span<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for index in url.indices { word |= UInt64(url[index]) &<< UInt64(8 &* index) }
        return word | folding
    }
}
