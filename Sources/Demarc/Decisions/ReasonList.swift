import PolicyModel

/// The reasons of a decision in the order they decided, kept in place so that deciding allocates nothing.
struct ReasonList: Sendable {
    /// As many as the longest row of the decision tables gives.
    static let capacity = 4

    private var slots: InlineArray<4, DecisionReason>
    private(set) var count = 0

    init() { slots = InlineArray(repeating: DecisionReason(.urlInvalid)) }

    @inline(__always)
    mutating func removeAll() { count = 0 }

    /// Adds a reason; one past the capacity is dropped, which tests over the tables show never happens.
    @inline(__always)
    mutating func append(_ reason: DecisionReason) {
        guard count < Self.capacity else { return }
        slots[count] = reason
        count &+= 1
    }

    /// The reason at a position below ``count``.
    subscript(position: Int) -> DecisionReason {
        precondition(position < count, "reason past the end of the list")
        return slots[position]
    }
}

extension ReasonList: Hashable {
    static func == (left: ReasonList, right: ReasonList) -> Bool {
        guard left.count == right.count else { return false }
        for position in 0..<left.count where left[position] != right[position] { return false }
        return true
    }

    func hash(into hasher: inout Hasher) {
        for position in 0..<count { hasher.combine(self[position]) }
    }
}
