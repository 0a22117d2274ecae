import ArgumentParser
import ByteText
import Diagnostics
import DocumentReading
import Glibc
import Hosting
import PolicyModel

/// Reads logs into a replay, and writes the results.
struct ReplayRun: ~Copyable {
    /// The number of invalid lines that are reported individually.
    private static let reportedLimit = 10

    private var replay: Replay
    private var badLines = 0

    init(_ replay: consuming Replay) { self.replay = replay }

    // MARK: Reading

    /// Reads a log.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``CommandError`` if it cannot be read, or an exit code if a signal ended the run.
    mutating func read(_ path: String) throws {
        let file = try Self.open(path)
        let name = InputFile.name(of: path)
        var lines = LineReader(descriptor: file.descriptor, lineLimit: DecisionRecord.longestLine)
        while true {
            while let line = lines.nextLine() {
                let bytes = lines.bytes(of: line)
                if !bytes.isBlank { add(bytes, name, lines.lineCount) }
            }
            if let signal = Interruption.signal { throw ExitStatus.signal(signal) }
            guard !lines.isAtEnd else { return }
            if file.canWait { Interruption.wait(for: file.descriptor) }
            if let signal = Interruption.signal { throw ExitStatus.signal(signal) }
            if let error = lines.fill() {
                throw CommandError.unreadable(name, .unreadable(SystemErrorText.of(error)))
            }
        }
    }

    private static func open(_ path: String) throws -> InputFile {
        do throws(CommandError) {
            return try InputFile(argument: path)
        } catch {
            // A signal also ends the opening of a pipe, which is not an error of the file.
            if let signal = Interruption.signal { throw ExitStatus.signal(signal) }
            throw error
        }
    }

    private mutating func add(_ line: Span<UInt8>, _ name: String, _ number: Int) {
        do throws(DecisionRecordError) {
            replay.add(try DecisionRecord(line: line.indices.map { line[$0] }))
        } catch {
            badLines += 1
            guard badLines <= Self.reportedLimit else { return }
            Console.note("\(VisibleText.of(name)):\(number): error: \(VisibleText.within(error.message))\n")
        }
    }

    // MARK: Writing

    /// Writes the results.
    ///
    /// - Throws: ``CommandError``, or an exit code, if they could not be written.
    func write(_ format: ReplayFormat, to file: borrowing OutputFile) throws {
        var output = OutputStream(descriptor: file.descriptor)
        switch format {
        case .text: output.append(text: text(on: Page(of: file.descriptor)))
        case .json: output.append(text: form.text + "\n")
        case .ndjson: for group in replay.groups { output.append(text: group.form.text + "\n") }
        }
        try output.finish()
    }

    /// Ends the command: invalid lines take precedence, then the results that `--fail-on` names.
    ///
    /// - Parameters:
    ///   - failures: The results that `--fail-on` names.
    ///   - logs: The paths that were read.
    /// - Throws: ``CommandError``, or an exit code.
    func end(failingOn failures: [ReplayFailure], in logs: [String]) throws {
        guard badLines == 0 else {
            let lines = Quoted.count(badLines, "line is not a record", "lines are not records")
            throw CommandError.unreadable("\(lines) of a decision log; the others are counted")
        }
        // A wrong pattern of file names or an interrupted download must not pass a check.
        guard failures.isEmpty || replay.total > 0 else {
            throw CommandError.unreadable("no decision in \(Quoted.names(logs.map { InputFile.name(of: $0) }))")
        }
        let hasFailed = failures.contains { failure in
            switch failure {
            case .morePermissive: replay.has(.morePermissive)
            case .lessPermissive: replay.has(.lessPermissive)
            case .any: replay.has(nil)
            case .unproven: !replay.gaps.isEmpty
            }
        }
        if hasFailed { throw ExitStatus.findings }
    }

    private var form: JSONForm {
        .object([
            "total": .number(Int(rounded: replay.total)), "same": .number(Int(rounded: replay.same)),
            "notProvable": .number(Int(rounded: replay.notProvable)),
            "missing": .object(
                gaps.map { JSONForm.Member($0.gap.rawValue, .number(Int(rounded: $0.count))) }
            ),
            "groups": .list(replay.groups.map(\.form)),
        ])
    }

    /// The gaps, in the order of the enumeration.
    private var gaps: [(gap: ReplayGap, count: Double)] {
        ReplayGap.allCases.compactMap { gap in replay.gaps[gap].map { (gap, $0) } }
    }

    private func text(on page: Page) -> String {
        var text = ""
        for change in ReplayedChange.allCases {
            let groups = replay.groups.filter { $0.change == change }
            guard !groups.isEmpty else { continue }
            text += "\(Self.title(of: change))\n"
            for group in groups { text += Self.text(of: group, on: page) }
            text += "\n"
        }
        let different = replay.groups.reduce(0) { $0 + $1.count }
        text += "\(Quoted.count(Int(rounded: replay.total), "decision")): \(Int(rounded: replay.same)) the same, "
        text += "\(Int(rounded: different)) different, \(Int(rounded: replay.notProvable)) not provable\n"
        for (gap, count) in gaps {
            text += page.block("\(Int(rounded: count)) not provable: \(Self.sentence(of: gap))", indent: 2, hanging: 4)
        }
        return text
    }

    private static func title(of change: ReplayedChange) -> String {
        switch change {
        case .morePermissive: "More permissive"
        case .other: "Otherwise different"
        case .lessPermissive: "Less permissive"
        }
    }

    private static func text(of group: Replay.Group, on page: Page) -> String {
        let name = group.rule.map { VisibleText.of($0) } ?? "no rule"
        let change = "\(group.before.text) → \(group.after.text)"
        let codes = [group.before.code, group.after.code].map { VisibleText.of($0 ?? "-") }.joined(separator: " → ")
        let count = Quoted.count(Int(rounded: group.count), "time")
        var text = page.block("\(name): \(change), \(count)", indent: 2, hanging: 4)
        text += page.block("because \(codes)", indent: 4, hanging: 6)
        for witness in group.witnesses {
            text += page.block(
                "\(VisibleText.of(witness.url ?? "-")) [\(VisibleText.of(witness.id))]",
                indent: 4,
                hanging: 6
            )
        }
        return text
    }

    private static func sentence(of gap: ReplayGap) -> String {
        switch gap {
        case .query: "the query was masked, and some query would make a difference"
        case .path: "the path was sent with `.` or `..` segments, and that could make a difference"
        case .credentials: "user name and password were masked"
        case .account: "the account is not known; --key names the key of the log, and the policy must have the account"
        case .noAccount: "no account was logged, and the new policy has accounts"
        case .fault: "the request was not decided, for a reason that may no longer apply"
        case .url: "the log has no URL or no view that could be asked about"
        case .question: "more was asked than a log has, as over JSON"
        case .binding: "it depends on settings of the binding, or on a port that was sent, which a log does not have"
        }
    }
}
