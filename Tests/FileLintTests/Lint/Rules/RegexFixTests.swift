import AppLint
import Diagnostics
import PolicyFiles
import PolicyModel
import Testing

@testable import FileLint
@testable import LintChecks

/// A fix replaces `regex` and its value, and nothing else, however the rule is written and whatever is around it.
@Suite("The fix of a domain that is written as an expression") struct RegexFixTests {
    private static let regex = #"^https?://([^/]+\.)?contoso\.com(:[0-9]+)?/"#

    /// A document with a rule. Other texts in it, some of them values of a key `regex`, are the same expression.
    private static func document(_ rule: String) -> String {
        """
        demarc: 1
        ruleSets:
          A:
            default: external
            rules:
              - {id: before, class: blocked, host: before.example}
        \(rule)
              - {id: after, class: blocked, host: after.example, because: 'regex: \(regex)'}
        views: [{id: A, isExternalURL: A}]
        policies:
          c:
            description: |
              regex: \(regex)
        app:
          appConfig:
            regex: '\(regex)'
        # regex: '\(regex)'

        """
    }

    private static func ruleSet(_ text: String) throws -> RuleSet {
        let result = PolicyDocumentReader(files: MemoryFiles(["p.yaml": text]), requiresUser: false)
            .load(path: "p.yaml")
        let document = try #require(
            result.document,
            "\(TextReport(sources: result.sources).text(result.diagnostics))\n\(text)"
        )
        return try #require(document.ruleSets.first)
    }

    @Test(
        "It changes no other byte and no decision",
        arguments: [
            "      - {id: r, class: internal, @}", "      - {@, id: r, class: internal}",
            "      - {id: r, @ , class: internal} # @", "      - {id: r,@,class: internal}",
            "      - {id: r, class: internal,\n         @\n         }",
            "      - {id: r, class: internal,\n         @\n         , because: x}",
            "      - {id: r, class: internal,\n         @ # why\n         }",
            "      - {id: r, class: internal,\n         # why\n         @,\n         because: 'regex: x'}",
            "      -\n        {\n        @\n        ,\n        id: r, class: internal\n        }",
            "      - id: r\n        class: internal\n        @",
            "      - id: r\n        class: internal\n        @  \n        because: |\n          @",
            "      - @\n        id: r\n        class: internal",
            "      -   class: internal\n          @\n\n          # why\n          id: r",
            "      -\n        @\n        id: r\n        class: internal",
        ],
        ["\n", "\r\n"]
    )
    func onlyTheValue(rule: String, lineEnd: String) throws {
        let isBlock = !rule.contains("{")
        let quoted = ["'\(Self.regex)'", "\"\(Self.regex.replacing(#"\"#, with: #"\\"#))\""]
        for value in quoted + (isBlock ? [Self.regex] : []) {
            // Only the first place is the entry of the rule.
            func text(_ entry: String) -> String {
                let rule = rule.replacing("@", with: entry, maxReplacements: 1)
                    .replacing("@", with: "regex: \(value)")
                return Self.document(rule).replacing("\n", with: lineEnd)
            }
            let old = text("regex: \(value)")
            let lint = Linting.lint(["p.yaml": old])
            let source = try #require(lint.source(of: "p.yaml"))
            let found = lint.findings.filter { $0.code == RuleLintCode.regexIsDomain.rawValue }
            let finding = try #require(found.first, "\(lint.codes)\n\(old)").diagnostic
            let underlined = Linting.underlined(finding, [source])
            #expect(underlined == (value.hasPrefix("\"") ? value : Self.regex))
            #expect(finding.places.first?.start.line == finding.fix?.range.start.line)

            let fixes = try #require(LintFixes.all(of: found).first, "\(old)")
            let fixed = try #require(fixes.applied(to: Array(old.utf8), source: source))
            let new = String(decoding: fixed.bytes, as: UTF8.self)
            let indent = rule.prefix { $0 != "@" }.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
            let separator = isBlock ? "\n" + String(repeating: " ", count: indent.count) : ", "
            #expect(new == text("domain: contoso.com\(separator)scheme: [https, http]"))

            let (before, after) = (try Self.ruleSet(old), try Self.ruleSet(new))
            #expect(before.rules.map(\.id) == after.rules.map(\.id))
            for url in [
                "https://contoso.com/", "http://a.contoso.com:8443/x", "https://a.b.contoso.com/?q",
                "ftp://contoso.com/", "https://evilcontoso.com/", "https://contoso.com.evil.example/",
                "https://evil.example/contoso.com/", "https://before.example/", "https://after.example/",
            ] {
                let expected = before.urlClass(of: url)
                #expect(after.urlClass(of: url) == expected, "\(url)")
            }
            #expect(!Linting.lint(["p.yaml": new]).codes.contains(RuleLintCode.regexIsDomain.rawValue))
        }
    }

    @Test(
        "Where an edit could change anything else, there is no fix",
        arguments: [
            "      - {id: r, class: internal, \"regex\": '@'}", "      - {id: r, class: internal, regex: ['@']}",
            "      - {id: r, class: internal, regex: &a '@', because: *a}",
            "      - {id: r, class: internal, because: &a '@', regex: *a}",
            "      - {id: r, class: internal, regex:\n         '@'}",
            "      - &r {id: r, class: internal, regex: '@'}",
            "      - {<<: {class: internal}, id: r, regex: '@'}",
            "      - id: r\n        class: internal\n        regex: '@' # why",
            "      - id: r\n        class: internal\n        regex: >-\n          @",
            "      - ? regex\n        : '@'\n        id: r\n        class: internal",
        ]
    )
    func noFix(rule: String) throws {
        let lint = Linting.lint(["p.yaml": Self.document(rule.replacing("@", with: Self.regex))])
        let found = lint.findings.filter { $0.code == RuleLintCode.regexIsDomain.rawValue }
        #expect(found.count == 1, "\(lint.codes)")
        #expect(LintFixes.all(of: found).isEmpty)
    }

    @Test("A byte order mark moves no column, and the fix leaves it where it is")
    func byteOrderMark() throws {
        let rule = "{id: r, class: internal, regex: '\(Self.regex)'}"
        let text = "{\"demarc\": 1, ruleSets: {links: {default: external, rules: [\(rule)]}}}\n"
        var found: [LintFinding] = []
        for mark in ["", "\u{FEFF}"] {
            let lint = Linting.lint(["p.yaml": mark + text])
            let finding = try #require(lint.findings.first { $0.code == RuleLintCode.regexIsDomain.rawValue })
            let fixes = try #require(LintFixes.all(of: [finding]).first)
            let fixed = try #require(fixes.applied(to: Array((mark + text).utf8), source: lint.source(of: "p.yaml")))
            let expected = text.replacing("regex: '\(Self.regex)'", with: "domain: contoso.com, scheme: [https, http]")
            #expect(String(decoding: fixed.bytes, as: UTF8.self) == mark + expected)
            found.append(finding)
        }
        #expect(JSONReport.object(found[0].diagnostic) == JSONReport.object(found[1].diagnostic))
    }
}
