import Diagnostics
import FileLint
import TestSupport
import Testing

/// Templates and backups contain policies as JSON in strings, often thousands of bytes on one line.
@Suite("Lint of policies in strings") struct EmbeddedPolicyLintTests {
    /// A text as a JSON string.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }

    private static func backup(_ policy: String, levels: Int) -> String {
        var text = policy
        for level in 0..<levels { text = "{\"level\(level)\": \(quoted(text)), \"after\": \"]}\"}" }
        return text
    }

    @Test("A finding underlines the value alone, at any level of strings", arguments: 0...3)
    func places(levels: Int) throws {
        let policy = """
            {"displayName": "a \\"b\\"", "saveAsBlocked": true,
             "allowedOutboundDataTransferDestinations":
              "managedApps", "exemptedAppProtocols": [{"name": "A", "value": "skype;https"}]}
            """
        let lint = Linting.lint(["p.json": Self.backup(policy, levels: levels)])
        let underlined = Dictionary(
            lint.diagnostics.map { ($0.code, Linting.underlined($0, lint.sources) ?? "") }
        ) { first, _ in first }
        #expect(underlined["DM052"] == "https")
        let backslashes = String(repeating: "\\", count: (1 << levels) - 1)
        let value = "\(backslashes)\"managedApps\(backslashes)\""
        #expect(underlined["DM053"] == value)
    }

    @Test("Many policies in one line take proportional time")
    func growth() {
        let policy =
            #"{"displayName": "a", "allowedOutboundDataTransferDestinations": "managedApps", "saveAsBlocked": true}"#
        // The cost of a finding must not depend on the text before it on its line.
        let element = "{\"notes\": \"\(String(repeating: "x", count: 4_000))\", \"RAWJson\": \(Self.quoted(policy))}"
        let factor = Growth.factor(from: 50, rounds: 3) { count in
            let text = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
            return Growth.time {
                let lint = Linting.lint(["p.json": text])
                _ = TextReport(sources: lint.sources).text(lint.diagnostics)
            }
        }
        #expect(factor < Growth.linearLimit)
    }
}
