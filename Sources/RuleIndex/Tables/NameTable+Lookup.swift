import ByteText
import URLStandard

extension NameTable {
    /// Takes what a host and the domains above it reach, from the top level on, until one is no entry: then nothing
    /// below it is one either.
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
        while walk.advance(in: bytes), let entry = candidate(walk) {
            let reach = entry.reach(by: walk)
            // Where nothing is reached, another name's entry does no harm: the walk only goes on further than it must.
            guard !reach.isNothing else { continue }
            guard isName(entry, at: walk.domain, in: bytes) else { return }
            search.take(reach)
        }
    }

    /// What a whole URL without its fragment reaches.
    func reach(ofWhole url: borrowing URLRecord) -> Reach {
        let whole = 0..<url.hrefWithoutFragment.count
        var hash = NameHash(seed: seed)
        hash.add(whole, of: url.href)
        guard let entry = candidate(hash), isName(entry, at: whole, in: url.href) else { return .nothing }
        return entry.exact
    }

    /// The entry that a walk has come to, which may be another name's; ``isName(_:at:in:)`` tells.
    ///
    /// PERF: nearly every host has a label above its last one and nearly no rule is about a top level, so a walk passes
    /// through that without a look: which top levels are known could not be foreseen from URL to URL.
    @inline(__always)
    func candidate(_ walk: HostWalk) -> Entry? {
        guard walk.isLastLabel, !walk.isWholeHost, !hasSingleLabels else { return candidate(walk.hash) }
        return .passage
    }

    /// The entry that a hash leads to, which may be another name's; ``isName(_:at:in:)`` tells.
    ///
    /// - Complexity: O(1). Allocates nothing.
    @inline(__always)
    func candidate(_ hash: NameHash) -> Entry? {
        let mask = slots.count &- 1
        var (slot, tag) = Self.position(of: hash.value, mask: mask)
        while true {
            let content = slots[slot]
            guard content != 0 else { return nil }
            if content & 0xFFFF_FFFF_0000_0000 == tag {
                return entries[Int(truncatingIfNeeded: content & 0xFFFF_FFFF) &- 1]
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// Whether an entry has the name that stands at `range` in `bytes`.
    ///
    /// Hashes can be made to collide by whoever chooses the names; nothing is decided without this.
    @inline(__always)
    func isName(_ entry: Entry, at range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard Int(entry.nameLength) == range.count else { return false }
        let start = Int(entry.nameStart)
        for offset in 0..<range.count where names[start &+ offset] != bytes[range.lowerBound &+ offset] {
            return false
        }
        return true
    }
}

extension NameTable.Entry {
    /// An entry that is only passed through.
    static var passage: Self { Self(nameStart: 0, nameLength: 0, exact: .nothing, below: .nothing) }

    /// What a walk that has come to this entry reaches through it.
    @inline(__always)
    func reach(by walk: HostWalk) -> Reach { walk.isWholeHost ? exact : below }
}
