import Diagnostics

/// Writes scenario results in human-readable form, like a test runner.
public struct ScenarioTextReport: Sendable {
    /// Whether outcomes have ANSI colors.
    public var usesColor: Bool
    /// Whether passed scenarios are listed too.
    public var isVerbose: Bool

    /// The maximum width of a line; nil for lines of any length.
    public var width: Int?

    /// Creates a report.
    public init(usesColor: Bool = false, isVerbose: Bool = false, width: Int? = nil) {
        self.usesColor = usesColor
        self.isVerbose = isVerbose
        self.width = width
    }

    /// The scenarios of one file: a line for the file, and the problems of the scenarios that did not pass.
    public func text(_ file: ScenarioFileResult) -> String {
        var text = line(mark(file), "\(file.path): \(Self.counts(file))", indent: 0)
        for run in file.runs {
            let name = "\(run.result.name) (\(Self.shortTime(run.duration)))"
            switch run.result.outcome {
            case .passed:
                let isSampled = run.result.claim?.verdict == .sampled
                let hasFindings = run.result.claim?.findings.isEmpty == false
                guard isVerbose || isSampled || hasFindings else { continue }
                text += line((isSampled ? "sampled" : "passed", .passed), name, indent: 2)
                for line in run.result.claim?.lines ?? [] {
                    text += FittedText.block(line, columns: width, indent: 4, hanging: 6)
                }
            case .failed:
                text += line(("failed", .failed), name, indent: 2)
                for line in run.result.failureLines {
                    text += FittedText.block(line, columns: width, indent: 4, hanging: 6)
                }
            case .error:
                text += line(("error", .error), name, indent: 2)
                if let error = run.result.error { text += quoted(error, file.sources) }
            }
        }
        return text
    }

    /// The last line: the number of scenarios, their outcomes, and the total duration.
    public func summary(_ files: [ScenarioFileResult], duration: Duration) -> String {
        let counts = ScenarioResult.Outcome.allCases.map { outcome in
            (outcome, files.reduce(0) { $0 + $1.count(outcome) })
        }
        let total = counts.reduce(0) { $0 + $1.1 }
        let unread = files.count { $0.error != nil }
        let claims = files.reduce(0) { $0 + $1.runs.count { $0.result.claim != nil } }
        let scenarios = [(total - claims, "scenario"), (claims, "claim")].filter {
            $0.0 > 0 || claims == 0 && $0.1 == "scenario"
        }
        .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
        var pieces = [Piece(words: "\(scenarios) in \(Self.time(duration))", mark: ":")]
        pieces += counts.filter { $0.0 == .passed || $0.1 > 0 }.map { outcome, count in
            Piece(words: "\(count) \(Self.word(outcome))", mark: ",", color: count > 0 ? outcome : nil)
        }
        pieces[pieces.count - 1].mark = unread == 0 ? "" : ";"
        if unread > 0 { pieces.append(Piece(words: "\(unread == 1 ? "1 file" : "\(unread) files") could not be run")) }
        return fitted(pieces)
    }

    // MARK: Pieces

    /// The duration of all scenarios.
    private static func time(_ duration: Duration) -> String {
        let milliseconds = duration.count(of: .milliseconds(1))
        return milliseconds < 1_000
            ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    }

    /// The duration of one scenario, usually less than a millisecond.
    private static func shortTime(_ duration: Duration) -> String {
        let microseconds = duration.count(of: .microseconds(1))
        return microseconds < 1_000 ? "\(microseconds) µs" : time(duration)
    }

    private func mark(_ file: ScenarioFileResult) -> (word: String, outcome: ScenarioResult.Outcome) {
        if file.error != nil || file.count(.error) > 0 { return ("ERROR", .error) }
        return file.count(.failed) > 0 ? ("FAIL ", .failed) : ("PASS ", .passed)
    }

    /// A colored word followed by a text.
    private func line(
        _ mark: (word: String, outcome: ScenarioResult.Outcome),
        _ text: String,
        indent: Int
    ) -> String {
        let hanging = indent + 4
        let first = width.map { $0 - indent - mark.word.count - 1 }
        let lines = FittedText.lines(text, columns: width.map { $0 - hanging }, first: first)
        return String(repeating: " ", count: indent) + paint(mark.word, mark.outcome) + " "
            + lines.joined(separator: "\n" + String(repeating: " ", count: hanging)) + "\n"
    }

    private static func counts(_ file: ScenarioFileResult) -> String {
        if file.error != nil { return "could not be run" }
        let counts = ScenarioResult.Outcome.allCases.map { ($0, file.count($0)) }
        return counts.filter { $0.0 == .passed || $0.1 > 0 }.map { "\($0.1) \(word($0.0))" }.joined(separator: ", ")
    }

    private static func word(_ outcome: ScenarioResult.Outcome) -> String {
        outcome == .error ? "in error" : outcome.rawValue
    }

    /// A finding with its quoted line, indented.
    private func quoted(_ finding: Diagnostic, _ sources: [SourceFile]) -> String {
        var finding = finding
        finding.places = finding.places.map { place in
            // A scenario's place has only line and column, but quoting a line needs byte offsets.
            guard let source = sources.first(where: { $0.path == place.path }),
                let offset = source.offset(line: place.start.line, column: place.start.column)
            else { return place }
            return source.range(offset..<offset)
        }
        let text = TextReport(sources: sources, usesColor: usesColor, width: width.map { $0 - 4 }).text(finding)
        return text.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    /// Words of the last line that are kept together.
    private struct Piece {
        var words: String
        /// Text after the words, without their color.
        var mark = ""
        var color: ScenarioResult.Outcome?
    }

    /// The pieces on one line, or on several if they do not fit. Colors take no columns.
    private func fitted(_ pieces: [Piece]) -> String {
        var text = ""
        var column = 0
        for piece in pieces {
            let count = piece.words.count + piece.mark.count
            if column > 0 {
                let fits = width.map { column + 1 + count <= $0 } ?? true
                text += fits ? " " : "\n  "
                column = fits ? column + 1 : 2
            }
            text += (piece.color.map { paint(piece.words, $0) } ?? piece.words) + piece.mark
            column += count
        }
        return text + "\n"
    }

    private func paint(_ text: String, _ outcome: ScenarioResult.Outcome) -> String {
        guard usesColor else { return text }
        let color =
            switch outcome {
            case .passed: "32"
            case .failed: "31"
            case .error: "1;31"
            }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }
}

extension Duration {
    /// The number of units, rounded. A result may have any duration, so the number is between 0 and 2^53.
    func count(of unit: Duration) -> Int { Int(min(max((self / unit).rounded(), 0), 0x1p53)) }
}
