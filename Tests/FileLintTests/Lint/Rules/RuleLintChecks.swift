import AppLint
import Diagnostics
import PolicyFiles
import PolicyModel
import Testing

@testable import FileLint
@testable import LintChecks

/// Lints the rules of one rule set, written as the elements of its `rules`.
func ruleFindings(
    _ rules: String,
    files: [String: String] = [:],
    defaultClass: String = "external"
) throws -> [LintFinding] {
    let indented = rules.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
    return try documentFindings(
        """
        demarc: 1
        ruleSets:
          set:
            default: \(defaultClass)
            rules:
        \(indented)
        """,
        files: files
    )
}

/// Lints a whole document.
func documentFindings(_ text: String, files: [String: String] = [:]) throws -> [LintFinding] {
    var files = files
    files["policy.yaml"] = text
    var reader = PolicyDocumentReader(files: MemoryFiles(files), requiresUser: false)
    reader.keepsLists = true
    let result = reader.load(path: "policy.yaml")
    let document = try #require(
        result.document,
        "\(TextReport(sources: result.sources).text(result.diagnostics))"
    )
    return RuleLint(document, sources: result.sources).findings()
}

/// The codes of findings, sorted.
func codes(_ findings: [LintFinding]) -> [String] { findings.map(\.code).sorted() }

/// The messages of findings, one on each line, for a failing test.
func text(_ findings: [LintFinding]) -> String {
    findings.map { "\($0.code) \($0.diagnostic.message)" }.joined(separator: "\n")
}
