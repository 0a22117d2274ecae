import Dispatch
import Foundation
import Synchronization

/// A thread that takes values that other threads push to their rings, and sleeps while there are none.
///
/// It does work that need not be finished before an answer, such as writing the log.
final class BackgroundTaker<Element: Sendable>: Sendable {
    /// The maximum time that the thread sleeps: wake-ups are never lost, but if one were, this is what it would cost.
    private static var longestSleep: DispatchTimeInterval { .milliseconds(250) }
    /// The number of values taken from one ring before the next ring is served.
    private static var turn: Int { 256 }

    private let rings = Mutex<[HandOverRing<Element>]>([])
    private let isAsleep = Atomic(false)
    private let isStopping = Atomic(false)
    private let alarm = DispatchSemaphore(value: 0)
    private let capacity: Int

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - capacity: The capacity of each ring.
    ///   - prepare: Called once on the thread; returns the function that processes values, in batches that may be
    ///     empty.
    init(_ name: String, capacity: Int, preparing prepare: @escaping @Sendable () -> ([Element]) -> Void) {
        self.capacity = capacity
        let thread = Thread { [self] in run(prepare()) }
        thread.name = name
        thread.start()
    }

    /// Creates a ring for another thread that pushes.
    func makeRing() -> HandOverRing<Element> {
        let ring = HandOverRing<Element>(capacity: capacity)
        rings.withLock { $0.append(ring) }
        return ring
    }

    /// Wakes the thread if it sleeps. Call it after a push.
    ///
    /// PERF: a single load, except for the first push after a pause.
    func wake() {
        guard isAsleep.load(ordering: .sequentiallyConsistent),
            isAsleep.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        alarm.signal()
    }

    /// Waits until everything that has been pushed so far is processed.
    ///
    /// - Returns: Whether that happened within the time limit.
    func waitUntilTaken(within limit: Duration) -> Bool {
        let goals = rings.withLock { $0.map { (ring: $0, count: $0.countOfPushed) } }
        let end = ContinuousClock.now + limit
        while goals.contains(where: { $0.ring.countOfTaken < $0.count }) || isBusy.load(ordering: .acquiring) {
            guard ContinuousClock.now < end else { return false }
            wake()
            Thread.sleep(forTimeInterval: 0.001)
        }
        return true
    }

    /// Stops the thread after it has processed the remaining values.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        alarm.signal()
    }

    /// Whether values were taken that are not yet processed.
    private let isBusy = Atomic(false)

    private func run(_ take: ([Element]) -> Void) {
        while true {
            let isLast = isStopping.load(ordering: .sequentiallyConsistent)
            // Set before the first value is taken, so that a waiting thread sees either the value or this flag.
            isBusy.store(true, ordering: .sequentiallyConsistent)
            let values = takeTurns()
            take(values)
            isBusy.store(false, ordering: .sequentiallyConsistent)
            guard values.isEmpty else { continue }
            if isLast { return }
            sleep()
        }
    }

    private func takeTurns() -> [Element] {
        var values: [Element] = []
        for ring in rings.withLock(\.self) {
            // Read first: values pushed before a ring is closed are taken below.
            let isClosed = ring.isClosed
            var isEmpty = false
            for _ in 0..<Self.turn {
                guard let value = ring.take() else {
                    isEmpty = true
                    break
                }
                values.append(value)
            }
            if isClosed, isEmpty { rings.withLock { $0.removeAll { $0 === ring } } }
        }
        return values
    }

    private func sleep() {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        // Pushes before that store did not wake the thread.
        let isEmpty = rings.withLock { $0.allSatisfy { $0.countOfPushed == $0.countOfTaken } }
        if isEmpty { _ = alarm.wait(timeout: .now() + Self.longestSleep) }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }
}
