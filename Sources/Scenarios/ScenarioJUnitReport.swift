import ByteText
import Diagnostics
import PolicyModel

/// Writes scenario results in JUnit's XML form, which continuous integration systems read.
///
/// Each file is a `testsuite`, each scenario a `testcase`. A file that could not be read is a suite with one test case
/// in error.
public enum ScenarioJUnitReport {
    /// The whole document.
    public static func document(_ files: [ScenarioFileResult]) -> String {
        let counts = counts(files.flatMap(\.results))
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"demarc test\"\(counts)>\n"
        for file in files { text += suite(file) }
        return text + "</testsuites>\n"
    }

    private static func suite(_ file: ScenarioFileResult) -> String {
        var text = "  <testsuite name=\(XMLText.attribute(file.path)) file=\(XMLText.attribute(file.path))"
        text += "\(counts(file.results)) skipped=\"0\">\n"
        let className = className(of: file.path)
        for run in file.results { text += testCase(run, className) }
        return text + "  </testsuite>\n"
    }

    private static func testCase(_ run: ScenarioFileResult.Run, _ className: String) -> String {
        let result = run.result
        var text = "    <testcase name=\(XMLText.attribute(result.name)) classname=\(XMLText.attribute(className))"
        text += " time=\"\(seconds(run.duration))\""
        text += " file=\(XMLText.attribute(result.location.path)) line=\"\(result.location.line)\""
        switch result.outcome {
        case .passed:
            guard let claim = result.claim else { return text + "/>\n" }
            let lines = ([claim.verdict.rawValue] + claim.lines).map { VisibleText.of($0) }.joined(separator: "\n")
            return text + ">\n      <system-out>\(XMLText.content(lines))</system-out>\n    </testcase>\n"
        case .failed:
            let summary = result.failureSummary
            // A report on standard output is also read as a log, so a line feed in a value must not begin a line.
            let lines = result.failureLines.map { VisibleText.of($0) }.joined(separator: "\n")
            text += ">\n      <failure type=\"failed\" message=\(XMLText.attribute(summary))>"
            return text + "\(XMLText.content(lines))</failure>\n    </testcase>\n"
        case .error: return text + ">\n\(result.error.map(element) ?? "")    </testcase>\n"
        }
    }

    private static func element(_ error: Diagnostic) -> String {
        let place = error.location.map { "\($0): " } ?? ""
        let message = error.help.map { "\(error.message); \($0)" } ?? error.message
        return "      <error type=\(XMLText.attribute(error.code)) message=\(XMLText.attribute(message))>"
            + "\(XMLText.content(VisibleText.of("\(place)\(message)")))</error>\n"
    }

    /// The path without its extension, with its folders separated by dots like packages.
    private static func className(of path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let name = parts.joined(separator: ".")
        guard let dot = name.lastIndex(of: "."), let last = parts.last, last.contains(".") else { return name }
        return String(name[..<dot])
    }

    private static func seconds(_ duration: Duration) -> String {
        let whole = duration.count(of: .microseconds(1))
        let fraction = String(whole % 1_000_000)
        return "\(whole / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }

    /// The attributes of a suite, or of all suites, that count its test cases.
    private static func counts(_ runs: [ScenarioFileResult.Run]) -> String {
        let failures = runs.count { $0.result.outcome == .failed }
        let errors = runs.count { $0.result.outcome == .error }
        let duration = runs.reduce(.zero) { $0 + $1.duration }
        return " tests=\"\(runs.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(duration))\""
    }
}

/// Text in the form of XML documents.
enum XMLText {
    /// The value of an attribute, with its quotes.
    static func attribute(_ text: String) -> String { "\"\(escaped(text, keepsLines: false))\"" }

    /// The contents of an element.
    static func content(_ text: String) -> String { escaped(text, keepsLines: true) }

    /// Removes control characters: XML 1.0 cannot represent most of them, and readers fail on the others. What else a log
    /// should not contain becomes a reference, so readers get the same text.
    private static func escaped(_ text: String, keepsLines: Bool) -> String {
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "\n": keepsLines ? nil : "&#10;"
            case "\t": keepsLines ? nil : "&#9;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": ""
            default:
                scalar.isInvisible
                    ? "&#x\(String(scalar.value, radix: 16, uppercase: true));"
                    : XMLEscaping.attributeReference(for: scalar)
            }
        }
        return RunnerCommand.beginnings.reduce(escaped) { $0.replacingScalars($1, with: "&#35;\($1.dropFirst())") }
    }
}
