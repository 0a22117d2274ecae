import Diagnostics
import PolicyAnalysis

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
