import ByteText

/// The names of a ``NameTable`` while it is built, one after the other.
struct CollectedNames {
    let kind: NameTable.Names
    private var bytes: [UInt8] = []
    /// The end of each name.
    private var ends: [UInt32] = []

    init(_ kind: NameTable.Names) { self.kind = kind }

    var count: Int { ends.count }

    mutating func reserve(_ names: Int, bytes: Int) {
        self.bytes.reserveCapacity(self.bytes.count + bytes)
        ends.reserveCapacity(ends.count + names)
    }

    mutating func append(_ name: Span<UInt8>) {
        for position in 0..<name.count { bytes.append(name[position]) }
        ends.append(UInt32(bytes.count))
    }

    @inline(__always)
    func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : Int(ends[number &- 1]))..<Int(ends[number]) }

    func isName(_ number: Int, _ name: Span<UInt8>) -> Bool {
        let range = range(number)
        guard range.count == name.count else { return false }
        for position in 0..<name.count where bytes[range.lowerBound &+ position] != name[position] { return false }
        return true
    }

    func hasDot(_ number: Int) -> Bool { range(number).contains { bytes[$0] == UInt8(ascii: ".") } }

    /// The number of domains above the names, except those of a single label, each counted once per name below it.
    var parentCount: Int {
        guard kind == .hosts else { return 0 }
        var count = 0
        for number in 0..<self.count {
            let dots = range(number).reduce(0) { bytes[$1] == UInt8(ascii: ".") ? $0 + 1 : $0 }
            count += max(0, dots - 1)
        }
        return count
    }

    /// The hash that a look-up computes for a whole name.
    ///
    /// - Parameters:
    ///   - number: The number of the name.
    ///   - seed: The seed of the hashes.
    ///   - parent: Called with the hash of each domain above the name.
    /// - Returns: The hash of the whole name.
    @inline(__always)
    func hash(of number: Int, seed: UInt64, parent: (UInt64) -> Void) -> UInt64 {
        let name = range(number)
        guard kind == .hosts else {
            var hash = NameHash(seed: seed)
            hash.add(name, of: bytes.span)
            return hash.value
        }
        var walk = HostWalk(name, dots: nil, in: bytes.span, seed: seed)
        while !walk.isWholeHost {
            parent(walk.hash.value)
            walk.advance(in: bytes.span)
        }
        return walk.hash.value
    }

    /// Copies a name.
    @inline(__always)
    func write(_ number: Int, at offset: Int, to target: inout MutableSpan<UInt8>) {
        let range = range(number)
        for position in 0..<range.count { target[offset &+ position] = bytes[range.lowerBound &+ position] }
    }
}

/// Finds the records of a table that is being built, by the hashes of their names.
///
/// It grows as names are added, and has a random seed, so that names cannot be chosen to collide in it.
struct NameIndex {
    /// The result of a search at a slot.
    enum Finding {
        /// Nothing: the name is not in the table, and could be inserted here.
        case free
        /// A record of another name.
        case other
        /// A record that may have the name, by its number.
        case candidate(Int)
    }

    let seed = UInt64.random(in: .min ... .max)
    /// For each slot the upper 32 bits of the hash, and the record's number, counted from 1; 0 if the slot is free.
    private var slots = [UInt64](repeating: 0, count: 16)
    private var count = 0

    /// Reserves room for a number of names.
    mutating func reserve(_ names: Int) {
        var slotCount = slots.count
        while slotCount < (count + names) * 2 { slotCount *= 2 }
        if slotCount > slots.count { grow(to: slotCount) }
    }

    /// The slot at which the search for a hash begins.
    @inline(__always)
    func firstSlot(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash &>> UInt64(64 &- slots.count.trailingZeroBitCount))
    }

    /// The slot at which the search continues.
    @inline(__always)
    func slot(after slot: Int) -> Int { (slot &+ 1) & (slots.count &- 1) }

    /// The result of searching for a hash at a slot.
    @inline(__always)
    func finding(at slot: Int, _ hash: UInt64) -> Finding {
        let content = slots[slot]
        guard content != 0 else { return .free }
        guard content &>> 32 == hash &>> 32 else { return .other }
        return .candidate(Int(content & 0xFFFF_FFFF) &- 1)
    }

    /// Inserts a record at the free slot where a search has ended.
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
