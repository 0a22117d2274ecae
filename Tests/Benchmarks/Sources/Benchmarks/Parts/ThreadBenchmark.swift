import Foundation
import Glibc

/// The speed-up of two threads over one: for verdicts, and for the peer's parse.
struct ThreadBenchmark {
    let peer: Peer?
    let corpus: Corpus
    let passes: Int

    func run() throws -> BarRow {
        let name = "scaling on 2 threads"
        guard let peer else { return BarRow(name, skipped: "no peer: run Scripts/build-peer") }
        guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return BarRow(name, skipped: "one processor") }
        let verdict = try Workload.deciding(on: corpus)[0]
        let parse = Workload(name: "ada parse") { peer.run(.parse, $0) }
        var times: [[Double]] = [[], [], [], []]
        for _ in 0...passes {
            for (index, workload) in [verdict, parse].enumerated() {
                times[2 * index].append(time(of: workload, threads: 1))
                times[2 * index + 1].append(time(of: workload, threads: 2))
            }
        }
        // Two threads do twice the work in the measured time.
        let minima = times.map { $0.dropFirst().min() ?? .nan }
        let scaling = [2 * minima[0] / minima[1], 2 * minima[2] / minima[3]]
        return BarRow(name, scaling[0] / scaling[1], atLeast: 0.95, unit: "× the peer's", "--measure threads")
    }

    /// Nanoseconds of wall-clock time until every thread has processed the corpus.
    private func time(of workload: Workload, threads: Int) -> Double {
        let corpus = corpus
        let start = Self.now()
        DispatchQueue.concurrentPerform(iterations: threads) { _ in _ = workload.run(corpus) }
        return Double(Self.now() - start)
    }

    private static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
