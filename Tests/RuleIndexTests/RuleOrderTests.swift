import Diagnostics
import PolicyModel
import Testing
import URLMatching

@testable import RuleIndex

@Suite("Which rule wins") struct RuleOrderTests {
    /// A pattern that cannot be finished on the URL of these tests.
    private static let costly = "^https://[^/]*/(a|aa)+$"
    private static let url = "https://contoso.com/" + String(repeating: "a", count: 60) + "!"

    /// `sure` rules certainly match the URL, `maybe` rules may match it; a higher number is a higher priority.
    @Test(
        "An unfinished pattern counts both ways: blocked if either is, the common result, or none",
        arguments: [
            // Alone, compared with the default.
            (["maybe internal 0"], "internal", "internal -"), (["maybe external 0"], "external", "external -"),
            (["maybe internal 0"], "external", "- -"), (["maybe external 0"], "internal", "- -"),
            (["maybe blocked 0"], "internal", "blocked maybe-0"), (["maybe blocked 0"], "external", "blocked maybe-0"),
            (["maybe internal 0"], "blocked", "blocked -"), (["maybe external 0"], "blocked", "blocked -"),
            // Together with a rule that matches.
            (["maybe external 0", "sure internal 0"], "internal", "- sure-1"),
            (["maybe external 0", "sure external 0"], "internal", "external sure-1"),
            (["maybe internal 0", "sure external 0"], "internal", "external sure-1"),
            (["maybe internal 1", "sure external 0"], "external", "- sure-1"),
            (["maybe internal 1", "sure blocked 0"], "internal", "blocked sure-1"),
            (["maybe blocked 0", "sure internal 1"], "internal", "internal sure-1"),
            (["maybe blocked 1", "sure internal 0"], "internal", "blocked maybe-0"),
            // Several patterns that cannot be finished.
            (["maybe internal 0", "maybe external 0"], "internal", "- -"),
            (["maybe external 0", "maybe external 1"], "external", "external -"),
            (["maybe external 1", "maybe blocked 0"], "internal", "blocked maybe-1"),
            (["maybe external 1", "maybe blocked 0", "sure external 0"], "internal", "blocked maybe-1"),
            (["maybe internal 1", "maybe blocked 0", "sure internal 1"], "external", "internal sure-2"),
        ] as [([String], String, String)]
    )
    func limits(rules: [String], standard: String, answer: String) throws {
        let rules = try rules.enumerated().map { number, text in
            let words = text.split(separator: " ").map(String.init)
            let urlClass = try #require(URLClass(rawValue: words[1]))
            let priority = try #require(Int(words[2]))
            return words[0] == "maybe"
                ? try rule("maybe-\(number)", urlClass, priority: priority, [.regex: Self.costly])
                : try rule("sure-\(number)", urlClass, priority: priority, [.domain: "contoso.com"])
        }
        let set = compiled(rules, default: try #require(URLClass(rawValue: standard)))
        #expect(try set.answer(Self.url) == answer)
        // The reverse order gives the same answer.
        #expect(try compiled(rules.reversed(), default: set.source.defaultClass).answer(Self.url) == answer)
    }

    @Test("An unfinished pattern that cannot matter does no harm")
    func harmlessLimits() throws {
        let other = [MatcherKey.regex: Self.costly, .domain: "fabrikam.com"]
        let elsewhere = compiled([try rule("maybe", .blocked, other)])
        #expect(try elsewhere.answer(Self.url) == "internal -")
        let excepted = compiled([try rule("maybe", .blocked, [.regex: Self.costly], unless: [.domain: "contoso.com"])])
        #expect(try excepted.answer(Self.url) == "internal -")
        let exception = compiled([try rule("it", .external, [.domain: "contoso.com"], unless: [.regex: Self.costly])])
        #expect(try exception.answer(Self.url) == "- -")
        #expect(try exception.answer("https://contoso.com/aaa") == "internal -")
        #expect(try exception.answer("https://contoso.com/b") == "external it")
    }

    @Test(
        "All keys must match, and `unless` excludes what all of its keys match",
        arguments: [
            ("https://contoso.com/", "external both"), ("http://contoso.com/", "internal -"),
            ("https://fabrikam.com/", "internal -"), ("https://contoso.com/?download=1", "external both"),
            ("https://www.contoso.com/", "external both"), ("https://www.contoso.com/?download=1", "internal -"),
        ]
    )
    func keys(url: String, answer: String) throws {
        let set = compiled([
            try rule(
                "both",
                .external,
                [.scheme: "https", .domain: "contoso.com"],
                unless: [.host: "www.contoso.com", .regex: "[?&]download=1"]
            )
        ])
        #expect(try set.answer(url) == answer)
    }

    @Test("Priority comes first, then class, and ids only break ties")
    func priorities() throws {
        let rules = [
            try rule("b", .external, [.domain: "contoso.com"]), try rule("a", .external, [.scheme: "https"]),
            try rule("c", .blocked, priority: -1, [.host: "contoso.com"]),
            try rule("d", .internal, priority: 7, [.url: "https://contoso.com/d"]),
        ]
        for rules in [rules, rules.reversed(), [rules[2], rules[0], rules[3], rules[1]]] {
            let set = compiled(rules)
            #expect(try set.answer("https://contoso.com/") == "external a")
            #expect(try set.answer("http://contoso.com/") == "external b")
            #expect(try set.answer("https://contoso.com/d#x") == "internal d")
            #expect(try set.answer("x://example/") == "internal -")
        }
    }

    @Test(
        "A rule's schemes are those of its `scheme`, its `url` and its lists' URLs",
        arguments: [
            ("contoso-app", true), ("contoso-doc", true), ("contoso", false), ("", false), ("contoso-app2", false),
            ("contoso-host", false), ("contoso-not", false), ("contoso-list", true), ("contoso-other-list", true),
            ("contoso-domains", false), ("contoso-not-list", false),
        ]
    )
    func schemes(scheme: String, isNamed: Bool) throws {
        func list(_ text: String, _ format: ListFormat) throws -> Condition {
            let list = try EntryList.read(text.utf8.span, format: format).list
            return Condition(key: .list, alternatives: [.list(list)], paths: ["list.txt"])
        }
        var rules = [
            try rule("scheme", .internal, [.scheme: "contoso-app"]),
            try rule("url", .internal, [.url: "contoso-doc:42"]),
            try rule("regex", .internal, [.regex: "^contoso-host:"], unless: [.scheme: "contoso-not"]),
            try rule("list", .internal, [.scheme: "https"]),
            try rule("domains", .internal, [.scheme: "https"]),
        ]
        rules[3].conditions = [
            try list("contoso-list://x/\ncontoso-list:y\nhttps://a.example/\nCONTOSO-Other-List:\n", .urls)
        ]
        rules[3].exceptions = [try list("contoso-not-list:x\n", .urls)]
        rules[4].conditions = [try list("contoso-domains\n", .domains)]
        let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)
        let ruleSet = RuleSet(name: "rules", defaultClass: .external, defaultLocation: place, rules: rules)
        for policy in [CompiledPolicy(document(ruleSet)), try reopened(document(ruleSet))] {
            let names = policy.ruleSets[0].names(scheme: scheme.utf8.span)
            #expect(names == isNamed)
        }
        let isNamedByNothing = compiled([]).names(scheme: scheme.utf8.span)
        #expect(!isNamedByNothing)
    }

    @Test("A rule set without rules gives its default")
    func empty() throws {
        for standard in URLClass.allCases {
            for url in ["https://contoso.com/", "x:y", "https://10.0.0.1/", "https://[::1]/", "file:///", "x://"] {
                #expect(try compiled([], default: standard).answer(url) == "\(standard.rawValue) -")
            }
        }
    }
}
