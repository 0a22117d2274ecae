/// The reasons of a decision in the order they decided, kept in place so that deciding allocates nothing.
package struct ReasonList: Sendable {
    /// More than any row of the decision tables gives.
    package static let capacity = 5

    private var slots: InlineArray<5, DecisionReason>
    package private(set) var count: Int

    package init(_ first: DecisionReason) {
        slots = InlineArray(repeating: first)
        count = 1
    }

    /// Adds a reason; one past the capacity is dropped, which tests over the tables show never happens.
    package mutating func append(_ reason: DecisionReason) {
        guard count < Self.capacity else { return }
        slots[count] = reason
        count += 1
    }

    /// The reason at a position below ``count``.
    package subscript(position: Int) -> DecisionReason {
        precondition(position < count, "reason past the end of the list")
        return slots[position]
    }
}

extension ReasonList: Hashable {
    package static func == (left: ReasonList, right: ReasonList) -> Bool {
        guard left.count == right.count else { return false }
        for position in 0..<left.count where left[position] != right[position] { return false }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        for position in 0..<count { hasher.combine(self[position]) }
    }
}
