import CAllocationCounter
import Demarc
import PolicyModel
import URLStandard

/// One thread's share of a measurement: the same passes over the same URLs as every other, with buffers of its own.
struct BenchThread: ~Copyable {
    private let urls: URLList
    private let view: ViewID
    private var evaluator: Evaluator
    private var record = URLRecord()
    private(set) var times = BenchTimes()

    init(_ urls: URLList, _ engine: PolicyEngine, _ view: ViewID) {
        self.urls = urls
        self.view = view
        evaluator = engine.makeEvaluator()
    }

    /// Goes through all URLs `passes` times, each work by turns, so that a machine that changes its speed changes it for
    /// all of them; first once for nothing, which warms caches and buffers.
    mutating func run(passes: Int, meetingAt barrier: Barrier) {
        _ = (parse(), parseOwned(), decide())
        for _ in 0..<passes {
            barrier.wait()
            times.parse.append(perURL(Self.cost { _ = parse() }))
            barrier.wait()
            times.parseOwned.append(perURL(Self.cost { _ = parseOwned() }))
            barrier.wait()
            let start = Clock.monotonic
            times.decide.append(perURL(Self.cost { times.tally = decide() }))
            times.decideWall.append(Clock.monotonic - start)
        }
        for _ in 0..<passes { timeEach() }
        times.allocations = countAllocations()
    }

    // MARK: Work

    private mutating func parse() -> Int {
        var bytes = 0
        urls.forEach { url in
            try? record.parse(url)
            bytes &+= record.href.count
        }
        return bytes
    }

    private func parseOwned() -> Int {
        var bytes = 0
        urls.forEach { url in
            do throws(URLParsingError) {
                bytes &+= Self.length(of: try URLRecord(parsing: url))
            } catch {
                bytes &+= 1
            }
        }
        return bytes
    }

    // PERF: a span of a local record that is asked for where the record is made puts it into a heap box, which costs as
    // much as the parse; asked for of a parameter it does not.
    private static func length(of record: borrowing URLRecord) -> Int { record.href.count }

    private mutating func decide() -> CheckTally {
        var tally = CheckTally()
        urls.forEach { url in
            let decision = evaluator.navigation(to: url, in: view)
            tally.count(decision.verdict, isInvalid: evaluator.parsingError != nil)
        }
        return tally
    }

    private mutating func timeEach() {
        urls.forEach { url in
            let start = Clock.monotonic
            _ = evaluator.navigation(to: url, in: view)
            let end = Clock.monotonic
            times.single.add(end - start)
        }
    }

    private mutating func countAllocations() -> Double? {
        guard demarc_allocation_counting_available() else { return nil }
        let before = demarc_allocation_count()
        _ = decide()
        return Double(demarc_allocation_count() - before) / Double(urls.count)
    }

    // MARK: Time

    private static func cost(_ work: () -> Void) -> Int {
        let start = Clock.threadCPU
        work()
        return Clock.threadCPU - start
    }

    private func perURL(_ nanoseconds: Int) -> Double { Double(nanoseconds) / Double(urls.count) }
}

/// What one thread measured.
struct BenchTimes: Sendable {
    /// Processor time per URL of each pass, in nanoseconds.
    var parse: [Double] = []
    var parseOwned: [Double] = []
    var decide: [Double] = []
    /// Wall time of each pass of decisions as a whole.
    var decideWall: [Int] = []
    /// How long single decisions took, reading the clock included.
    var single = Histogram()
    /// Per decision; nil if allocations are not counted.
    var allocations: Double?
    /// What came out in one pass.
    var tally = CheckTally()
}

/// How often something took how many nanoseconds, in memory that does not grow.
struct Histogram: Sendable {
    /// Whatever takes longer counts as this.
    private static let longest = 1 << 16

    private var counts = [Int](repeating: 0, count: Histogram.longest + 1)
    private var total = 0

    mutating func add(_ nanoseconds: Int) {
        counts[min(max(nanoseconds, 0), Self.longest)] += 1
        total += 1
    }

    mutating func add(_ other: Histogram) {
        for time in counts.indices { counts[time] += other.counts[time] }
        total += other.total
    }

    /// The time that this part of all stay within; 0 where there are none.
    func quantile(_ part: Double) -> Int {
        let goal = Int((Double(total) * part).rounded(.up))
        var seen = 0
        for time in counts.indices {
            seen += counts[time]
            if seen >= goal { return time }
        }
        return 0
    }
}
