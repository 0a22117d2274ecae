import ByteText

extension NameTable {
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
    /// The positions of the postings.
    var postings: Range<Int> { Int(firstPosting)..<Int(firstPosting) &+ Int(postingCount) }
}
