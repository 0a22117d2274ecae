import Demarc
import PolicyModel

/// What `demarc bench` measured.
struct BenchMeasurement {
    /// The fastest pass and the middle one, in nanoseconds per URL.
    struct Spread {
        let min: Double
        let median: Double

        init(_ times: [Double]) {
            let sorted = times.sorted()
            min = sorted.first ?? 0
            median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
    }

    let urls: Int
    let passes: Int
    let threads: Int
    /// Of one pass.
    let tally: CheckTally
    let parse: Spread
    let parseOwned: Spread
    let decide: Spread
    /// The time per URL that half, and 99 of 100, stay below.
    let p50: Double
    let p99: Double
    let allocationsPerDecision: Double?
    let decisionsPerSecond: Double
    let openMilliseconds: Double
    /// Of the compiled policy; nil where it was a document.
    let compiledBytes: Int?
    let residentBytes: Int?

    /// Measures.
    ///
    /// - Parameters:
    ///   - urls: What is decided on.
    ///   - engine: What decides; each thread has an evaluator of it.
    ///   - view: The view that navigates.
    ///   - threads: How many threads decide at once.
    ///   - passes: How often each goes through all URLs.
    ///   - openNanoseconds: How long it took to make the engine.
    ///   - compiledBytes: The size of the file it was made from, where that is a compiled policy.
    /// - Throws: ``CommandError`` where there are not so many threads.
    init(
        of urls: URLList,
        by engine: PolicyEngine,
        in view: ViewID,
        threads: Int,
        passes: Int,
        openNanoseconds: Int,
        compiledBytes: Int?
    ) throws(CommandError) {
        let barrier = Barrier(parties: threads)
        let results = WorkerThreads.run(threads) {
            var thread = BenchThread(urls, engine, view)
            thread.run(passes: passes, meetingAt: barrier)
            return thread.times
        }
        guard let results else { throw .unreadable("the system has no \(threads) threads left") }
        self.urls = urls.count
        self.passes = passes
        self.threads = threads
        tally = results.first?.tally ?? CheckTally()
        parse = Spread(results.flatMap(\.parse))
        parseOwned = Spread(results.flatMap(\.parseOwned))
        decide = Spread(results.flatMap(\.decide))
        var single = Histogram()
        for result in results { single.add(result.single) }
        let overhead = Self.clockOverhead
        p50 = Double(max(0, single.quantile(0.5) - overhead))
        p99 = Double(max(0, single.quantile(0.99) - overhead))
        allocationsPerDecision = results.first?.allocations
        // All threads begin a pass together; it is over when the slowest is done.
        let walls = (0..<passes).compactMap { pass in results.map { $0.decideWall[pass] }.max() }
        decisionsPerSecond = walls.min().map { Double(urls.count * threads) * 1e9 / Double(max($0, 1)) } ?? 0
        openMilliseconds = Double(openNanoseconds) / 1e6
        self.compiledBytes = compiledBytes
        residentBytes = ResidentMemory.bytes
    }

    /// What reading the clock takes.
    private static var clockOverhead: Int {
        var histogram = Histogram()
        for _ in 0..<100_000 {
            let start = Clock.monotonic
            histogram.add(Clock.monotonic - start)
        }
        return histogram.quantile(0.5)
    }
}
