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
    ///
    /// PERF: one instruction. To stop at 2⁶⁴, which no process reaches, takes a loop.
    @inline(__always)
    borrowing func next(of view: ViewID) -> UInt64 {
        counters[Int(view.slot) & 63].last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

/// Numbers evaluations, so that no two of a process have one number, whichever evaluator makes them.
///
/// PERF: an evaluator takes a million numbers at once, so threads meet at the common counter once in a million
/// decisions.
struct EvaluationSerials: Sendable {
    private static let blockSize: UInt64 = 1 << 20

    /// The number of the evaluation under way, or the last one; 0 before the first.
    private(set) var current: UInt64 = 0
    private var last: UInt64 = 0

    /// Begins another evaluation.
    @inline(__always)
    mutating func advance() {
        if current == last { takeBlock() }
        current &+= 1
    }

    @inline(never)
    private mutating func takeBlock() {
        current = takenSerials.add(Self.blockSize, ordering: .relaxed).oldValue
        last = current &+ Self.blockSize
    }
}

private let takenSerials = Atomic<UInt64>(0)
