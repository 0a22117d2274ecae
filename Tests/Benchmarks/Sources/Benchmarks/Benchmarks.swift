import ArgumentParser
import Foundation

/// Measures Demarc against ada in one process, in alternating passes.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract:
            "What Demarc takes for URLs, lists, streams and decisions, alternating with ada, and the limits it is held to.",
        discussion: """
            Without arguments it takes the corpora in $DEMARC_SHARED/corpus/urls, or, where there are none, a generated one.
            The peer is the library that Scripts/build-peer makes; without it, Demarc is measured alone.
            """
    )

    /// The parts that can be measured.
    enum Part: String, ExpressibleByArgument, CaseIterable {
        case urls, domains, threads, stream, compile, sharing, requests, configuration, launch, c, hostile, growth, all
    }

    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, json }

    @Argument(help: "Files with one URL per line.", completion: .file())
    var corpora: [String] = []

    @Option(help: "How often each workload goes through each corpus.")
    var passes = 15

    @Option(
        help:
            "Measure one thing: URLs, lists of domains, two threads, a stream through `demarc check`, compiled policies, the questions about clipboard and transfer, requests of proxies, app configuration, conditional launch, decisions through C, hostile regexes; or all of these. Growth is what hostile inputs take at a size and at four times the size, and is measured only by itself."
    )
    var measure = Part.all

    @Option(help: "Write a table or JSON.")
    var format = Format.table

    @Option(help: "The peer's shared library.", completion: .file())
    var peer = Benchmarks.packageRoot + "/.build/peer/libdemarc_peer.so"

    @Option(help: "The `demarc` command, built in release mode.", completion: .file())
    var demarc = Benchmarks.packageRoot + "/../../.build/release/demarc"

    @Option(help: "What the sizes of inputs whose growth is measured are multiplied with.")
    var scale = 1.0

    @Option(help: "Only workloads whose name contains this; ada's parse always runs.")
    var only: String?

    @Option(help: .hidden)
    var writeCase: Int?

    @Option(help: .hidden)
    var writeSize: Int?

    @Flag(help: "End with status 1 if a limit is exceeded.")
    var enforce = false

    /// The parts that have no ratio to the peer.
    private static let withoutPeer: [Part] = [
        .sharing, .stream, .compile, .requests, .configuration, .launch, .c, .hostile,
    ]

    func validate() throws {
        guard passes > 0 else { throw ValidationError("--passes must be at least 1") }
        guard scale > 0, scale <= 1_000 else { throw ValidationError("--scale must be above 0, and at most 1000") }
    }

    func run() throws {
        if let writeCase, let writeSize { return try GrowthBenchmark.write(writeCase, size: writeSize) }
        guard measure != .growth else { return try measureGrowth() }
        let library = Self.withoutPeer.contains(measure) ? nil : Peer(library: peer)
        if library == nil, !Self.withoutPeer.contains(measure) {
            Self.note("no peer at \(peer): run Scripts/build-peer for ratios to ada")
        }
        var report = Report(peer: library.map { "ada \($0.version)" }, passes: passes)
        let corpora = measures(.urls) || measures(.threads) || measures(.stream) ? try loadCorpora() : []
        if measures(.urls) { try measureURLs(corpora, library, &report) }
        if measures(.domains) {
            let (rows, measurements) = try DomainBenchmark(peer: library, shared: shared, passes: passes).run()
            report.bars += rows
            report.measurements += measurements
        }
        if measures(.threads), let corpus = corpora.first {
            report.bars.append(try ThreadBenchmark(peer: library, corpus: corpus, passes: passes).run())
        }
        if measures(.stream) || measures(.compile) {
            let command = try CommandBenchmark(demarc: demarc, shared: shared, corpus: corpora.first ?? .generated())
            defer { command.removeFolder() }
            if measures(.stream) { report.bars += try command.stream() }
            if measures(.compile) { report.bars += try command.compile() }
        }
        if measures(.sharing) {
            var workloads = try DecisionWorkload.sharing()
            if let only { workloads.removeAll { !$0.name.contains(only) } }
            report.decisions = DecisionMeasurement.measure(workloads, passes: passes)
            report.bars += BarRow.sharing(report.decisions)
        }
        if measures(.requests) { report.bars += try RequestBenchmark(passes: passes).run() }
        if measures(.configuration) { report.bars += ConfigurationBenchmark(passes: passes).run() }
        if measures(.launch) { report.bars += LaunchBenchmark(passes: passes).run() }
        if measures(.c) { report.bars += try EmbeddingBenchmark(passes: passes).run() }
        if measures(.hostile) { report.bars += try HostileBenchmark(passes: min(passes, 5)).run() }
        print(format == .json ? try report.json() : report.table())
        reportDisagreement(report)
        if enforce, report.bars.contains(where: { $0.isKept == false }) { throw ExitCode(1) }
    }

    private func measureGrowth() throws {
        let path = URL(filePath: demarc).standardizedFileURL.path
        let count = try GrowthBenchmark(demarc: path, scale: scale, only: only).run { print($0) }
        Self.note("\(count) inputs take more than in proportion to their size")
        if enforce, count > 0 { throw ExitCode(1) }
    }

    private func measures(_ part: Part) -> Bool { measure == part || measure == .all }

    private func measureURLs(_ corpora: [Corpus], _ peer: Peer?, _ report: inout Report) throws {
        for corpus in corpora {
            var workloads = (peer.map(Workload.peer) ?? []) + Workload.parsing
            workloads += try Workload.deciding(on: corpus)
            if let only { workloads.removeAll { !$0.isReference && !$0.name.contains(only) } }
            report.measurements += Measurement.measure(workloads, on: corpus, passes: passes)
        }
        report.bars += BarRow.urls(report.measurements)
    }

    private var shared: String {
        ProcessInfo.processInfo.environment["DEMARC_SHARED"] ?? Self.packageRoot + "/../../../shared"
    }

    private func loadCorpora() throws -> [Corpus] {
        if !corpora.isEmpty { return try corpora.map(Corpus.init(file:)) }
        let files = ["kasztp", "userbait", "brave_url", "kasztp_hard"].map { "\(shared)/corpus/urls/\($0).txt" }
        let present = files.filter(FileManager.default.fileExists(atPath:))
        guard !present.isEmpty else {
            Self.note("no corpora in \(shared)/corpus/urls: measuring generated URLs")
            return [.generated()]
        }
        return try present.map(Corpus.init(file:))
    }

    /// Reports parsers that disagree. Times are only comparable if both sides did the same work, so the summed lengths
    /// of all serializations must be equal.
    private func reportDisagreement(_ report: Report) {
        for (corpus, rows) in Dictionary(grouping: report.measurements, by: \.corpus) {
            let parsing = rows.filter { $0.workload.contains(" parse") }
            if Set(parsing.map(\.checksum)).count > 1 {
                Self.note("\(corpus): the parsers disagree; their times cannot be compared")
            }
        }
    }

    /// The folder of the benchmark package.
    private static var packageRoot: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }

    private static func note(_ text: String) {
        FileHandle.standardError.write(Data("benchmarks: \(text)\n".utf8))
    }
}
