import AppLint
import FileLint
import Testing

@testable import LintChecks

@Suite("Examples in the explanations of checks of rules") struct RuleExampleTests {
    @Test("The example of each code has that finding, and its correction has none", arguments: RuleLintCode.allCases)
    func examples(code: RuleLintCode) throws {
        #expect(("DM010"..."DM039").contains(code.rawValue))
        // Only hundreds of rules reach a bound: see `RuleRelationLintTests`.
        guard code != .rulesNotAllCompared else { return }
        let found = try Self.findings(in: code.explanation.example)
        #expect(codes(found).contains(code.rawValue), "\(text(found))")
        let left = try code.explanation.corrected.map { try Self.findings(in: $0) } ?? []
        #expect(left.isEmpty, "\(text(left))")
    }

    /// The findings in an example: a document, a rule set, rules, keys of a rule, or the lines of a list.
    private static func findings(in example: String) throws -> [LintFinding] {
        if example.hasPrefix("ruleSets:") { return try documentFindings("demarc: 1\n\(example)") }
        if example.contains("default:") { return try documentFindings("demarc: 1\nruleSets:\n  \(example)") }
        let lists = ["ads.txt": "a.example\n", "tracking.txt": "a.example\n", "list.txt": "\(example)\n"]
        if example.hasPrefix("- ") { return try ruleFindings(example, files: lists) }
        guard example.contains(": ") else {
            let list = "- {id: r, class: internal, list: {file: list.txt, format: domains}}"
            return try ruleFindings(list, files: lists)
        }
        // The other values of a long list.
        let more = (0..<1_000).map { "https://a\($0).contoso.com/*" }.joined(separator: ", ")
        let keys = "id: r\nclass: internal\n\(example.replacing("…", with: more))".split(separator: "\n")
        return try ruleFindings("- " + keys.joined(separator: "\n  "))
    }
}
