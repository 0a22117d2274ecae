import AppLint
import Diagnostics
import Testing

@testable import FileLint

@Suite("Lint of rules in files that rule sets share")
struct SharedRuleLintTests {
    @Test("A rule of a shared file is superfluous only if it is in every rule set")
    func shared() throws {
        let wide = "[{id: all, class: internal, domain: contoso.com, priority: 1}]"
        let rest = "[{id: rest, class: internal, domain: fabrikam.com}]"
        let files = ["s.yaml": "demarc-rules: 1\nrules:\n  - {id: wiki, class: blocked, host: wiki.contoso.com}\n"]
        func findings(_ other: String) throws -> [Diagnostic] {
            try documentFindings(
                """
                demarc: 1
                ruleSets:
                  a: {default: external, include: [s.yaml], rules: \(wide)}
                  b: {default: external, include: [s.yaml], rules: \(other)}
                views: [{id: a, isExternalURL: a}, {id: b, isExternalURL: b}]
                """,
                files: files
            )
            .map(\.diagnostic).filter { $0.code == "DM010" }
        }
        let part = try findings(rest)
        #expect(part.count == 1)
        #expect(part.first?.message.hasPrefix("the rule `wiki` never decides in the rule set `a`: `all`") == true)
        #expect(part.first?.help?.contains("because it has an effect in others") == true)
        let everywhere = try findings(wide)
        #expect(!everywhere.isEmpty)
        for finding in everywhere {
            #expect(finding.message.hasPrefix("the rule `wiki` never decides: `all`"))
            #expect(finding.help?.hasPrefix("remove it") == true)
        }
    }

    @Test(
        "A finding for a rule of a shared file says what holds in other rule sets",
        arguments: [
            (
                "{id: wiki, class: internal, host: wiki.contoso.com}",
                ["{id: all, class: external, domain: contoso.com, priority: 1}"],
                ["{id: wide, class: internal, domain: contoso.com}"],
                [
                    ("the rule `wiki` never decides in the rule set `a`:", "remove it"),
                    ("the rule `wiki` has no effect in the rule set `b`:", "remove it"),
                ]
            ),
            (
                "{id: wiki, class: internal, scheme: contoso-app, domain: contoso.com}",
                [
                    "{id: all, class: internal, domain: contoso.com, priority: 1}",
                    "{id: other, class: internal, scheme: contoso-app, host: x.example}",
                ],
                ["{id: all, class: internal, domain: contoso.com, priority: 1}"],
                [
                    ("the rule `wiki` never decides in the rule set `a`:", "leave it out of this rule set only"),
                    ("the rule `wiki` never decides:", "keep it for the sake of the scheme"),
                ]
            ),
            (
                "{id: wiki, class: internal, scheme: contoso-app, domain: contoso.com}",
                [
                    "{id: all, class: internal, domain: contoso.com}",
                    "{id: other, class: internal, scheme: contoso-app, host: x.example}",
                ],
                ["{id: all, class: internal, domain: contoso.com, priority: 1}"],
                [
                    ("the rule `wiki` has no effect in the rule set `a`:", "leave it out of this rule set only"),
                    ("the rule `wiki` never decides in the rule set `b`:", "keep it for the sake of the scheme"),
                ]
            ),
        ] as [(String, [String], [String], [(message: String, help: String)])]
    )
    func sharedRule(
        rule: String,
        first: [String],
        second: [String],
        expected: [(message: String, help: String)]
    ) throws {
        let findings = try documentFindings(
            """
            demarc: 1
            ruleSets:
              a: {default: external, include: [s.yaml], rules: [\(first.joined(separator: ", "))]}
              b: {default: external, include: [s.yaml], rules: [\(second.joined(separator: ", "))]}
            views: [{id: a, isExternalURL: a}, {id: b, isExternalURL: b}]
            """,
            files: ["s.yaml": "demarc-rules: 1\nrules:\n  - \(rule)\n"]
        )
        let found = findings.filter { ["DM010", "DM013"].contains($0.code) }
        #expect(found.count == expected.count, "\(text(findings))")
        for (message, help) in expected {
            let isFound = found.contains {
                $0.diagnostic.message.hasPrefix(message) && $0.diagnostic.help?.hasPrefix(help) == true
            }
            #expect(isFound, "\(message)\n\(text(findings))")
        }
    }
}
