import ByteText

extension NameTable {
    /// The positions in ``postings`` of what a name reaches; empty where the table does not have it.
    ///
    /// - Parameters:
    ///   - name: Where the name stands in `bytes`.
    ///   - hash: Its hash, made with the table's seed.
    ///   - bytes: The serialized URL.
    /// - Complexity: O(*n*) in the bytes of the name. Allocates nothing.
    @inline(__always)
    func postings(of name: Range<Int>, _ hash: NameHash, in bytes: Span<UInt8>) -> Range<Int> {
        let mask = slots.count &- 1
        var (slot, tag) = Self.position(of: hash.value, mask: mask)
        while true {
            let content = slots[slot]
            guard content != 0 else { return 0..<0 }
            if content & 0xFFFF_FFFF_0000_0000 == tag {
                let entry = entries[Int(truncatingIfNeeded: content & 0xFFFF_FFFF) &- 1]
                if isName(of: entry, name, in: bytes) {
                    let first = Int(entry.firstPosting)
                    return first..<first &+ Int(entry.postingCount)
                }
            }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    private func isName(of entry: Entry, _ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard Int(entry.nameLength) == name.count else { return false }
        let nameStart = Int(entry.nameStart)
        var nameEnd = nameStart &+ name.count
        var end = name.upperBound
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
