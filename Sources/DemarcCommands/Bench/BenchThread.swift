import CAllocationCounter
import Demarc
import PolicyModel
import URLStandard

/// One thread's share of a measurement: the same passes over the same URLs as every other thread, with its own buffers.
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

    /// Goes through all URLs `passes` times. The kinds of work alternate, so that a machine that changes its speed
    /// affects all of them equally. An unmeasured first pass warms caches and buffers.
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

    // PERF: taking a span of a local record in the scope that creates it moves the record into a heap box, which costs
    // as much as the parse; taking it of a parameter does not.
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

/// The measurements of one thread.
struct BenchTimes: Sendable {
    /// The CPU time per URL in each pass, in nanoseconds.
    var parse: [Double] = []
    var parseOwned: [Double] = []
    var decide: [Double] = []
    /// The wall time of each pass of decisions.
    var decideWall: [Int] = []
    /// The durations of single decisions, including the cost of reading the clock.
    var single = Histogram()
    /// The number per decision; nil if allocations are not counted.
    var allocations: Double?
    /// The results of one pass.
    var tally = CheckTally()
}

/// A histogram of durations in nanoseconds, in constant memory.
struct Histogram: Sendable {
    /// Longer durations count as this.
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

    /// The duration that this fraction of all values does not exceed; 0 if there are none.
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
