import ByteText
import URLStandard

extension NameTable {
    /// Takes what a host and the domains above it reach, from the top level on, until no name is below.
    ///
    /// - Parameters:
    ///   - host: Where the host stands in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - search: Takes what is found.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    @inline(__always)
    func search(_ host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>, _ search: inout Search) {
        var walk = HostWalk(host, dots: dots, seed: seed)
        while let reach = nextReach(&walk, in: bytes) { search.take(reach) }
    }

    /// Goes on to the next domain of a walk.
    ///
    /// - Returns: What the domain reaches; nil where the walk is over.
    ///
    /// PERF: nearly every host has a label above its last one and nearly no rule is about a top level, so a walk passes
    /// through that without a look: which top levels are known could not be foreseen from URL to URL.
    @inline(__always)
    func nextReach(_ walk: inout HostWalk, in bytes: Span<UInt8>) -> Reach? {
        guard !walk.isOver, walk.advance(in: bytes) else { return nil }
        guard !walk.isLastLabel || walk.isWholeHost || hasSingleLabels else { return .nothing }
        guard let offset = record(walk.hash, walk.domain, of: bytes) else { return nil }
        let record = NameRecord(at: offset, in: records.span)
        walk.isOver = !record.hasNamesBelow
        return reach(of: record, exactly: walk.isWholeHost)
    }

    /// What a whole URL without its fragment reaches.
    func reach(ofWhole url: borrowing URLRecord) -> Reach {
        let whole = 0..<url.hrefWithoutFragment.count
        var hash = NameHash(seed: seed)
        hash.add(whole, of: url.href)
        guard let offset = record(hash, whole, of: url.href) else { return .nothing }
        return reach(of: NameRecord(at: offset, in: records.span), exactly: true)
    }

    @inline(__always)
    private func reach(of record: NameRecord, exactly: Bool) -> Reach {
        var reach = exactly ? targets[record.target].exact : targets[record.target].below
        if reach.entry == Reach.entryOfRecord { reach.entry = record.entry }
        return reach
    }

    /// Where the record of the name begins that stands at `range` in `bytes`; nil where it is not in the table.
    ///
    /// Eight tags are looked at together. Hashes can be made to collide by whoever chooses the names, so a name is only
    /// ever found by comparing it.
    ///
    /// - Complexity: O(*n*) in the bytes of the name. Allocates nothing.
    @inline(__always)
    private func record(_ hash: NameHash, _ range: Range<Int>, of bytes: Span<UInt8>) -> Int? {
        let wanted = UInt64(Self.tag(of: hash.value)) &* 0x0101_0101_0101_0101
        var position = Self.home(of: hash.value, homeCount: homeCount)
        while position <= tags.count &- 8 {
            let group = WordLoader.word(of: tags.span, at: position)
            let free = Self.zeroBytes(of: group)
            // Behind a free slot nothing is that began its search before it.
            var candidates = Self.zeroBytes(of: group ^ wanted) & ((free & (0 &- free)) &- 1)
            while candidates != 0 {
                let slot = position &+ candidates.trailingZeroBitCount &>> 3
                let offset = Int(truncatingIfNeeded: places[slot]) &* 2
                if NameRecord.isName(at: offset, in: records.span, range, of: bytes) { return offset }
                candidates &= candidates &- 1
            }
            guard free == 0 else { return nil }
            position &+= 8
        }
        return nil
    }

    /// The highest bit of each byte that is zero. Only the lowest of them is certain: a 1 above a zero may be taken for
    /// another, which does no harm where candidates are compared and only the first free slot counts.
    @inline(__always)
    private static func zeroBytes(of word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
