import AppLint
import Diagnostics
import FileLint
import TestSupport
import Testing

@testable import LintChecks
@testable import PolicyAnalysis

/// The codes of all areas of lint, in order.
enum LintCodes {
    static let all: [(code: String, severity: Diagnostic.Severity, title: String)] =
        (rows(SuppressionLintCode.self) + rows(RuleLintCode.self) + rows(PolicyLintCode.self)
        + rows(ConfigurationLintCode.self) + rows(AppLintCode.self) + rows(AuditCode.self)
        + rows(NginxLintCode.self)).sorted { $0.code < $1.code }

    private static func rows<Code: LintCode>(
        _: Code.Type
    ) -> [(code: String, severity: Diagnostic.Severity, title: String)] {
        Code.allCases.map { ($0.rawValue, $0.severity, $0.explanation.title) }
    }
}

/// Lint codes are public, so a code that is missing on the page that lists them is a defect.
@Suite("The page of lint codes") struct LintCodePageTests {
    @Test("The page lists every code once, in order, with its severity and title")
    func table() throws {
        let page = try Repository.text("Sources/Demarc/Demarc.docc/LintCodes.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `DM") }.map(String.init)
        let expected = LintCodes.all.map { "| `\($0.code)` | \($0.severity.rawValue) | \($0.title) |" }
        #expect(rows == expected, "the page should have:\n\(expected.joined(separator: "\n"))")
    }
}
