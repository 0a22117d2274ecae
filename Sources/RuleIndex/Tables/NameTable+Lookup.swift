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
        while let reach = nextReach(&walk, in: bytes) { search.take(ofHost: reach) }
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
        let hash = walk.hash.value
        let word = filterWord(hash)
        let parent = NameFilter.bitsOfParent(hash)
        walk.isOver = word & parent != parent
        let name = NameFilter.bitsOfName(hash)
        guard word & name == name else { return walk.isOver ? nil : .nothing }
        guard let record = record(hash, walk.domain, of: bytes) else { return .nothing }
        return reach(of: record, exactly: walk.isWholeHost)
    }

    /// What a whole URL without its fragment reaches.
    func reach(ofWhole url: borrowing URLRecord) -> Reach {
        let whole = 0..<url.hrefWithoutFragment.count
        var hash = NameHash(seed: seed)
        hash.add(whole, of: url.href)
        let name = NameFilter.bitsOfName(hash.value)
        guard filterWord(hash.value) & name == name, let record = record(hash.value, whole, of: url.href) else {
            return .nothing
        }
        return reach(of: record, exactly: true)
    }

    @inline(__always)
    private func filterWord(_ hash: UInt64) -> UInt64 {
        WordLoader.word(of: filter.span, at: Self.home(of: hash, homeCount: layout.filterWordCount) &* 8)
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
    private func record(_ hash: UInt64, _ range: Range<Int>, of bytes: Span<UInt8>) -> NameRecord? {
        let records = records.span
        // Where the bucket begins, and where the next one does.
        let bounds = WordLoader.word(
            of: buckets.span,
            at: Self.home(of: hash, homeCount: layout.bucketCount) &* 4
        )
        var offset = Int(truncatingIfNeeded: bounds & 0xFFFF_FFFF)
        // INVARIANT: what stands in a file is not believed; each step goes on by a head at least, and none past the end.
        let end = min(Int(truncatingIfNeeded: bounds &>> 32), records.count &- NameTableLayout.padding)
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
