import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

/// A host with many values that differ in the path or query: all but the first few are found by their literals.
@Suite("Hosts with many values") struct CrowdedHostTests {
    /// Values of three keys for one host, in rules of each class.
    private static func ruleSet(_ count: Int) throws -> RuleSet {
        func list(_ format: ListFormat, _ entry: (Int) -> String) throws -> Condition {
            let text = (0..<count).map { entry($0) + "\n" }.joined()
            let list = try EntryList.read(text.utf8.span, format: format).list
            return Condition(key: .list, alternatives: [.list(list)], paths: ["list.txt"])
        }
        func values(_ key: MatcherKey, _ text: (Int) -> String) throws -> Condition {
            Condition(key: key, alternatives: try (0..<count).map { try Matcher(key: key, text: text($0)) })
        }
        let conditions = [
            try list(.chrome) { $0 % 3 == 0 ? "crowd.example/watch?v=\($0 + 1_000_000)" : "crowd.example/area\($0)/" },
            try list(.edge) { "https://crowd.example/team\($0)/\($0 % 2 == 0 ? "*" : "home")" },
            try values(.pattern) { "https://crowd.example/docs\($0)/:page" },
            try values(.chrome) { $0 % 2 == 0 ? ".crowd.example/?key=\($0 + 5_000_000)*" : "crowd.example/x\($0)" },
        ]
        let rules = conditions.enumerated().map { number, condition in
            Rule(
                id: "r\(number)",
                urlClass: URLClass.allCases[number % 3],
                priority: number % 2,
                conditions: [condition],
                location: SourceLocation(path: "rules.yaml", line: number + 1, column: 1)
            )
        }
        return RuleSet(
            name: "crowded",
            defaultClass: .internal,
            defaultLocation: SourceLocation(path: "rules.yaml", line: 1, column: 1),
            rules: rules
        )
    }

    private static func urls(of number: Int) -> [String] {
        let rests = [
            "/watch?v=\(number + 1_000_000)", "/watch?a=b&v=\(number + 1_000_000)&c", "/watch?v=\(number + 999_999)",
            "/watch?v=1&v=\(number + 1_000_000)", "/WATCH?v=\(number + 1_000_000)", "/area\(number)/", "/area\(number)",
            "/area\(number)/a#b", "/AREA\(number)/", "/team\(number)/", "/team\(number)/home", "/team\(number)/x?y",
            "/docs\(number)/a", "/docs\(number)/a/b", "/docs\(number)/%61", "/?key=\(number + 5_000_000)1",
            "/a/b?key=\(number + 5_000_000)", "/x\(number)", "/%78\(number)", "/a?/area\(number)/", "/",
        ]
        let origins = ["https://crowd.example", "http://crowd.example", "https://crowd.example:8443"]
        return (origins + ["https://www.crowd.example", "https://other.example"]).flatMap { origin in
            rests.map { origin + $0 }
        }
    }

    @Test("A look-up gives the same answer as a comparison with every value, also from a compiled file")
    func alike() throws {
        let source = try Self.ruleSet(80)
        let rules = CompiledRuleSet(source)
        let opened = try CompiledRuleSet(source, hosts: rules.hosts.bytes, urls: rules.urls.bytes)
        #expect(rules.crowds.postings.count > 150, "hardly any value is filed under a literal")
        #expect(rules.crowds.postings == opened.crowds.postings)
        var subject = MatchSubject()
        var classes: Set<URLClass?> = []
        for url in [0, 1, 2, 30, 31, 32, 33, 45, 60, 78, 79, 80].flatMap(Self.urls) {
            try subject.url.parse(url.utf8.span)
            let expected = rules.matchLinearly(subject.url, scratch: &subject.scratch)
            for set in [rules, opened] {
                let match = set.match(subject.url, scratch: &subject.scratch)
                #expect(match.urlClass == expected.urlClass && match.rank == expected.rank, "\(url)")
            }
            classes.insert(expected.urlClass)
        }
        #expect(classes.count == 3)
    }

    @Test(
        "If the path is unknown, every value of the host counts, and those of other hosts do not",
        arguments: [
            ("crowd.example", [.internal, .external, .blocked]), ("www.crowd.example", [.internal]),
            ("other.example", [.internal]),
        ] as [(String, [URLClass])]
    )
    func unknownPath(host: String, classes: [URLClass]) throws {
        let rules = CompiledRuleSet(try Self.ruleSet(80))
        var subject = MatchSubject()
        try subject.url.parse("https://\(host)/".utf8.span)
        let match = rules.matchOrigin(of: subject.url, scratch: &subject.scratch)
        #expect(URLClass.allCases.filter { match.match(of: $0) != nil } == classes)
    }

    /// One list for hosts of a number that share their paths.
    private static func sharedPaths(_ urlClass: URLClass, hosts: Int) throws -> CompiledRuleSet {
        let entries = (0..<hosts).flatMap { host in (0..<20).map { "https://h\(host).example/shared\($0)/*\n" } }
        let list = try EntryList.read(entries.joined().utf8.span, format: .edge).list
        let rule = Rule(
            id: "shared",
            urlClass: urlClass,
            conditions: [Condition(key: .list, alternatives: [.list(list)], paths: ["list.txt"])],
            location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
        )
        return compiled([rule], default: .external)
    }

    @Test("Values of other hosts with the same paths cost a URL nothing, and never make it uncertain")
    func otherHosts() throws {
        let texts = ["unrelated", "h0"].map { host in
            "https://\(host).example/" + (0..<20).map { "shared\($0)/" }.joined() + "x"
        }
        let factor = try Growth.factor(from: 500, limit: 2.5) { hosts in
            let rules = try Self.sharedPaths(.blocked, hosts: hosts)
            #expect(try texts.map { try rules.answer($0) } == ["external -", "blocked shared"])
            var subject = MatchSubject()
            try subject.url.parse(texts[0].utf8.span)
            return Growth.time {
                for _ in 0..<2_000 { _ = rules.match(subject.url, scratch: &subject.scratch) }
            }
        }
        #expect(factor < 2.5)
    }

    @Test("A search that exceeds its allowance leaves only values of its host uncertain")
    func limit() throws {
        let rules = CompiledRuleSet(try Self.ruleSet(2_000))
        let path = "/" + String(repeating: "watch?v=1000100&", count: 60_000)
        #expect(try rules.answer("https://other.example" + path) == "internal -")
        let answer = try rules.answer("https://crowd.example" + path)
        #expect(answer.hasPrefix("blocked ") || answer.contains(" or "), "\(answer)")
    }

    @Test("A URL takes about the same time with four times as many values")
    func growth() throws {
        let factor = try Growth.factor(from: 1_000, limit: 2.5) { count in
            let rules = CompiledRuleSet(try Self.ruleSet(count))
            var subject = MatchSubject()
            let query = (0..<200).map { "v=\($0)" }.joined(separator: "&")
            try subject.url.parse("https://crowd.example/watch?\(query)".utf8.span)
            return Growth.time {
                for _ in 0..<100 { _ = rules.match(subject.url, scratch: &subject.scratch) }
            }
        }
        #expect(factor < 2.5)
    }
}
