import AppLint
import Diagnostics
import PolicyAnalysis
import TestSupport
import Testing

/// Codes of lint are public, so a code without a line on the page that lists them is a defect.
@Suite("The page of lint codes") struct LintCodePageTests {
    @Test("lists every code once, in order, with its severity and title")
    func table() throws {
        let page = try Repository.text("Sources/Demarc/Demarc.docc/LintCodes.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `DM") }.map(String.init)
        let expected = LintCode.allCases.sorted { $0.rawValue < $1.rawValue }
            .map { "| `\($0.rawValue)` | \($0.severity.rawValue) | \($0.explanation.title) |" }
        #expect(rows == expected, "the page should have:\n\(expected.joined(separator: "\n"))")
    }
}
