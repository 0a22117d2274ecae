import URLStandard

extension NameTable {
    /// Calls `body` with every posting that the text at the start of `bytes` reaches.
    ///
    /// - Complexity: O(`count`), plus the postings found. Allocates nothing.
    @inline(__always)
    func forEachPosting(ofFirst count: Int, of bytes: Span<UInt8>, _ body: (Posting) -> Void) {
        var hash = NameHash(seed: seed)
        hash.add(0..<count, of: bytes)
        if let entry = entry(hash.value, named: 0..<count, in: bytes) { forEachPosting(of: entry, body) }
    }

    /// Calls `body` with every posting that `host` reaches.
    ///
    /// - Parameters:
    ///   - host: Where the host stands in `bytes`, without trailing dot.
    ///   - bytes: The serialized URL.
    /// - Complexity: O(*n*) in the bytes of the host, plus the postings found. Allocates nothing.
    @inline(__always)
    func forEachPosting(of host: Range<Int>, in bytes: Span<UInt8>, _ body: (Posting) -> Void) {
        var hash = NameHash(seed: seed)
        var end = host.upperBound
        while true {
            let start = Self.labelStart(before: end, from: host.lowerBound, in: bytes)
            hash.add(start..<end, of: bytes)
            let isWholeHost = start == host.lowerBound
            if let entry = entry(hash.value, named: start..<host.upperBound, in: bytes) {
                forEachPosting(of: entry) { posting in
                    if isWholeHost || posting.coversSubdomains { body(posting) }
                }
            }
            guard !isWholeHost else { return }
            end = start &- 1
        }
    }

    @inline(__always)
    private func forEachPosting(of entry: Entry, _ body: (Posting) -> Void) {
        let first = Int(entry.firstPosting)
        for position in first..<(first &+ Int(entry.postingCount)) { body(postings[position]) }
    }

    /// Where the label that ends at `end` starts.
    @inline(__always)
    private static func labelStart(before end: Int, from lowerBound: Int, in bytes: Span<UInt8>) -> Int {
        var start = end
        while start > lowerBound, bytes[start &- 1] != UInt8(ascii: ".") { start &-= 1 }
        return start
    }

    @inline(__always)
    private func entry(_ hash: UInt64, named name: Range<Int>, in bytes: Span<UInt8>) -> Entry? {
        let mask = slots.count &- 1
        var (slot, tag) = Self.position(of: hash, mask: mask)
        while true {
            let content = slots[slot]
            guard content != 0 else { return nil }
            if content & 0xFFFF_FFFF_0000_0000 == tag {
                let entry = entries[Int(truncatingIfNeeded: content & 0xFFFF_FFFF) &- 1]
                if isName(of: entry, name, in: bytes) { return entry }
            }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    private func isName(of entry: Entry, _ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard Int(entry.nameLength) == name.count else { return false }
        var end = name.upperBound
        var nameEnd = Int(entry.nameStart) &+ name.count
        let nameStart = Int(entry.nameStart)
        while nameEnd &- nameStart > 8 {
            guard WordLoader.word(of: bytes, at: end &- 8) == WordLoader.word(of: names.span, at: nameEnd &- 8) else {
                return false
            }
            end &-= 8
            nameEnd &-= 8
        }
        return NameHash.word(endingAt: end, from: name.lowerBound, of: bytes)
            == NameHash.word(endingAt: nameEnd, from: nameStart, of: names.span)
    }
}
