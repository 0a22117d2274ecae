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
        let start = skipsSchemes ? max(0, hostStart &- LiteralWindow.width &+ 1) : 0
        if !long.isEmpty { searchLong(url, from: start, below: rank, &reached) }
        if !medium.isEmpty { searchMedium(url, from: start, below: rank, &reached) }
        if !short.isEmpty { searchShort(url, from: start, below: rank, &reached) }
    }

    /// INVARIANT: the places that are looked at are four bytes from one another, or fewer at the end, from the first byte
    /// to the last; so a literal with four windows in a row has one of them there.
    private func searchLong(_ url: Span<UInt8>, from start: Int, below rank: UInt32, _ reached: inout ReachedSet) {
        let bits = long.bits.span
        var position = min(start, max(0, url.count &- 8))
        while true {
            let word = Self.foldedWord(of: url, at: position)
            let (first, second) = (Self.window(word, 0), Self.window(word, 4))
            if WindowBits.bit(of: first, in: bits) | WindowBits.bit(of: second, in: bits) != 0 {
                if WindowBits.bit(of: first, in: bits) != 0 {
                    take(first, in: long, of: url, at: position, below: rank, &reached)
                }
                if WindowBits.bit(of: second, in: bits) != 0 {
                    take(second, in: long, of: url, at: position &+ 4, below: rank, &reached)
                }
            }
            guard position &+ 8 < url.count else { return }
            // The last load may overlap the one before it.
            position = min(position &+ 8, url.count &- 8)
        }
    }

    /// PERF: one load gives five windows of four bytes, and one branch says that none of them is known.
    private func searchMedium(_ url: Span<UInt8>, from start: Int, below rank: UInt32, _ reached: inout ReachedSet) {
        let bits = medium.bits.span
        var position = min(start, max(0, url.count &- 8))
        while true {
            let word = Self.foldedWord(of: url, at: position)
            let found =
                WindowBits.bit(of: Self.window(word, 0), in: bits) | WindowBits.bit(of: Self.window(word, 1), in: bits)
                | WindowBits.bit(of: Self.window(word, 2), in: bits)
                | WindowBits.bit(of: Self.window(word, 3), in: bits)
                | WindowBits.bit(of: Self.window(word, 4), in: bits)
            if found != 0 {
                for offset in 0..<5 where WindowBits.bit(of: Self.window(word, offset), in: bits) != 0 {
                    take(Self.window(word, offset), in: medium, of: url, at: position &+ offset, below: rank, &reached)
                }
            }
            guard position &+ 8 < url.count else { return }
            position = min(position &+ 5, url.count &- 8)
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
                guard WindowBits.bit(of: window, in: bits) != 0 else { continue }
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
            guard candidate.window == window, postings[Int(candidate.posting)].rank < rank else { continue }
            let start = Int(candidate.start)
            let literal = text.span.extracting(start..<start + Int(candidate.count))
            guard RequiredLiterals.stands(literal, in: url, at: position - Int(candidate.offset)) else { continue }
            reached.insert(candidate.posting)
        }
    }
}
