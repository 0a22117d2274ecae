import Synchronization

/// Numbers navigations in the order they are decided, by whichever thread, so that a report can be told from an older
/// one.
///
/// PERF: one counter for all would be a line of memory that every thread writes to with every decision. The views share a
/// few, each on a line of its own, and order counts only among navigations of one view.
struct NavigationSerials: ~Copyable, Sendable {
    private struct Counter: ~Copyable, Sendable {
        let last = Atomic<UInt64>(0)
        // Fills the line.
        private let rest: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
    }

    private let counters = InlineArray<64, Counter> { _ in Counter() }

    /// The serial of a navigation that is decided now: higher than that of any other of the view.
    @inline(__always)
    borrowing func next(of view: ViewID) -> UInt64 {
        counters[Int(view.slot) & 63].last.add(1, ordering: .relaxed).newValue
    }
}
