import CFileSum
import Demarc
import Foundation

/// The cost of the `demarc` command: a stream of URLs, and a compiled policy.
struct CommandBenchmark {
    let demarc: String
    let shared: String
    let corpus: Corpus
    /// A folder for the command's input and output files.
    let folder: String

    init(demarc: String, shared: String, corpus: Corpus) throws {
        (self.demarc, self.shared, self.corpus) = (demarc, shared, corpus)
        folder = NSTemporaryDirectory() + "/demarc-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        return "\(folder)/\(name)"
    }

    // MARK: Stream

    /// Measures `demarc check` on some hundred thousand lines of standard input, with NDJSON output.
    func stream() throws -> [BarRow] {
        let names = ["demarc check, a line of a stream", "memory for ten times the stream"]
        guard FileManager.default.isExecutableFile(atPath: demarc) else {
            return names.map { BarRow($0, skipped: "no \(demarc): swift build -c release --product demarc") }
        }
        let policy = try write(MixedPolicy(.hundred, for: corpus).text, to: "policy.yaml")
        let lines = String(decoding: corpus.bytes, as: UTF8.self)
        let few = try write(lines, to: "few.txt")
        let many = try write(String(repeating: lines.hasSuffix("\n") ? lines : lines + "\n", count: 10), to: "many.txt")
        let command = [demarc, "check", "--policy", policy, "--format", "ndjson", "--quiet"]
        var (seconds, small, large) = ([Double](), 0.0, 0.0)
        for _ in 0..<5 {
            guard let one = Child(command, input: few), let ten = Child(command, input: many), ten.status == 0 else {
                return names.map { BarRow($0, skipped: "`demarc check` failed") }
            }
            seconds.append(ten.seconds)
            (small, large) = (max(small, one.peakMebibytes), max(large, ten.peakMebibytes))
        }
        seconds.sort()
        let count = Double(corpus.count * 10)
        let shown = "demarc check --format ndjson --quiet < urls.txt"
        return [
            BarRow(names[0], seconds[0] / count * 1e6, atMost: 1, unit: "µs", median: seconds[2] / count * 1e6, shown),
            BarRow(names[1], large / small, atMost: 1.1, unit: "×", shown),
        ]
    }

    // MARK: Compiled policies

    /// Measures `demarc compile` for a million domains, the size of the file, and the time to open it.
    func compile() throws -> [BarRow] {
        let names = [
            "compile a million lines, time", "compile a million lines, memory", "compiled file", "opening it",
        ]
        func skipped(_ reason: String) -> [BarRow] { names.map { BarRow($0, skipped: reason) } }
        guard FileManager.default.isExecutableFile(atPath: demarc) else {
            return skipped("no \(demarc): swift build -c release --product demarc")
        }
        guard let domains = try Corpus.decompressed("\(shared)/corpus/lists/domains1m.txt.xz") else {
            return skipped("no lists in \(shared)/corpus, or no xz")
        }
        _ = try write(String(decoding: domains, as: UTF8.self), to: "domains.txt")
        let policy = try write(DomainBenchmark.policy, to: "million.yaml")
        let file = "\(folder)/million.demarc"
        var runs: [Child] = []
        for _ in 0..<3 {
            guard let run = Child([demarc, "compile", policy, "-o", file], output: "\(folder)/out.txt") else {
                return skipped("`demarc compile` cannot be started")
            }
            guard run.status == 0 else {
                let reason = run.output.split(separator: "\n").first.map(String.init) ?? "status \(run.status)"
                return skipped("`demarc compile` is not to be had: \(reason)")
            }
            runs.append(run)
        }
        let seconds = runs.map(\.seconds).sorted()
        let peak = runs.map(\.peakMebibytes).max() ?? .nan
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        var rows = [
            BarRow(names[0], seconds[0], atMost: 1.5, unit: "s", median: seconds[1], "demarc compile P -o F"),
            BarRow(names[1], peak, atMost: 400, unit: "MiB", "demarc compile P -o F"),
            BarRow(names[2], Double(size) / 1_048_576, atMost: 40, unit: "MiB", "demarc compile P -o F"),
        ]
        rows += try open(file, named: names[3])
        return rows
    }

    private struct Opened: Decodable { let openMs: Double }

    /// The time to open the file, alternating with a loop in C that maps the file and sums it.
    ///
    /// Both run in this process, so that neither pays for the first execution of code, because a server opens a file
    /// whenever its policy has changed. The time in a new process is reported separately; a command pays for it once.
    private func open(_ file: String, named name: String) throws -> [BarRow] {
        var times: [Double] = []
        var sums: [Double] = []
        for _ in 0..<31 {
            var sum: UInt64 = 0
            // SAFETY: the path is read, and the sum written, only during the call.
            let time = unsafe demarc_file_sum(file, &sum)
            guard time >= 0 else { return [BarRow(name, skipped: "the file cannot be mapped")] }
            sums.append(Double(time) / 1e6)
            // The loop in C is timed without unmapping the file, and so is this.
            var policy: CompiledPolicy?
            let taken = try ContinuousClock().measure { policy = try CompiledPolicy(opening: file) }
            withExtendedLifetime(policy) { times.append(taken / .milliseconds(1)) }
        }
        let fresh = try (0..<15).compactMap { _ in try openMillisecondsOfCommand(file) }.sorted()
        times.sort()
        sums.sort()
        let middle = times.count / 2
        var rows = [
            BarRow(
                name,
                times[0] / sums[0],
                atMost: 1.15,
                unit: "× map and sum in C",
                median: times[middle] / sums[middle],
                "alternating"
            )
        ]
        if let least = fresh.first {
            let median = fresh[fresh.count / 2] / sums[middle]
            let unit = "× map and sum in C"
            rows.append(
                BarRow(
                    "\(name) in a new process",
                    least / sums[0],
                    unit: unit,
                    median: median,
                    "demarc bench --policy F"
                )
            )
        }
        return rows
    }

    /// The time that a new process takes to open the file; nil if the command does not report it.
    private func openMillisecondsOfCommand(_ file: String) throws -> Double? {
        let urls = try write("https://contoso.com/\n", to: "one.txt")
        let command = [demarc, "bench", "--policy", file, "--urls", urls, "--passes", "1", "--format", "json"]
        guard let run = Child(command, output: "\(folder)/bench.json"), run.status == 0,
            let data = FileManager.default.contents(atPath: "\(folder)/bench.json")
        else { return nil }
        return try? JSONDecoder().decode(Opened.self, from: data).openMs
    }
}
