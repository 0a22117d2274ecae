import ByteText
import Demarc
import Diagnostics
import Glibc
import PolicyModel

/// The results of `demarc bench`.
struct BenchMeasurement {
    /// The fastest and the median pass, in nanoseconds per URL.
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
    /// The results of one pass.
    let tally: CheckTally
    let parse: Spread
    let parseOwned: Spread
    let decide: Spread
    /// The median and the 99th percentile of the time per URL.
    let p50: Double
    let p99: Double
    let allocationsPerDecision: Double?
    let decisionsPerSecond: Double
    let openMilliseconds: Double
    /// The size of the compiled policy; nil if it was a document.
    let compiledBytes: Int?
    let residentBytes: Int?

    /// Runs the measurement.
    ///
    /// - Parameters:
    ///   - urls: The URLs to decide.
    ///   - engine: The engine; each thread has an evaluator of it.
    ///   - view: The view that navigates.
    ///   - threads: The number of threads that decide concurrently.
    ///   - passes: How often each thread goes through all URLs.
    ///   - openNanoseconds: How long it took to create the engine.
    ///   - compiledBytes: The size of the compiled policy that the engine was created from; nil for a document.
    /// - Throws: ``CommandError`` if the threads cannot be created.
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
        // All threads start a pass together; it ends when the slowest is done.
        let walls = (0..<passes).compactMap { pass in results.map { $0.decideWall[pass] }.max() }
        decisionsPerSecond = walls.min().map { Double(urls.count * threads) * 1e9 / Double(max($0, 1)) } ?? 0
        openMilliseconds = Double(openNanoseconds) / 1e6
        self.compiledBytes = compiledBytes
        residentBytes = ResidentMemory.bytes
    }

    /// The cost of reading the clock.
    private static var clockOverhead: Int {
        var histogram = Histogram()
        for _ in 0..<100_000 {
            let start = Clock.monotonic
            histogram.add(Clock.monotonic - start)
        }
        return histogram.quantile(0.5)
    }
}

extension BenchMeasurement {
    /// One object on one line.
    var json: String {
        let form = JSONForm.object([
            "urls": .number(urls), "invalid": .number(tally.invalid), "allow": .number(tally.allow),
            "block": .number(tally.block - tally.invalid), "route": .number(tally.route),
            "passes": .number(passes), "threads": .number(threads),
            "parseNs": Self.form(parse), "parseOwnedNs": Self.form(parseOwned),
            "decideNs": Self.form(decide, also: [("p50", p50), ("p99", p99)]),
            "allocationsPerDecision": Self.form(allocationsPerDecision, 4),
            "decisionsPerSecond": Self.form(decisionsPerSecond, 0), "openMs": Self.form(openMilliseconds, 3),
            "compiledBytes": compiledBytes.map { JSONForm.number($0) } ?? JSONForm.null,
            "rssBytes": residentBytes.map { JSONForm.number($0) } ?? JSONForm.null,
        ])
        return form.text + "\n"
    }

    /// A few lines for people.
    func table(on page: Page) -> String {
        var rows: [(String, String)] = [
            (
                "URLs",
                "\(urls): \(tally.allow) allow, \(tally.block - tally.invalid) block, \(tally.route) route, "
                    + "\(tally.invalid) invalid"
            ),
            ("passes", "\(passes) on \(Quoted.count(threads, "thread"))"),
            ("parse", Self.text(parse) + ", into memory used again"),
            ("parse owned", Self.text(parseOwned) + ", into memory of its own"),
            ("decide", Self.text(decide) + ", from bytes to verdict"),
            (
                "",
                "half of the decisions took at most \(Self.decimal(p50, 0)) ns, 99 of 100 at most "
                    + "\(Self.decimal(p99, 0)) ns"
            ),
        ]
        if let allocationsPerDecision {
            rows.append(("allocations", "\(Self.decimal(allocationsPerDecision, 4)) per decision"))
        }
        rows.append(("throughput", "\(Self.decimal(decisionsPerSecond, 0)) decisions per second"))
        rows.append(("open", "\(Self.decimal(openMilliseconds, 3)) ms"))
        if let compiledBytes {
            rows.append(("compiled", "\(Self.decimal(Double(compiledBytes) / 1_048_576, 1)) MiB"))
        }
        if let residentBytes {
            rows.append(("memory", "\(Self.decimal(Double(residentBytes) / 1_048_576, 1)) MiB resident"))
        }
        let layout = TextTable([.init("", .words(11)), .init("", .sentences(least: 40))], on: page)
        return rows.map { label, value in layout.row([.init(label, .bold), .init(value)]) }.joined()
    }

    private static func text(_ spread: Spread) -> String {
        "\(decimal(spread.min, 1)) ns (median \(decimal(spread.median, 1)))"
    }

    private static func form(_ spread: Spread, also more: [(String, Double)] = []) -> JSONForm {
        let values = [("min", spread.min), ("median", spread.median)] + more
        return .object(values.map { JSONForm.Member($0.0, form($0.1, 2)) })
    }

    /// A number with this many decimals, or null.
    private static func form(_ value: Double?, _ digits: Int) -> JSONForm {
        value.map { .numeral(decimal($0, digits)) } ?? .null
    }

    /// A number with this many decimals, without trailing zeros.
    private static func decimal(_ value: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value * scale).rounded()
        // Doubles of this size have no such decimals.
        guard scaled < 9e15 else { return "\(value)" }
        var text = "\(Int(scaled / scale))"
        var fraction = "\(Int(scaled.truncatingRemainder(dividingBy: scale)))"
        fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        if digits > 0, !fraction.isEmpty { text += ".\(fraction)" }
        return text
    }
}

/// The resident memory of this process.
enum ResidentMemory {
    /// The size in bytes; nil if the system does not provide it.
    static var bytes: Int? {
        // The first two fields are numbers of pages: the size of the process, and its resident part.
        guard let file = try? InputFile(path: "/proc/self/statm") else { return nil }
        var reader = LineReader(descriptor: file.descriptor, lineLimit: 256)
        guard reader.fill() == nil, let line = reader.nextLine() else { return nil }
        let fields = reader.bytes(of: line).string.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }
}
