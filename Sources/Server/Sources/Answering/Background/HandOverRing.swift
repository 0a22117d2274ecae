import Synchronization

/// Hands values from one thread to another, in order, without a lock; a full ring refuses.
///
/// One thread pushes and one thread takes. Every `unsafe` word of this module that is about memory is in this file.
final class HandOverRing<Element: Sendable>: Sendable {
    /// A place for one value.
    private final class Slot: Sendable {
        /// Whether there is a value for the taker; else the place is the pusher's.
        let isFull = Atomic(false)
        // SAFETY: the pusher writes only while `isFull` is false, and the taker reads and writes only while it is true.
        // Each hands the place over with a releasing store that the other one sees with an acquiring load.
        nonisolated(unsafe) var value: Element?
    }

    private let slots: [Slot]
    /// How often was pushed; the pusher's own.
    private let pushed = Atomic(0)
    /// How often was taken; the taker's own.
    private let taken = Atomic(0)

    private let closed = Atomic(false)

    /// Makes a ring.
    ///
    /// - Parameter capacity: How many values fit, at least one.
    init(capacity: Int) { slots = (0..<max(1, capacity)).map { _ in Slot() } }

    /// Hands a value over.
    ///
    /// - Returns: Whether there was room.
    func push(_ value: consuming Element) -> Bool {
        let position = pushed.load(ordering: .relaxed)
        let slot = slots[position % slots.count]
        guard !slot.isFull.load(ordering: .acquiring) else { return false }
        unsafe slot.value = value
        slot.isFull.store(true, ordering: .sequentiallyConsistent)
        pushed.store(position &+ 1, ordering: .releasing)
        return true
    }

    /// Takes the oldest value; nil where there is no value.
    func take() -> Element? {
        let position = taken.load(ordering: .relaxed)
        let slot = slots[position % slots.count]
        guard slot.isFull.load(ordering: .sequentiallyConsistent) else { return nil }
        let value = unsafe slot.value
        unsafe slot.value = nil
        slot.isFull.store(false, ordering: .releasing)
        taken.store(position &+ 1, ordering: .releasing)
        return value
    }

    /// Says that nothing will be pushed any more; what is there is still taken.
    func close() { closed.store(true, ordering: .releasing) }

    /// Whether nothing will be pushed any more.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// How often values were pushed so far, as any thread may ask.
    var countOfPushed: Int { pushed.load(ordering: .acquiring) }

    /// How often values were taken so far, as any thread may ask.
    var countOfTaken: Int { taken.load(ordering: .acquiring) }
}
