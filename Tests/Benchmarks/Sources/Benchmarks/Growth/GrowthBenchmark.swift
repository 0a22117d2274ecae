import Foundation

/// The time that `demarc` takes for inputs of one size and of four times that size, each in its own process.
///
/// The shapes are those that an attacker would use to make a reader slow: if the cost is quadratic, 4 times the input
/// takes 16 times as long.
struct GrowthBenchmark {
    /// One row of the table.
    struct Row {
        var reader: String
        var shape: String
        var bytes: [Int] = []
        var seconds: [Double] = []
        var mebibytes: [Double] = []
        var status: [Int32] = []

        /// Growth above the limit is not linear; times below the noise threshold are not meaningful.
        static let limit = 6.0
        static let noise = 0.05

        /// The growth of the time or memory, without that of an empty run.
        func growth(_ values: [Double], idle: Double, noise: Double) -> Double {
            max(values[1] - idle, noise) / max(values[0] - idle, noise)
        }
    }

    /// The path of the `demarc` command, built in release mode.
    let demarc: String
    /// The factor for all sizes.
    let scale: Double
    /// Measures only shapes whose reader or shape contains this.
    let only: String?

    /// Measures every case, and writes the table in Markdown as it progresses.
    ///
    /// - Returns: The number of cases that grew by more than ``Row/limit``.
    func run(_ write: (String) -> Void) throws -> Int {
        let folder = NSTemporaryDirectory() + "/demarc-growth-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let home = FileManager.default.currentDirectoryPath
        guard FileManager.default.changeCurrentDirectoryPath(folder) else { throw CocoaError(.fileNoSuchFile) }
        defer { _ = FileManager.default.changeCurrentDirectoryPath(home) }

        guard let idle = Child([demarc, "--version"]) else { throw CocoaError(.fileReadNoSuchFile) }
        write("| input | shape | bytes | 4 × | s | 4 × | MiB | 4 × | growth of time | of memory |")
        write("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")
        var count = 0
        for (number, test) in GrowthCase.all.enumerated()
        where only.map({ test.reader.contains($0) || test.shape.contains($0) }) ?? true {
            var row = Row(reader: test.reader, shape: test.shape)
            for factor in [1, 4] {
                try measure(number, size: max(1, Int(Double(test.size) * scale)) * factor, folder, &row)
            }
            let time = row.growth(row.seconds, idle: idle.seconds, noise: Row.noise)
            let memory = row.growth(row.mebibytes, idle: idle.peakMebibytes, noise: 8)
            if time > Row.limit || memory > Row.limit { count += 1 }
            write(line(row, time, memory))
        }
        return count
    }

    /// Writes the files of a case into the current folder; ``measure(_:size:_:_:)`` runs this in a separate process.
    static func write(_ number: Int, size: Int) throws {
        guard GrowthCase.all.indices.contains(number) else { throw CocoaError(.featureUnsupported) }
        for (name, text) in GrowthCase.all[number].files(size) {
            // Binary content is represented with one character per byte.
            let data = text.hasPrefix("bplist") ? text.data(using: .isoLatin1) : Data(text.utf8)
            try (data ?? Data()).write(to: URL(filePath: name))
        }
    }

    private func measure(_ number: Int, size: Int, _ folder: String, _ row: inout Row) throws {
        let test = GrowthCase.all[number]
        // A process inherits its parent's memory at the time of the start in its own count, so this process stays
        // small.
        let write = ["--measure", "growth", "--write-case", "\(number)", "--write-size", "\(size)"]
        guard Child(["/proc/self/exe"] + write)?.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        var child: Child?
        for command in test.commands { child = Child([demarc] + command, output: "\(folder)/.out") }
        guard let child else { throw CocoaError(.fileReadNoSuchFile) }
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(test.input)")
        row.bytes.append((attributes[.size] as? Int) ?? 0)
        row.seconds.append(child.seconds)
        row.mebibytes.append(child.peakMebibytes)
        row.status.append(child.status)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    private func line(_ row: Row, _ time: Double, _ memory: Double) -> String {
        func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
        func factor(_ value: Double) -> String { value > Row.limit ? "**\(number(value, 1))**" : number(value, 1) }
        let crash = row.status.contains { $0 < 0 || $0 > 64 } ? " (status \(row.status))" : ""
        let cells =
            [row.reader, row.shape + crash] + row.bytes.map(String.init) + row.seconds.map { number($0, 2) }
            + row.mebibytes.map { number($0, 0) } + [factor(time), factor(memory)]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
