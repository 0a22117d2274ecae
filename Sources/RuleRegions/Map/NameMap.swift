/// Finds the items stored under a name and under the domains above a host, for as many names as a list has lines.
///
/// It consists of three flat arrays and a table of slots, some 60 bytes for each name. A name's items form a chain, the
/// last inserted item first. Names come from untrusted files, so the hash is a polynomial at a random point modulo the
/// prime 2^61 - 1: an attacker cannot raise the probability that two names collide.
package struct NameMap: Sendable {
    /// What is stored under a name: an entry of a source that the owner of the map numbers.
    package struct Item: Sendable {
        /// The list or condition that it belongs to.
        package var source: UInt32
        /// Its number there, from 0.
        package var entry: UInt32
        /// The next item of the name, or ``NameMap/end`` after the last.
        fileprivate(set) var next: Int32
    }

    private struct Name: Sendable {
        var start: Int
        var count: UInt32
        var first: Int32
    }

    /// Means no item.
    package static let end: Int32 = -1
    private static let prime: UInt64 = (1 << 61) - 1

    private var bytes: [UInt8] = []
    private var names: [Name] = []
    private var items: [Item] = []
    private var slots: [Int32] = []
    private let point: UInt64

    package init() { point = UInt64.random(in: (1 << 32)..<Self.prime) }

    /// Reserves room for a number of names, so that the table is not rebuilt while they are inserted.
    package mutating func reserve(names count: Int, bytes byteCount: Int) {
        bytes.reserveCapacity(bytes.count + byteCount)
        names.reserveCapacity(names.count + count)
        items.reserveCapacity(items.count + count)
        grow(to: names.count + count)
    }

    /// An item by its number.
    package func item(_ number: Int32) -> Item { items[Int(number)] }

    /// Inserts an item under a name.
    ///
    /// - Returns: The number of the next item in the chain: the previous first item of the name, or ``end``.
    package mutating func insert(_ name: Span<UInt8>, source: UInt32, entry: UInt32, keepingFirstOfSource: Bool)
        -> Int32
    {
        if (names.count + 1) * 2 > slots.count { grow(to: max(32, names.count * 2)) }
        var hash: UInt64 = 0
        for index in stride(from: name.count - 1, through: 0, by: -1) { add(name[index], to: &hash) }
        var slot = home(of: hash)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if isName(number, name) {
                let first = names[number].first
                if keepingFirstOfSource, items[Int(first)].source == source { return first }
                items.append(Item(source: source, entry: entry, next: first))
                names[number].first = Int32(items.count - 1)
                return first
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(names.count)
        items.append(Item(source: source, entry: entry, next: Self.end))
        names.append(Name(start: bytes.count, count: UInt32(name.count), first: Int32(items.count - 1)))
        for index in name.indices { bytes.append(name[index]) }
        return Self.end
    }

    /// The first item of a name, or ``end`` if there is none.
    package func first(of name: Span<UInt8>) -> Int32 {
        var hash: UInt64 = 0
        for index in stride(from: name.count - 1, through: 0, by: -1) { add(name[index], to: &hash) }
        return find(hash, name)
    }

    /// Visits a host and the domains above it, the shortest first.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - visit: Receives the first item of a name, and whether the name is the whole host.
    package func forEachDomain(of host: Span<UInt8>, _ visit: (_ first: Int32, _ isWhole: Bool) -> Void) {
        guard !slots.isEmpty else { return }
        var hash: UInt64 = 0
        for index in stride(from: host.count - 1, through: 0, by: -1) {
            let byte = host[index]
            if byte == UInt8(ascii: "."), index < host.count - 1 {
                let first = find(hash, host.extracting((index + 1)...))
                if first >= 0 { visit(first, false) }
            }
            add(byte, to: &hash)
        }
        let first = find(hash, host)
        if first >= 0 { visit(first, true) }
    }

    private func find(_ hash: UInt64, _ name: Span<UInt8>) -> Int32 {
        guard !slots.isEmpty else { return Self.end }
        var slot = home(of: hash)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if isName(number, name) { return names[number].first }
            slot = (slot + 1) & (slots.count - 1)
        }
        return Self.end
    }

    private func isName(_ number: Int, _ name: Span<UInt8>) -> Bool {
        let known = names[number]
        guard Int(known.count) == name.count else { return false }
        for index in name.indices where bytes[known.start + index] != name[index] { return false }
        return true
    }

    @inline(__always)
    private func add(_ byte: UInt8, to hash: inout UInt64) {
        let product = (hash + UInt64(byte) + 1).multipliedFullWidth(by: point)
        // 2^61 is 1 modulo the prime, so the bits from the 61st up are added.
        let sum = (product.low & Self.prime) + (product.high << 3 | product.low >> 61)
        hash = sum >= Self.prime ? sum - Self.prime : sum
    }

    @inline(__always)
    private func home(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20) & (slots.count - 1)
    }

    private mutating func grow(to count: Int) {
        var size = 64
        while size < count * 2 { size *= 2 }
        guard size > slots.count else { return }
        slots = [Int32](repeating: -1, count: size)
        for number in names.indices {
            var hash: UInt64 = 0
            let name = names[number]
            for index in stride(from: name.start + Int(name.count) - 1, through: name.start, by: -1) {
                add(bytes[index], to: &hash)
            }
            var slot = home(of: hash)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }
}
