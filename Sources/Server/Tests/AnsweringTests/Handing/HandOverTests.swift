import Foundation
import Hosting
import Synchronization
import Testing

@testable import Answering

@Suite("Handing values over between threads")
struct HandOverTests {
    @Test("A full ring refuses values, and has room again for each value taken")
    func full() {
        let ring = HandOverRing<Int>(capacity: 3)
        #expect((0..<5).map { ring.push($0) } == [true, true, true, false, false])
        #expect(ring.take() == 0)
        #expect(ring.push(5))
        #expect(!ring.push(6))
        #expect((0..<4).map { _ in ring.take() } == [1, 2, 5, nil])
    }

    @Test("A ring with capacity 0 holds one value")
    func noSize() {
        let ring = HandOverRing<Int>(capacity: 0)
        #expect(ring.push(1))
        #expect(!ring.push(2))
        #expect(ring.take() == 1)
    }

    @Test("The ring releases a value that is taken")
    func released() {
        let ring = HandOverRing<Token>(capacity: 2)
        weak var token: Token?
        do {
            let made = Token()
            token = made
            #expect(ring.push(made))
        }
        #expect(token != nil)
        _ = ring.take()
        #expect(token == nil)
    }

    private final class Token: Sendable {}

    @Test("A thread takes every accepted value of another thread, in order")
    func threads() {
        let ring = HandOverRing<[Int]>(capacity: 16)
        let group = DispatchGroup()
        let times = 20_000
        Thread.detachIn(group) {
            for number in 0..<times {
                while !ring.push([number, number]) { Thread.sleep(forTimeInterval: 0) }
            }
        }
        var next = 0
        while next < times {
            guard let value = ring.take() else { continue }
            #expect(value == [next, next])
            guard value == [next, next] else { break }
            next += 1
        }
        group.wait()
        #expect(ring.take() == nil)
    }

    @Test("A taker handles the values of all threads, and callers can wait for it")
    func taker() {
        let sum = Sum()
        let taker = BackgroundTaker<Int>("demarc-test", capacity: 64) {
            { values in sum.value.add(values.reduce(0, +), ordering: .relaxed) }
        }
        let group = DispatchGroup()
        for _ in 0..<4 {
            Thread.detachIn(group) {
                let ring = taker.makeRing()
                for number in 1...1000 {
                    while !ring.push(number) { Thread.sleep(forTimeInterval: 0) }
                    taker.wake()
                }
                ring.close()
            }
        }
        group.wait()
        #expect(taker.waitUntilTaken(within: .seconds(60)))
        #expect(sum.value.load(ordering: .relaxed) == 4 * 500_500)
        taker.stop()
    }

    private final class Sum: Sendable {
        let value = Atomic(0)
    }

    @Test("Values pushed before a taker stops are still handled")
    func stopped() {
        let sum = Sum()
        let gate = DispatchSemaphore(value: 0)
        let taker = BackgroundTaker<Int>("demarc-test", capacity: 64) {
            gate.wait()
            return { values in sum.value.add(values.count, ordering: .relaxed) }
        }
        let ring = taker.makeRing()
        for number in 0..<50 { #expect(ring.push(number)) }
        taker.stop()
        gate.signal()
        #expect(taker.waitUntilTaken(within: .seconds(60)))
        #expect(sum.value.load(ordering: .relaxed) == 50)
    }

    @Test("Waiting for a stuck taker ends at the deadline")
    func stuck() {
        let gate = DispatchSemaphore(value: 0)
        let taker = BackgroundTaker<Int>("demarc-test", capacity: 1) {
            { values in if !values.isEmpty { gate.wait() } }
        }
        let ring = taker.makeRing()
        #expect(ring.push(1))
        taker.wake()
        #expect(!taker.waitUntilTaken(within: .milliseconds(50)))
        gate.signal()
        #expect(taker.waitUntilTaken(within: .seconds(60)))
        taker.stop()
    }
}

@Suite("Sampling of the log")
struct LogSamplerTests {
    @Test("A sampler keeps to its rate, from none to all", arguments: [0, 0.01, 0.5, 1])
    func share(rate: Double) {
        var sampler = LogSampler(LogConfiguration(allowRate: rate), seed: 42)
        #expect(sampler.rate(of: .allow) == rate)
        let taken = (0..<100_000).count { _ in sampler.takes(rate) }
        #expect(abs(Double(taken) / 100_000 - rate) < 0.005)
    }

    @Test("A verdict without a rate is always logged, and in audit mode every verdict is")
    func always() {
        var sampler = LogSampler(LogConfiguration(allowRate: 0))
        #expect(sampler.rate(of: .allowEncrypted) == 1)
        let isTaken = sampler.takes(sampler.rate(of: .allowEncrypted))
        #expect(isTaken)
        let audit = LogSampler(LogConfiguration(allowRate: 0, isAudit: true))
        #expect(audit.rate(of: .allow) == 1)
    }
}
