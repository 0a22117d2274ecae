import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

@Suite("All rules that match") struct AllMatchesTests {
    private func list(
        _ id: String,
        _ urlClass: URLClass,
        _ lists: [(ListFormat, String)],
        unless exceptions: [MatcherKey: String] = [:],
        priority: Int = 0
    ) throws -> Rule {
        let matchers = try lists.map { Matcher.list(try EntryList.read($1.utf8.span, format: $0).list) }
        return Rule(
            id: id,
            urlClass: urlClass,
            priority: priority,
            conditions: [Condition(key: .list, alternatives: matchers, paths: lists.map { _ in "list.txt" })],
            exceptions: try exceptions.map { Condition(key: $0, alternatives: [try Matcher(key: $0, text: $1)]) },
            location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
        )
    }

    private func matches(_ text: String, _ rules: CompiledRuleSet) throws -> [String] {
        var subject = MatchSubject()
        try subject.url.parse(text.utf8.span)
        return rules.ranksOfAllMatches(of: subject.url, scratch: &subject.scratch)
            .map { rules.reference(rank: $0, entry: 0).id }
    }

    @Test(
        "Rules for one name are found in order",
        arguments: [
            ("https://other.example/", []), ("https://one.example/", ["weak"]),
            ("https://both.example/", ["strong", "weak"]), ("https://a.both.example/", ["strong", "weak"]),
            ("https://written.example/", ["written", "strong"]), ("https://a.written.example/", ["strong"]),
            ("https://strong.example/", ["strong"]), ("https://a.strong.example/", ["strong", "weak"]),
            ("https://allowed.both.example/", ["strong"]), ("https://twice.example/", ["strong"]),
            ("https://10.0.0.1/", ["weak"]), ("https://whole.example/a#b", ["strong", "weak"]),
            ("https://whole.example/b", ["weak"]), ("https://host.example/", ["weak"]), ("https://a.host.example/", []),
        ] as [(String, [String])]
    )
    func names(url: String, expected: [String]) throws {
        let rules = compiled([
            try rule("written", .internal, priority: 2, [.host: "written.example"]),
            try list(
                "strong",
                .blocked,
                [
                    (.domains, "both.example\nwritten.example\nstrong.example\ntwice.example\nTWICE.example"),
                    (.urls, "https://whole.example/a"),
                ],
                priority: 1
            ),
            try list(
                "weak",
                .external,
                [
                    (.domains, "both.example\na.strong.example\none.example\nwhole.example"),
                    (.hosts, "0.0.0.0 host.example\n0.0.0.0 10.0.0.1"), (.urls, "https://whole.example/a"),
                ],
                unless: [.host: "allowed.both.example"]
            ),
        ])
        #expect(try matches(url, rules) == expected)
    }

    @Test("A list four times as long takes about the same time")
    func long() throws {
        let factor = try Growth.factor(from: 2_000, limit: 2) { count in
            let names = { (prefix: String) in (0..<count).map { "\(prefix)\($0).example\n" }.joined() }
            let rules = compiled([
                try rule("written", .internal, priority: 2, [.domain: "example"]),
                try list("strong", .blocked, [(.domains, names("a"))], priority: 1),
                try list("weak", .external, [(.domains, names("b"))]),
            ])
            return try Growth.time {
                for number in 0..<100 {
                    let found = try ["a", "b", "c"].map { try matches("https://\($0)\(number).example/", rules) }
                    #expect(found == [["written", "strong"], ["written", "weak"], ["written"]])
                }
            }
        }
        #expect(factor < 2)
    }
}
