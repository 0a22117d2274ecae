import ByteText
import CPrefetch
import URLStandard

extension NameTable {
    /// Iterates over what a host and the domains above it reach, starting at the top level.
    ///
    /// - Parameters:
    ///   - host: The range of the host in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - body: Called with each of them; some may be ``Reach/nothing``.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    func forEachReach(of host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>, _ body: (Reach) -> Void) {
        if hasSingleLabels { body(reach(ofTopLevel: host, dots: dots, in: bytes)) }
        forEachLikelyName(of: host, dots: dots, in: bytes) { hash, start in
            body(reach(of: hash, start..<host.upperBound, of: bytes, exactly: start == host.lowerBound))
        }
    }

    /// Iterates over those names of a host that have values found by literals.
    ///
    /// - Parameters:
    ///   - host: The range of the host in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - body: Called with the range of each name, and the positions of its postings, those found by literals last.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    func forEachCrowd(
        of host: Range<Int>,
        dots: UInt64?,
        in bytes: Span<UInt8>,
        _ body: (Range<Int>, Range<Int>) -> Void
    ) {
        let topLevel = hasSingleLabels ? reach(ofTopLevel: host, dots: dots, in: bytes) : .nothing
        if isCrowd(topLevel) {
            body(HostWalk.lastLabelStart(host, dots: dots, in: bytes)..<host.upperBound, topLevel.conditional)
        }
        forEachLikelyName(of: host, dots: dots, in: bytes) { hash, start in
            let name = start..<host.upperBound
            let reach = reach(of: hash, name, of: bytes, exactly: start == host.lowerBound)
            if isCrowd(reach) { body(name, reach.conditional) }
        }
    }

    /// Whether some of the values that need further checks are found by literals.
    private func isCrowd(_ reach: Reach) -> Bool {
        reach.conditional.last.flatMap { postings[$0] }?.isFoundByLiteral ?? false
    }

    /// What the last label of a host reaches, unless it is the whole host.
    func reach(ofTopLevel host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>) -> Reach {
        let start = HostWalk.lastLabelStart(host, dots: dots, in: bytes)
        guard start > host.lowerBound else { return .nothing }
        let hash = NameHash(ofDomain: start..<host.upperBound, of: bytes, seed: seed).value
        return reach(of: hash, start..<host.upperBound, of: bytes, exactly: false)
    }

    /// Iterates over a host and the domains above it, except for its last label, until there are no names below, and
    /// finds those that may be names, according to the filter.
    ///
    /// - Parameters:
    ///   - host: The range of the host in `bytes`; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - body: Called with the hash of the name and its start; it ends with the host.
    /// - Complexity: O(*n*) in the bytes of the host. Allocates nothing.
    ///
    /// PERF: handle a name in a separate call, so that the walk stays in registers.
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
            // PERF: one branch for both tests: which of the two ends a walk is not predictable, and either test ends
            // most walks.
            let isParent = word & NameFilter.bitsOfParent(hash) == NameFilter.bitsOfParent(hash)
            guard (isParent ? walk.bytesLeft : 0) > 0 else { return }
            walk.advance(in: bytes)
        }
    }

    /// Whether the records are too large for the first-level cache, so that prefetching them pays off.
    private var isSpread: Bool { layout.nameCount > 1 &<< 10 }

    /// Whether the whole table is too large for the second-level cache, so that prefetching more of it pays off.
    private var isLarge: Bool { layout.nameCount > 1 &<< 15 }

    /// What the name at `range` in `bytes` reaches, if the filter contains its hash.
    ///
    /// - Parameters:
    ///   - hash: Its hash.
    ///   - range: Its range.
    ///   - bytes: The serialized URL.
    ///   - exactly: Whether it is the whole host, rather than a domain above it.
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

    /// The start of the records of the bucket that a hash belongs to, in the lower half, and that of the next bucket's
    /// records in the upper half.
    @inline(__always)
    private func bucket(_ hash: UInt64) -> UInt64 {
        WordLoader.word(of: buckets.span, at: Self.home(of: hash, homeCount: layout.bucketCount) &* 4)
    }

    /// Prefetches the bucket of a hash and its guide.
    ///
    /// PERF: before the result of the filter is known, so that all three are waited for at once.
    @inline(__always)
    private func expectBucket(of hash: UInt64) {
        let bucket = Self.home(of: hash, homeCount: layout.bucketCount)
        Prefetch.line(at: bucket &* 4, of: buckets.span)
        Prefetch.line(at: (bucket &>> NameTableLayout.guideShift) &* 4, of: guides.span)
    }

    /// Prefetches the likely location of a hash's records.
    ///
    /// PERF: bucket and record of a large table are two long waits if the second begins when the first is over, so both
    /// are requested at once: this saves an eighth of a decision with a million names if half of the hosts are in it.
    /// Prefetching before the result of the filter is known gained nothing. The records of eight buckets have about the
    /// same length everywhere, so three cache lines nearly always contain those of one of them.
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

    /// The record of the name at `range` in `bytes`; nil if it is not in the table.
    ///
    /// A person who chooses the names can make hashes collide, so a name is only ever found by comparing it.
    ///
    /// - Complexity: O(*n*) in the bytes of the name. Allocates nothing.
    @inline(__always)
    private func record(in bucket: UInt64, _ range: Range<Int>, of bytes: Span<UInt8>) -> NameRecord? {
        let records = records.span
        let count = range.count
        var offset = Int(truncatingIfNeeded: bucket & 0xFFFF_FFFF)
        // INVARIANT: file bytes are untrusted; every step advances by at least one head and never past the end.
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

/// Prefetches memory. Its only unsafe part is an address, which nothing is read through.
enum Prefetch {
    /// Requests the cache line of the byte at `offset` without waiting for it; any offset is harmless.
    @inline(__always)
    static func line(at offset: Int, of bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: treated as unsigned, an offset is limited to the end of the bytes, so the pointer stays inside
            // them or points at their end; nothing is read through it.
            let inside = Int(bitPattern: min(UInt(bitPattern: offset), UInt(bitPattern: buffer.count)))
            unsafe demarc_prefetch(base + inside)
        }
    }
}
