import ByteText
import URLMatching

extension LiteralTable {
    /// Notes the postings whose literals stand in a URL and that are stronger than a rank.
    ///
    /// - Complexity: O(*n*) in the bytes of the URL, and the comparison of each literal whose window it has. Allocates
    ///   nothing once the set has been used.
    func search(_ url: Span<UInt8>, below rank: UInt32, _ reached: inout ReachedSet) {
        reached.reset(limit: postings.count)
        if !long.isEmpty { searchLong(url, below: rank, &reached) }
        if !short.isEmpty { searchShort(url, below: rank, &reached) }
    }

    /// PERF: one load gives five windows of four bytes, and one branch says that none of them is known.
    private func searchLong(_ url: Span<UInt8>, below rank: UInt32, _ reached: inout ReachedSet) {
        let bits = long.bits.span
        let shift = long.hashShift
        var position = 0
        while true {
            let word = Self.foldedWord(of: url, at: position)
            let found =
                Self.bit(word, 0, bits, shift) | Self.bit(word, 1, bits, shift) | Self.bit(word, 2, bits, shift)
                | Self.bit(word, 3, bits, shift) | Self.bit(word, 4, bits, shift)
            if found != 0 {
                for offset in 0..<5 where found & 1 << UInt64(offset) != 0 {
                    let window = UInt32(truncatingIfNeeded: word &>> UInt64(8 &* offset))
                    take(window, in: long, of: url, at: position &+ offset, below: rank, &reached)
                }
            }
            guard position &+ 8 < url.count else { return }
            // The last load may overlap the one before it.
            position = min(position &+ 5, url.count &- 8)
        }
    }

    /// The same for windows of three bytes, which few rules need.
    private func searchShort(_ url: Span<UInt8>, below rank: UInt32, _ reached: inout ReachedSet) {
        let bits = short.bits.span
        let shift = short.hashShift
        var position = 0
        while true {
            let word = Self.foldedWord(of: url, at: position)
            for offset in 0..<6 where Self.bit(word, offset, bits, shift, mask: 0xFF_FFFF) != 0 {
                let window = UInt32(truncatingIfNeeded: word &>> UInt64(8 &* offset)) & 0xFF_FFFF
                take(window, in: short, of: url, at: position &+ offset, below: rank, &reached)
            }
            guard position &+ 8 < url.count else { return }
            position = min(position &+ 6, url.count &- 8)
        }
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

    /// The bit of one window of a word, at the window's offset.
    @inline(__always)
    private static func bit(
        _ word: UInt64,
        _ offset: Int,
        _ bits: Span<UInt64>,
        _ shift: UInt32,
        mask: UInt32 = .max
    ) -> UInt64 {
        let window = UInt32(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* offset)) & mask
        let hash = Lane.hash(window, shift: shift)
        return ((bits[Int(hash &>> 6)] &>> UInt64(hash & 63)) & 1) &<< UInt64(truncatingIfNeeded: offset)
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
        let bucket = Int(Lane.hash(window, shift: lane.hashShift) &>> lane.bucketShift)
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
