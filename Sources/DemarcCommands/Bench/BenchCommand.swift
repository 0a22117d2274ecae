import ArgumentParser
import Demarc
import PolicyModel

/// `demarc bench`: measures decisions on the user's own data.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure how long decisions take on your own policy and URLs.",
        discussion: """
            Each thread decides on all URLs, pass after pass. A time is nanoseconds per URL: the fastest pass, and the median \
            of all passes, in processor time of the thread. "parse" reads a URL into memory that is used again, "parse owned" \
            into memory of its own, and "decide" goes from the bytes of a URL to the verdict.

            The two times after that are of single decisions: half of them took at most the first time, and 99 of 100 at \
            most the second (p50 and p99 in JSON). "throughput" counts the decisions of all threads together. "open" is the \
            time to read the policy document, or to open the compiled policy. What cannot be measured is left out, and null \
            in JSON.

            EXAMPLES:
              demarc bench --policy policy.yaml --urls urls.txt
              demarc bench --policy policy.demarc --urls urls.txt
              demarc bench --policy policy.yaml --urls urls.txt --threads 2 \\
                --passes 31 --format json
            """
    )

    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Policy") var view: ViewOptions

    @Option(
        help: ArgumentHelp("A file with one URL per line; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var urls: String

    @Option(help: ArgumentHelp("How many threads decide at once.", valueName: "count"))
    var threads = 1

    @Option(help: ArgumentHelp("How many times each thread decides on all URLs.", valueName: "count"))
    var passes = 15

    @Option(help: ArgumentHelp("table (for people) or json.", valueName: "format"))
    var format: BenchFormat = .table

    @OptionGroup var destination: ReportFileOption

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        guard (1...256).contains(threads) else { throw ValidationError("--threads must be from 1 to 256.") }
        guard (1...10_000).contains(passes) else { throw ValidationError("--passes must be from 1 to 10000.") }
    }

    func run() throws {
        let urls = try URLList(contentsOf: urls)
        let start = Clock.monotonic
        let read = try policy.read()
        let engine = PolicyEngine(read.policy)
        let openTime = Clock.monotonic - start
        let target = try view.targets(engine, user: policy.user).onlyTarget()
        let file = try destination.open(besides: read.files + [FileStatus(path: self.urls)].compactMap(\.self))
        let measurement = try BenchMeasurement(
            of: urls,
            by: engine,
            in: target.view,
            threads: threads,
            passes: passes,
            openNanoseconds: openTime,
            compiledBytes: read.compiledBytes
        )
        var stream = OutputStream(descriptor: file.descriptor)
        stream.append(text: format == .json ? measurement.json : measurement.table(on: Page(of: file.descriptor)))
        try stream.finish()
    }
}

/// The output format of a measurement.
enum BenchFormat: String, OptionWord {
    case table, json
}
