/// Finds the records of a table that is being built, by the hashes of their names.
///
/// It grows as names come, and has a random seed, so that nobody can choose names that crowd together in it.
struct NameIndex {
    /// What a search finds at a slot.
    enum Finding {
        /// Nothing: the name is not there, and could be put here.
        case free
        /// A record of another name.
        case other
        /// A record that may be the one, by its number.
        case candidate(Int)
    }

    let seed = UInt64.random(in: .min ... .max)
    /// For each slot the upper 32 bits of the hash, and the record's number, counted from 1; 0 where it is free.
    private var slots = [UInt64](repeating: 0, count: 16)
    private var count = 0

    /// Makes room for so many names.
    mutating func reserve(_ names: Int) {
        var slotCount = slots.count
        while slotCount < (count + names) * 2 { slotCount *= 2 }
        if slotCount > slots.count { grow(to: slotCount) }
    }

    /// Where the search for a hash begins.
    @inline(__always)
    func firstSlot(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash &>> UInt64(64 &- slots.count.trailingZeroBitCount))
    }

    /// Where it goes on.
    @inline(__always)
    func slot(after slot: Int) -> Int { (slot &+ 1) & (slots.count &- 1) }

    /// What a search for a hash finds.
    @inline(__always)
    func finding(at slot: Int, _ hash: UInt64) -> Finding {
        let content = slots[slot]
        guard content != 0 else { return .free }
        guard content &>> 32 == hash &>> 32 else { return .other }
        return .candidate(Int(content & 0xFFFF_FFFF) &- 1)
    }

    /// Puts a record into the free slot that a search has ended at.
    mutating func insert(_ number: Int, _ hash: UInt64, at slot: Int) {
        slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number &+ 1)
        count += 1
        if count * 2 > slots.count { grow(to: slots.count * 2) }
    }

    private mutating func grow(to slotCount: Int) {
        let old = slots
        slots = [UInt64](repeating: 0, count: slotCount)
        for content in old where content != 0 {
            var slot = firstSlot(of: content)
            while slots[slot] != 0 { slot = self.slot(after: slot) }
            slots[slot] = content
        }
    }
}
