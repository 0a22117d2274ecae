/// The rules that a look-up has reached, each once however often it was reached.
///
/// Filled and emptied again for URL after URL; it allocates only while it grows.
package struct ReachedSet: Sendable {
    /// What was reached, in the order in which it was.
    package private(set) var members: [UInt32] = []
    private var bits: [UInt64] = []

    /// Makes an empty set.
    package init() {}

    /// Whether a number is in the set.
    package func contains(_ member: UInt32) -> Bool {
        let word = Int(member >> 6)
        return word < bits.count && bits[word] & UInt64(1) << UInt64(member & 63) != 0
    }

    /// Adds a number.
    package mutating func insert(_ member: UInt32) {
        let word = Int(member >> 6)
        let bit = UInt64(1) << UInt64(member & 63)
        if word >= bits.count { grow(to: word + 1) }
        guard bits[word] & bit == 0 else { return }
        bits[word] |= bit
        members.append(member)
    }

    /// Empties the set.
    package mutating func removeAll() {
        // PERF: `removeAll(keepingCapacity:)` is a call to generic code, which costs more than the few members.
        while let member = members.popLast() { bits[Int(member >> 6)] = 0 }
    }

    @inline(never)
    private mutating func grow(to count: Int) {
        bits.append(contentsOf: repeatElement(0, count: max(count, 2 * bits.count) - bits.count))
    }
}
