import Synchronization

/// Numbers navigations in the order in which they are decided, on any thread, so that a report can be recognized as
/// older than another.
///
/// PERF: a single counter would be a cache line that every thread writes to with every decision. The views share a few
/// counters, each on a cache line of its own; the order matters only among navigations of one view.
struct NavigationSerials: ~Copyable, Sendable {
    private struct Counter: ~Copyable, Sendable {
        let last = Atomic<UInt64>(0)
        // Fills the cache line.
        private let rest: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
    }

    private let counters = InlineArray<64, Counter> { _ in Counter() }

    /// The serial of a navigation that is decided now: higher than that of any earlier navigation of the view.
    ///
    /// PERF: one instruction. Stopping at 2⁶⁴, which no process reaches, would take a loop.
    @inline(__always)
    borrowing func next(of view: ViewID) -> UInt64 {
        counters[Int(view.slot) & 63].last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

/// Numbers evaluations, so that every evaluation in the process has a unique number, across all evaluators.
///
/// PERF: an evaluator takes a million numbers at once, so threads contend for the common counter once in a million
/// decisions.
struct EvaluationSerials: Sendable {
    private static let blockSize: UInt64 = 1 << 20

    /// The number of the current or last evaluation; 0 before the first.
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
