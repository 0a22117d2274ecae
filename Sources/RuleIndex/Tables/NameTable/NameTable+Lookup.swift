import ByteText
import CPrefetch
import URLStandard

extension NameTable {
    /// Goes through what a host and the domains above it reach, from the top level on.
    ///
    /// - Parameters:
    ///   - host: Where the host is in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - body: Is called with each of them; some may be ``Reach/nothing``.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    func forEachReach(of host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>, _ body: (Reach) -> Void) {
        if hasSingleLabels { body(reach(ofTopLevel: host, dots: dots, in: bytes)) }
        forEachLikelyName(of: host, dots: dots, in: bytes) { hash, start in
            body(reach(of: hash, start..<host.upperBound, of: bytes, exactly: start == host.lowerBound))
        }
    }

    /// What the last label of a host reaches, unless it is the whole host.
    func reach(ofTopLevel host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>) -> Reach {
        let start = HostWalk.lastLabelStart(host, dots: dots, in: bytes)
        guard start > host.lowerBound else { return .nothing }
        let hash = NameHash(ofDomain: start..<host.upperBound, of: bytes, seed: seed).value
        return reach(of: hash, start..<host.upperBound, of: bytes, exactly: false)
    }

    /// Goes through a host and the domains above it, but for its last label, until no name is below, and
    /// finds those that may be names, as far as the filter tells.
    ///
    /// - Parameters:
    ///   - host: Where the host is in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - body: Is called with the hash of the name and where it begins; it ends with the host.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    ///
    /// PERF: what happens to a name is better done in a call, so that the walk stays in registers.
    @inline(__always)
    func forEachLikelyName(
        of host: Range<Int>,
        dots: UInt64?,
        in bytes: Span<UInt8>,
        _ body: (UInt64, Int) -> Void
    ) {
        var walk = HostWalk(host, dots: dots, in: bytes, seed: seed)
        while true {
            let hash = walk.hash.value
            if isLarge { expectBucket(of: hash) }
            let word = filterWord(hash)
            let name = NameFilter.bitsOfName(hash)
            if word & name == name { body(hash, walk.start) }
            // PERF: one question for both: which of the two ends a walk can't be foreseen, and either ends most of them.
            let isParent = word & NameFilter.bitsOfParent(hash) == NameFilter.bitsOfParent(hash)
            guard (isParent ? walk.bytesLeft : 0) > 0 else { return }
            walk.advance(in: bytes)
        }
    }

    /// Whether records are too many for the first cache, so that asking for them ahead pays.
    private var isSpread: Bool { layout.nameCount > 1 &<< 10 }

    /// Whether the whole table is too large for the second cache, so that asking for more of it ahead pays.
    private var isLarge: Bool { layout.nameCount > 1 &<< 15 }

    /// What the name at `range` in `bytes` reaches, whose hash the filter knows.
    ///
    /// - Parameters:
    ///   - hash: Its hash.
    ///   - range: Where it stands.
    ///   - bytes: The serialized URL.
    ///   - exactly: Whether it is the whole host, and not a domain above it.
    /// - Returns: What it reaches; nothing if it is not a name after all.
    @inline(__always)
    func reach(of hash: UInt64, _ range: Range<Int>, of bytes: Span<UInt8>, exactly: Bool) -> Reach {
        if isSpread { expectRecords(of: hash) }
        guard let record = record(in: bucket(hash), range, of: bytes) else { return .nothing }
        return reach(of: record, exactly: exactly)
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

    /// Asks for the bucket of a hash and its guide.
    ///
    /// PERF: before the filter has said that there is one, so that the three are waited for at once.
    @inline(__always)
    private func expectBucket(of hash: UInt64) {
        let bucket = Self.home(of: hash, homeCount: layout.bucketCount)
        Prefetch.line(at: bucket &* 4, of: buckets.span)
        Prefetch.line(at: (bucket &>> NameTableLayout.guideShift) &* 4, of: guides.span)
    }

    /// Asks for where the records of a hash are likely to be.
    ///
    /// PERF: bucket and record of a large table are two long waits if one is begun when the other is over, so both are
    /// asked for at once: an eighth less for a decision with a million names of which half of the hosts are one. To ask
    /// before the filter has said that there is one gained nothing. Records of eight buckets are about as long everywhere,
    /// so three lines nearly always hold those of one of them.
    @inline(__always)
    private func expectRecords(of hash: UInt64) {
        let bucket = Self.home(of: hash, homeCount: layout.bucketCount)
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
        let number = record.target(head)
        guard number >= directCount else {
            return NameTarget.reach(of: number, entry: record.entry(head), exactly: exactly, ruleCount: ruleCount)
        }
        let target = number &- directCount
        guard target < targets.count &>> 5 else { return .nothing }
        let reach = Reach(at: target &* NameTableLayout.targetBytes &+ (exactly ? 0 : 16), in: targets.span)
        return reach.rank < ruleCount || reach.rank == .max ? reach : .nothing
    }

    /// The record of the name that is at `range` in `bytes`; nil where it is not in the table.
    ///
    /// Hashes can be made to collide by whoever chooses the names, so a name is only ever found by comparing it.
    ///
    /// - Complexity: O(*n*) in the bytes of the name. Allocates nothing.
    @inline(__always)
    private func record(in bucket: UInt64, _ range: Range<Int>, of bytes: Span<UInt8>) -> NameRecord? {
        let records = records.span
        let count = range.count
        var offset = Int(truncatingIfNeeded: bucket & 0xFFFF_FFFF)
        // INVARIANT: the bytes of a file are not trusted; each step goes on by a head at least, and none past the end.
        let end = min(Int(truncatingIfNeeded: bucket &>> 32), records.count &- NameTableLayout.padding)
        while offset &+ head.count <= end {
            let record = NameRecord(at: offset, in: records)
            let nameCount = record.nameCount(head)
            let start = offset &+ head.count
            offset = start &+ nameCount
            guard offset <= end else { return nil }
            if nameCount == count,
                WordLoader.areEqual(records, at: start, bytes, at: range.lowerBound, count: count)
            {
                return record
            }
        }
        return nil
    }
}

/// Asks for memory ahead of its use. What is unsafe in it is an address, which nothing is read through.
enum Prefetch {
    /// Asks for the line that the byte at `offset` is in, and does not wait for it; no offset does any harm.
    @inline(__always)
    static func line(at offset: Int, of bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: taken without sign, an offset is cut at the end of the bytes, so the pointer stays inside them or
            // points at their end; nothing is read through it.
            let inside = Int(bitPattern: min(UInt(bitPattern: offset), UInt(bitPattern: buffer.count)))
            unsafe demarc_prefetch(base + inside)
        }
    }
}
