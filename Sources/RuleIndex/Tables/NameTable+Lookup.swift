import ByteText
import URLStandard

extension NameTable {
    /// Takes what a host and the domains above it reach, from the top level on, until no name is below.
    ///
    /// - Parameters:
    ///   - host: Where the host stands in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - isLarge: See ``isLarge``; a constant, or this is slow.
    ///   - search: Takes what is found.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    @inline(__always)
    func search(
        _ host: Range<Int>,
        dots: UInt64?,
        in bytes: Span<UInt8>,
        isLarge: Bool = false,
        _ search: inout Search
    ) {
        var walk = HostWalk(host, dots: dots, seed: seed)
        while let reach = nextReach(&walk, in: bytes, isLarge: isLarge) { search.take(ofHost: reach) }
    }

    /// Whether the table is too large for the cache, so that asking for memory ahead pays; in a small one it costs.
    var isLarge: Bool { buckets.count > 1 &<< 15 }

    /// Goes on to the next domain of a walk.
    ///
    /// - Parameters:
    ///   - walk: The walk.
    ///   - bytes: The serialized URL.
    ///   - isLarge: See ``isLarge``; a constant, or this is slow.
    /// - Returns: What the domain reaches; nil where the walk is over.
    ///
    /// PERF: nearly every host has a label above its last one and nearly no rule is about a top level, so a walk passes
    /// through that without a look: which top levels are known could not be foreseen from URL to URL.
    @inline(__always)
    func nextReach(_ walk: inout HostWalk, in bytes: Span<UInt8>, isLarge: Bool = false) -> Reach? {
        guard !walk.isOver, walk.advance(in: bytes) else { return nil }
        guard !walk.isLastLabel || walk.isWholeHost || hasSingleLabels else { return .nothing }
        let hash = walk.hash.value
        if isLarge { expect(hash) }
        let word = filterWord(hash)
        let parent = NameFilter.bitsOfParent(hash)
        walk.isOver = word & parent != parent
        let name = NameFilter.bitsOfName(hash)
        guard word & name == name else { return walk.isOver ? nil : .nothing }
        guard let record = record(in: bucket(hash), walk.domain, of: bytes) else { return .nothing }
        return reach(of: record, exactly: walk.isWholeHost)
    }

    /// What a whole URL without its fragment reaches.
    func reach(ofWhole url: borrowing URLRecord) -> Reach {
        let whole = 0..<url.hrefWithoutFragment.count
        var hash = NameHash(seed: seed)
        hash.add(whole, of: url.href)
        let name = NameFilter.bitsOfName(hash.value)
        guard filterWord(hash.value) & name == name, let record = record(in: bucket(hash.value), whole, of: url.href)
        else {
            return .nothing
        }
        return reach(of: record, exactly: true)
    }

    @inline(__always)
    private func filterWord(_ hash: UInt64) -> UInt64 {
        WordLoader.word(of: filter.span, at: Self.home(of: hash, homeCount: layout.filterWordCount) &* 8)
    }

    /// Where the records of the bucket that a hash belongs to begin, in the lower half, and where those of the next one do.
    @inline(__always)
    private func bucket(_ hash: UInt64) -> UInt64 {
        WordLoader.word(of: buckets.span, at: Self.home(of: hash, homeCount: layout.bucketCount) &* 4)
    }

    /// Asks for the bucket that a hash belongs to, and for where its records are likely to be.
    ///
    /// PERF: filter, bucket and record of a large table are three long waits if one is begun when the other is over. So
    /// all are asked for at once, before the filter has said whether they will be looked at: an eighth less for a decision
    /// with a million names of which half of the hosts are one. To load the bucket early, and to ask for its record then,
    /// gained nothing. Records of eight buckets are about as long everywhere, so three lines nearly always hold those of
    /// one of them.
    @inline(__always)
    private func expect(_ hash: UInt64) {
        let bucket = Self.home(of: hash, homeCount: layout.bucketCount)
        Prefetch.line(at: bucket &* 4, of: buckets.span)
        let bounds = WordLoader.word(of: guides.span, at: (bucket &>> NameTableLayout.guideShift) &* 4)
        let start = bounds & 0xFFFF_FFFF
        let part = UInt64(truncatingIfNeeded: (bucket & ((1 &<< NameTableLayout.guideShift) &- 1)) &* 2 &+ 1)
        let share = (((bounds &>> 32) &- start) &* part) &>> UInt64(NameTableLayout.guideShift &+ 1)
        let middle = Int(truncatingIfNeeded: start &+ share)
        Prefetch.line(at: middle &- 72, of: records.span)
        Prefetch.line(at: middle &- 8, of: records.span)
        Prefetch.line(at: middle &+ 56, of: records.span)
    }

    @inline(__always)
    private func reach(of record: NameRecord, exactly: Bool) -> Reach {
        let target = record.target(entryBits: layout.entryBits)
        guard target < targets.count &>> 5 else { return .nothing }
        var reach = Reach(at: target &* NameTableLayout.targetCount &+ (exactly ? 0 : 16), in: targets.span)
        guard reach.rank < ruleCount || reach.rank == .max else { return .nothing }
        if reach.entry == Reach.entryOfRecord { reach.entry = record.entry(entryBits: layout.entryBits) }
        return reach
    }

    /// The record of the name that stands at `range` in `bytes`; nil where it is not in the table.
    ///
    /// Hashes can be made to collide by whoever chooses the names, so a name is only ever found by comparing it.
    ///
    /// - Complexity: O(*n*) in the bytes of the name. Allocates nothing.
    @inline(__always)
    private func record(in bucket: UInt64, _ range: Range<Int>, of bytes: Span<UInt8>) -> NameRecord? {
        let records = records.span
        var offset = Int(truncatingIfNeeded: bucket & 0xFFFF_FFFF)
        // INVARIANT: what stands in a file is not believed; each step goes on by a head at least, and none past the end.
        let end = min(Int(truncatingIfNeeded: bucket &>> 32), records.count &- NameTableLayout.padding)
        while offset &+ NameRecord.headCount <= end {
            let record = NameRecord(at: offset, in: records)
            let start = offset &+ NameRecord.headCount
            offset = start &+ record.nameCount
            guard offset <= end else { return nil }
            if record.nameCount == range.count, NameRecord.isName(at: start, in: records, range, of: bytes) {
                return record
            }
        }
        return nil
    }
}
