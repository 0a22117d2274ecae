import ArgumentParser
import Demarc
import PolicyModel

/// `demarc bench`: measures decisions on the user's own data.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure how long decisions take on your own policy and URLs.",
        discussion: """
            Each thread has its own evaluator and goes through all URLs, pass after pass. Times are nanoseconds per URL \
            of the thread's own processor time over whole passes: parse into a reused buffer, parse into a value that owns \
            its bytes, and decide, which is from bytes to verdict. p50 and p99 are of single decisions, by the \
            monotonic clock less what reading it takes: the thread's own clock takes longer to read than a decision takes. decisionsPerSecond counts all threads, in their fastest pass by the wall clock. \
            allocationsPerDecision is of a pass after the first. openMs is the time to read the policy \
            document, or to open the compiled policy; compiledBytes is the size of the latter. What cannot be measured is \
            null.

            EXAMPLES:
              demarc bench --policy policy.yaml --urls urls.txt
              demarc bench --policy policy.demarc --urls urls.txt
              demarc bench --policy policy.yaml --urls urls.txt --threads 2 --passes 31 --format json
            """
    )

    @OptionGroup(title: "Policy") var policy: PolicyOptions

    @Option(
        help: ArgumentHelp("A file with one URL per line; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var urls: String

    @Option(help: ArgumentHelp("How many threads decide at once.", valueName: "count"))
    var threads = 1

    @Option(help: ArgumentHelp("How many times each thread goes through all URLs.", valueName: "count"))
    var passes = 15

    @Option(help: ArgumentHelp("table (for people) or json.", valueName: "format"))
    var format: BenchFormat = .table

    func validate() throws {
        guard (1...256).contains(threads) else { throw ValidationError("--threads must be from 1 to 256.") }
        guard (1...10_000).contains(passes) else { throw ValidationError("--passes must be from 1 to 10000.") }
    }

    func run() throws {
        let urls = try URLList(contentsOf: urls)
        let start = Clock.monotonic
        let read = try policy.document.read()
        let engine = PolicyEngine(read.policy)
        let openTime = Clock.monotonic - start
        let target = try policy.targets(engine).onlyTarget()
        let measurement = try BenchMeasurement(
            of: urls,
            by: engine,
            in: target.view,
            threads: threads,
            passes: passes,
            openNanoseconds: openTime,
            compiledBytes: read.compiledBytes
        )
        var output = OutputStream(descriptor: 1)
        output.append(text: format == .json ? measurement.json : measurement.table)
        output.flush()
        if let end = StreamEnd.early(output) { try end.finish(MalformedLines(), summary: nil) }
    }
}

/// How a measurement is written.
enum BenchFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}
