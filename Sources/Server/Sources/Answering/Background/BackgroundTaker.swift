import Dispatch
import Foundation
import Synchronization

/// A thread that takes what others push to their rings, and sleeps while there is nothing.
///
/// Work that need not be done before an answer is done here, such as writing the log.
final class BackgroundTaker<Element: Sendable>: Sendable {
    /// How long the thread sleeps at most: a wake-up is never lost, but if one were it would cost this.
    private static var longestSleep: DispatchTimeInterval { .milliseconds(250) }
    /// How many values are taken from one ring before the others have their turn.
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
    ///   - capacity: How many values each ring holds.
    ///   - prepare: Called on the thread, once; gives what is done with the values, in batches that may be empty.
    init(_ name: String, capacity: Int, preparing prepare: @escaping @Sendable () -> ([Element]) -> Void) {
        self.capacity = capacity
        let thread = Thread { [self] in run(prepare()) }
        thread.name = name
        thread.start()
    }

    /// Adds a ring for one more thread that pushes.
    func makeRing() -> HandOverRing<Element> {
        let ring = HandOverRing<Element>(capacity: capacity)
        rings.withLock { $0.append(ring) }
        return ring
    }

    /// Wakes the thread up if it sleeps. Call it after a push.
    ///
    /// PERF: a load, but for the first push after a silence.
    func wake() {
        guard isAsleep.load(ordering: .sequentiallyConsistent),
            isAsleep.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        alarm.signal()
    }

    /// Waits until everything that was pushed by now is done.
    ///
    /// - Returns: Whether it is, within the time.
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

    /// Ends the thread, after it has taken what there is.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        alarm.signal()
    }

    /// Whether values were taken that are not done yet.
    private let isBusy = Atomic(false)

    private func run(_ take: ([Element]) -> Void) {
        while true {
            let isLast = isStopping.load(ordering: .sequentiallyConsistent)
            // Before the first value is taken, so that whoever waits sees either the value or this.
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
            // Read first: what is pushed before a ring is closed is taken below.
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
        // What was pushed before that store was not announced.
        let isEmpty = rings.withLock { $0.allSatisfy { $0.countOfPushed == $0.countOfTaken } }
        if isEmpty { _ = alarm.wait(timeout: .now() + Self.longestSleep) }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }
}
