import Synchronization

/// Passes values from one thread to another, in order, without a lock; a full ring rejects values.
///
/// One thread pushes and one thread takes. All unsafe code of this module that accesses memory is in this file.
final class HandOverRing<Element: Sendable>: Sendable {
    /// A slot for one value.
    private final class Slot: Sendable {
        /// Whether the slot contains a value for the taker; otherwise it belongs to the pusher.
        let isFull = Atomic(false)
        // SAFETY: the pusher writes only while `isFull` is false, and the taker reads and writes only while it is true.
        // Each passes the slot on with a releasing store that the other one sees with an acquiring load.
        nonisolated(unsafe) var value: Element?
    }

    private let slots: [Slot]
    /// The number of pushes; written only by the pusher.
    ///
    /// INVARIANT: its accesses are sequentially consistent, like those of the flag of a taker that sleeps. The pusher
    /// stores the number and then loads the flag, and the taker stores the flag and then loads the number. With weaker
    /// orderings, both could see the old value, and a pushed value would wait for the next wake-up.
    private let pushed = Atomic(0)
    /// The number of takes; written only by the taker.
    private let taken = Atomic(0)

    private let closed = Atomic(false)

    /// Creates a ring.
    ///
    /// - Parameter capacity: The number of values that fit, at least one.
    init(capacity: Int) { slots = (0..<max(1, capacity)).map { _ in Slot() } }

    /// Pushes a value.
    ///
    /// - Returns: Whether there was room.
    func push(_ value: consuming Element) -> Bool {
        let position = pushed.load(ordering: .relaxed)
        let slot = slots[position % slots.count]
        guard !slot.isFull.load(ordering: .acquiring) else { return false }
        unsafe slot.value = value
        slot.isFull.store(true, ordering: .releasing)
        pushed.store(position &+ 1, ordering: .sequentiallyConsistent)
        return true
    }

    /// Takes the oldest value; nil if there is none.
    func take() -> Element? {
        let position = taken.load(ordering: .relaxed)
        let slot = slots[position % slots.count]
        guard slot.isFull.load(ordering: .acquiring) else { return nil }
        let value = unsafe slot.value
        unsafe slot.value = nil
        slot.isFull.store(false, ordering: .releasing)
        taken.store(position &+ 1, ordering: .releasing)
        return value
    }

    /// Declares that nothing will be pushed any more; remaining values can still be taken.
    func close() { closed.store(true, ordering: .releasing) }

    /// Whether nothing will be pushed any more.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// The number of pushes so far; may be read from any thread.
    var countOfPushed: Int { pushed.load(ordering: .sequentiallyConsistent) }

    /// The number of takes so far; may be read from any thread.
    var countOfTaken: Int { taken.load(ordering: .acquiring) }
}
