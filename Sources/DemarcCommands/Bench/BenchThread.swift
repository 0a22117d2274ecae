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
