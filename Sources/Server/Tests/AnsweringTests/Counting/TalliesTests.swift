import Foundation
import Synchronization
import Testing

@testable import Answering

@Suite("Tallies")
struct TalliesTests {
    @Test("Counts of several threads are summed while they count, and the sum never decreases")
    func threads() {
        let registry = TallyRegistry(TallyShape(bindings: ["edge"]))
        let done = Atomic(0)
        let (threads, times) = (4, 20_000)
        let group = DispatchGroup()
        for number in 0..<threads {
            Thread.detachIn(group) {
                let tallies = registry.open()
                for _ in 0..<times {
                    tallies.add(to: 0)
                    tallies.add(2, to: tallies.shape.count - 1)
                }
                // Half of the threads end for good; their counts are kept.
                if number % 2 == 0 { registry.close(tallies) }
                done.add(1, ordering: .relaxed)
            }
        }
        var last: UInt64 = 0
        while done.load(ordering: .relaxed) < threads {
            let now = registry.sums[0]
            #expect(now >= last)
            last = now
        }
        group.wait()
        #expect(registry.sums[0] == UInt64(threads * times))
        #expect(registry.sums[registry.shape.count - 1] == UInt64(2 * threads * times))
    }

    @Test("Tallies that are closed twice are counted once")
    func closedTwice() {
        let registry = TallyRegistry(TallyShape(bindings: []))
        let tallies = registry.open()
        tallies.add(7, to: 3)
        registry.close(tallies)
        registry.close(tallies)
        #expect(registry.sums[3] == 7)
    }
}

extension Thread {
    /// Runs on a separate thread, which a group waits for.
    static func detachIn(_ group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
        group.enter()
        Thread {
            work()
            group.leave()
        }.start()
    }
}
