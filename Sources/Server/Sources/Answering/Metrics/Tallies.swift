import Synchronization

/// The counters of one thread: only that thread adds to them, and any thread can read them.
///
/// PERF: a single writer needs no atomic addition, only atomic loads and stores, which cost the same as plain ones. The
/// counters of two workers do not share cache lines for long: each block is a separate object.
final class Tallies: Sendable {
    /// As many counters as fill whole cache lines.
    private final class Block: Sendable {
        static let size = 64
        let counters: InlineArray<64, Atomic<UInt64>>

        init() { counters = InlineArray { _ in Atomic(0) } }
    }

    let shape: TallyShape
    private let blocks: [Block]

    init(_ shape: TallyShape) {
        self.shape = shape
        blocks = (0...shape.count / Block.size).map { _ in Block() }
    }

    /// Adds to a counter. Call it on the thread that owns the tallies.
    func add(_ amount: UInt64 = 1, to position: Int) {
        let block = blocks[position / Block.size]
        let index = position % Block.size
        let before = block.counters[index].load(ordering: .relaxed)
        block.counters[index].store(before &+ amount, ordering: .relaxed)
    }

    /// Reads a counter.
    subscript(position: Int) -> UInt64 {
        blocks[position / Block.size].counters[position % Block.size].load(ordering: .relaxed)
    }

    /// Adds every counter to a sum.
    func add(to sums: inout [UInt64]) {
        for position in 0..<shape.count { sums[position] &+= self[position] }
    }
}

/// The tallies of all threads, which are summed up when they are read.
final class TallyRegistry: Sendable {
    private struct Contents {
        var open: [ObjectIdentifier: Tallies] = [:]
        /// The counts of threads that have ended.
        var closed: [UInt64]
    }

    let shape: TallyShape
    private let contents: Mutex<Contents>

    init(_ shape: TallyShape) {
        self.shape = shape
        contents = Mutex(Contents(closed: Array(repeating: 0, count: shape.count)))
    }

    /// Creates the tallies of another thread.
    func open() -> Tallies {
        let tallies = Tallies(shape)
        contents.withLock { $0.open[ObjectIdentifier(tallies)] = tallies }
        return tallies
    }

    /// Keeps the counts of a thread that ends.
    func close(_ tallies: Tallies) {
        contents.withLock { contents in
            guard contents.open.removeValue(forKey: ObjectIdentifier(tallies)) != nil else { return }
            tallies.add(to: &contents.closed)
        }
    }

    /// The sums of all counters.
    ///
    /// - Complexity: O(*n*) in counters and threads.
    var sums: [UInt64] {
        contents.withLock { contents in
            var sums = contents.closed
            for tallies in contents.open.values { tallies.add(to: &sums) }
            return sums
        }
    }
}
