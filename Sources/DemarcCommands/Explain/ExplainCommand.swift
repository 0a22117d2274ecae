import ArgumentParser
import Diagnostics
import Glibc
import PolicyAnalysis

/// `demarc explain`: says what a code means.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the code of a finding or of a reason.",
        discussion: """
            Findings of lint have codes such as DM040, findings of readers such as unknown-key, and reasons of decisions such \
            as clipboard.outbound.blocked. Without a code, all of them are listed.

            EXAMPLES:
              demarc explain DM040
              demarc explain unknown-key
              demarc explain navigation.noAnswer --format json
              demarc explain | grep clipboard
            """
    )

    @Argument(help: ArgumentHelp("The code.", valueName: "code"), completion: .list(FindingCatalog.all.map(\.code)))
    var code: String?

    @Option(help: ArgumentHelp("text (for people) or json.", valueName: "format"))
    var format: ExplainFormat = .text

    func run() throws {
        let found: [CodeExplanation]
        if let code {
            guard let explanation = FindingCatalog.explanation(of: code) else {
                let hint = FindingCatalog.nearest(to: code).map { ", did you mean `\($0)`?" } ?? ""
                throw CommandError.usage("there is no code `\(Quoted.shown(code))`\(hint)")
            }
            found = [explanation]
        } else {
            found = FindingCatalog.all
        }
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        switch format {
        case .json where code != nil: stream.append(text: found.map(\.json).joined() + "\n")
        case .json: stream.append(text: "[\n\(found.map(\.json).joined(separator: ",\n"))\n]\n")
        case .text where code != nil: stream.append(text: found.map(\.card).joined())
        case .text: stream.append(text: found.map(\.line).joined())
        }
        try stream.finish()
    }
}

/// How `demarc explain` answers.
enum ExplainFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// One object, or an array of all.
    case json
}

extension CodeExplanation {
    /// The explanation at length.
    var card: String {
        var text = "\(code): \(title)\n"
        switch kind {
        case .lint: text += "A finding of lint" + (severity.map { ", severity \($0.rawValue)" } ?? "")
        case .reading: text += "What a reader of files finds"
        case .reason: text += "A reason of decisions"
        }
        text += ".\n\n\(Self.wrapped(self.text))\n"
        if let example { text += "\nExample:\n\n\(Self.indented(example))" }
        if let corrected { text += "\nWithout the finding:\n\n\(Self.indented(corrected))" }
        if let setting { text += "\nSetting: \(setting)\n" }
        return text + "\nDocumentation: \(page)\n"
    }

    /// The code and its title.
    var line: String { "\(code)\(String(repeating: " ", count: max(1, 44 - code.count)))\(title)\n" }

    /// The explanation as an object on one line.
    var json: String {
        let fields: [(String, String?)] = [
            ("code", code), ("kind", kind.rawValue), ("title", title), ("text", text), ("severity", severity?.rawValue),
            ("example", example), ("corrected", corrected), ("setting", setting), ("page", page),
        ]
        return "{"
            + fields.map { "\"\($0.0)\":\($0.1.map(JSONText.string) ?? "null")" }.joined(separator: ",") + "}"
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
    }

    /// The words in lines of at most 80 characters.
    private static func wrapped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { paragraph in
                var lines: [String] = []
                var line = ""
                for word in paragraph.split(separator: " ") {
                    if !line.isEmpty, line.count + word.count + 1 > 80 {
                        lines.append(line)
                        line = ""
                    }
                    line += (line.isEmpty ? "" : " ") + word
                }
                return (lines + [line]).joined(separator: "\n")
            }
            .joined(separator: "\n")
    }
}
