/// The rules that a look-up has reached, each once however often it was reached.
///
/// Emptied and filled again for URL after URL; it allocates only while it grows.
package struct ReachedSet: Sendable {
    /// What was reached, in the order in which it was.
    package private(set) var members: [UInt32] = []
    private var bits: [UInt64] = []

    /// Makes an empty set.
    package init() {}

    /// Empties the set, and makes room for numbers below a limit.
    package mutating func reset(limit: Int) {
        // PERF: `removeAll(keepingCapacity:)` is a call to generic code, which costs more than the few members.
        if !members.isEmpty { while let member = members.popLast() { bits[Int(member >> 6)] = 0 } }
        guard bits.count * 64 < limit else { return }
        bits.append(contentsOf: repeatElement(0, count: (limit + 63) / 64 - bits.count))
        members.reserveCapacity(min(limit, 64))
    }

    /// Adds a number below the limit.
    package mutating func insert(_ member: UInt32) {
        let bit = UInt64(1) << UInt64(member & 63)
        guard bits[Int(member >> 6)] & bit == 0 else { return }
        bits[Int(member >> 6)] |= bit
        members.append(member)
    }
}
