import ArgumentParser
import Foundation

/// Measures Demarc against ada in one process, pass by pass in turn.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Nanoseconds per URL of Demarc and of ada, by turns, with allocations and ratios; and per decision.",
        discussion: """
            Without arguments it takes the corpora in $DEMARC_SHARED/corpus/urls, or, where there are none, a generated one.
            The peer is the library that Scripts/build-peer makes; without it, Demarc is measured alone.
            """
    )

    /// What is measured.
    enum Part: String, ExpressibleByArgument, CaseIterable { case urls, sharing, all }

    /// How the result is written.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, json }

    @Argument(help: "Files with one URL per line.", completion: .file())
    var corpora: [String] = []

    @Option(help: "How often each workload goes through each corpus.")
    var passes = 15

    @Option(help: "Measure URLs, the questions about clipboard and transfer, or all of it.")
    var measure = Part.all

    @Option(help: "Write a table or JSON.")
    var format = Format.table

    @Option(help: "The peer's shared library.", completion: .file())
    var peer = Benchmarks.packageRoot + "/.build/peer/libdemarc_peer.so"

    @Option(help: "Only workloads whose name contains this; ada's parse always runs.")
    var only: String?

    @Flag(help: "End with status 1 if a ratio is over its bar, or a question under a million decisions a second.")
    var enforce = false

    func validate() throws {
        guard passes > 0 else { throw ValidationError("--passes must be at least 1") }
    }

    func run() throws {
        let library = measure == .sharing ? nil : Peer(library: peer)
        if library == nil, measure != .sharing {
            Self.note("no peer at \(peer): run Scripts/build-peer for ratios to ada")
        }
        var workloads = library.map(Workload.peer) ?? []
        workloads += Workload.parsing

        var report = Report(peer: library.map { "ada \($0.version)" }, passes: passes)
        for corpus in measure == .sharing ? [] : try loadCorpora() {
            var workloads = workloads + (try Workload.deciding(on: corpus))
            if let only { workloads.removeAll { !$0.isReference && !$0.name.contains(only) } }
            report.measurements += Measurement.measure(workloads, on: corpus, passes: passes)
        }
        if measure != .urls {
            var workloads = try DecisionWorkload.sharing()
            if let only { workloads.removeAll { !$0.name.contains(only) } }
            report.decisions = DecisionMeasurement.measure(workloads, passes: passes)
        }
        print(format == .json ? try report.json() : report.table())
        reportDisagreement(report)
        if enforce, !(report.misses.isEmpty && report.slowDecisions.isEmpty) { throw ExitCode(1) }
    }

    private func loadCorpora() throws -> [Corpus] {
        if !corpora.isEmpty { return try corpora.map(Corpus.init(file:)) }
        let shared = ProcessInfo.processInfo.environment["DEMARC_SHARED"] ?? Self.packageRoot + "/../../../shared"
        let files = ["kasztp", "userbait", "brave_url", "kasztp_hard"].map { "\(shared)/corpus/urls/\($0).txt" }
        let present = files.filter(FileManager.default.fileExists(atPath:))
        guard !present.isEmpty else {
            Self.note("no corpora in \(shared)/corpus/urls: measuring generated URLs")
            return [.generated()]
        }
        return try present.map(Corpus.init(file:))
    }

    /// Times mean nothing where one side did other work: the summed lengths of all serializations must be equal.
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
