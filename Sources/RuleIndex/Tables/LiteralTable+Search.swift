import ByteText
import URLMatching

extension LiteralTable {
    /// Notes the postings whose literals stand in a URL and that are stronger than a rank.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL.
    ///   - hostStart: Where the host of an `http:` or `https:` URL begins; 0 for every other.
    ///   - rank: The rank.
    ///   - reached: Takes the numbers of the postings; emptied first.
    /// - Complexity: O(*n*) in the bytes of the URL, and the comparison of each literal whose window it has. Allocates
    ///   nothing once the set has been used.
    func search(_ url: Span<UInt8>, hostStart: Int, below rank: UInt32, _ reached: inout ReachedSet) {
        reached.reset(limit: postings.count)
        guard let strongest = postings.first, strongest.rank < rank else { return }
        let start = skipsSchemes ? max(0, hostStart &- LiteralWindow.width &+ 1) : 0
        if !long.isEmpty { searchLong(url, from: start, below: rank, &reached) }
        if !short.isEmpty { searchShort(url, from: start, below: rank, &reached) }
    }

    private func searchLong(_ url: Span<UInt8>, from start: Int, below rank: UInt32, _ reached: inout ReachedSet) {
        let last = max(0, url.count &- 8)
        var position = min(start, last)
        while true {
            position = knownPlace(in: url, from: position, last: last)
            guard position >= 0 else { return }
            let word = Self.foldedWord(of: url, at: position)
            var offset = 0
            while offset <= 4 {
                let window = Self.window(word, offset)
                if WindowBits.has(window, in: long.bits.span) {
                    take(window, in: long, of: url, at: position &+ offset, below: rank, &reached)
                }
                offset &+= stride
            }
            guard position < last else { return }
            position = min(position &+ Self.advance(of: stride), last)
        }
    }

    /// How far one load of eight bytes is from the next, so that all windows come by.
    @inline(__always)
    private static func advance(of stride: Int) -> Int { stride == 4 ? 8 : stride == 1 ? 5 : 6 }

    /// The first place from `position` on where a load has a window that is known; -1 where none is.
    ///
    /// PERF: with the stride known, the loop over the windows of a word is no loop; and apart from what happens to them,
    /// everything stays in registers.
    private func knownPlace(in url: Span<UInt8>, from position: Int, last: Int) -> Int {
        switch stride {
        case 4: knownPlace(in: url, from: position, last: last, stride: 4)
        case 3: knownPlace(in: url, from: position, last: last, stride: 3)
        case 2: knownPlace(in: url, from: position, last: last, stride: 2)
        default: knownPlace(in: url, from: position, last: last, stride: 1)
        }
    }

    /// INVARIANT: the places that are looked at are `stride` bytes from one another, or fewer at the end, from the first
    /// byte to fewer than that before the last window; so a literal with as many windows in a row has one of them there.
    @inline(__always)
    private func knownPlace(in url: Span<UInt8>, from start: Int, last: Int, stride: Int) -> Int {
        let bits = long.bits.span
        var position = start
        while true {
            let word = Self.foldedWord(of: url, at: position)
            var offset = 0
            while offset <= 4 {
                if WindowBits.mayHave(Self.window(word, offset), in: bits) { return position }
                offset &+= stride
            }
            guard position < last else { return -1 }
            // The last load may overlap the one before it.
            position = min(position &+ Self.advance(of: stride), last)
        }
    }

    /// The same for windows of three bytes, which few rules need.
    private func searchShort(_ url: Span<UInt8>, from start: Int, below rank: UInt32, _ reached: inout ReachedSet) {
        let bits = short.bits.span
        var position = min(start, max(0, url.count &- 8))
        while true {
            let word = Self.foldedWord(of: url, at: position)
            for offset in 0..<6 {
                let window = Self.window(word, offset) & 0xFF_FFFF
                guard WindowBits.has(window, in: bits) else { continue }
                take(window, in: short, of: url, at: position &+ offset, below: rank, &reached)
            }
            guard position &+ 8 < url.count else { return }
            position = min(position &+ 6, url.count &- 8)
        }
    }

    /// Four bytes of a word.
    @inline(__always)
    private static func window(_ word: UInt64, _ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* offset))
    }

    /// Eight bytes of a URL, without their case; of a shorter one what there is, from offset 0.
    @inline(__always)
    private static func foldedWord(of url: Span<UInt8>, at position: Int) -> UInt64 {
        guard url.count >= 8 else { return foldedStart(of: url) }
        return WordLoader.word(of: url, at: position) | 0x2020_2020_2020_2020
    }

    private static func foldedStart(of url: Span<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for index in url.indices { word |= UInt64(url[index]) &<< UInt64(8 &* index) }
        return word | 0x2020_2020_2020_2020
    }

    @inline(never)
    private func take(
        _ window: UInt32,
        in lane: borrowing Lane,
        of url: Span<UInt8>,
        at position: Int,
        below rank: UInt32,
        _ reached: inout ReachedSet
    ) {
        let candidates = lane.candidates.span
        let bucket = Lane.bucket(of: window, shift: lane.bucketShift)
        for index in Int(lane.starts[bucket])..<Int(lane.starts[bucket + 1]) {
            let candidate = candidates[index]
            guard candidate.window == window, candidate.rank < rank else { continue }
            let start = Int(candidate.start)
            let literal = text.span.extracting(start..<start + Int(candidate.count))
            guard RequiredLiterals.stands(literal, in: url, at: position - Int(candidate.offset)) else { continue }
            reached.insert(candidate.posting)
        }
    }
}
