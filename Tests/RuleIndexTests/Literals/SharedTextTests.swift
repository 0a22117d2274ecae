import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

/// Thousands of filters that have a text in common: an ordinary URL that contains it gets a certain answer.
@Suite("Filters with a text in common") struct SharedTextTests {
    /// The host of a filter: every host, or one that has thousands of filters.
    private static let hosts = ["*", "s.test"]

    /// A list with one filter for each number from 1,000, in place of `#`.
    private static func list(_ filter: String, host: String, count: Int = 4_000) throws -> Condition {
        let lines = (1_000..<1_000 + count).map { host + filter.replacing("#", with: "\($0)") }
        return try filterList(lines)
    }

    private static let callback = "https%3A%2F%2Flogin.contoso.com%2Foauth2%2Fcallback%2F"

    @Test(
        "A URL that contains the common text gets the answer of a comparison with every filter",
        arguments: [
            "/xmlrpc.php?user=#", "/?format=xlsx&report=#", "/?v=1&report=#", ":#/admin/login",
            "/?redirect_uri=\(callback)#", "/?from=https%3A%2F%2F#.contoso.com%2F&to=\(callback)",
            "/?u=\(callback)\(callback)#\(callback)\(callback)",
        ],
        hosts
    )
    func certain(filter: String, host: String) throws {
        let filters = try Self.list(filter, host: host)
        let domain = Condition(key: .domain, alternatives: [try Matcher(key: .domain, text: "s.test")])
        let listed = compiled([rule("list", .blocked, filters)])
        let excepted = compiled([rule("exception", .external, domain, unless: [filters])])
        let mark = filter.contains("?") ? "&" : "?"
        let rest = mark + "state=" + String(repeating: "x/admin/login", count: 100)
        for (number, isListed) in [(999, false), (1_000, true), (3_456, true), (4_999, true), (5_000, false)] {
            let url = "https://s.test" + filter.replacing("#", with: "\(number)")
            for url in [url, url + rest] {
                #expect(try listed.answer(url) == (isListed ? "blocked list" : "internal -"), "\(url)")
                #expect(try excepted.answer(url) == (isListed ? "internal -" : "external exception"), "\(url)")
            }
        }
    }

    /// Lists without the URL, all of whose texts are in the URL, and how long the URL is.
    private static let few: [(lines: [String], query: String, length: Int)] = [
        (["/?report=1&v=1&w=1&x=1"], "report=1", 1_040_000),
        (
            "123456789abcdefg".map { last in
                "/?" + (10..<41).map { "param\($0)=*" }.joined(separator: "&") + "&u=\(last)"
            }, (10..<41).map { "param\($0)=1" }.joined(separator: "&"), 7_700
        ),
        (
            (0..<160).map { "/" + (100..<130).map { "folder\($0)" }.joined() + "?a=\($0 % 35)&b=\($0 / 35)&c=1&d=1" },
            (100..<130).map { "folder\($0)" }.joined(), 7_400
        ),
    ]

    @Test("A few texts do not use up the allowance of a long URL", arguments: few.indices, hosts)
    func fewTexts(index: Int, host: String) throws {
        let (lines, query, length) = Self.few[index]
        let others = (0..<8).map { "\(host)/q\($0)" }
        let condition = try filterList(others + lines.map { host + $0 })
        let url = "https://s.test/\(query)?\(query)&s=" + String(repeating: "A", count: length)
        #expect(try compiled([rule("list", .blocked, condition)]).answer(url) == "internal -")
    }

    @Test("Hundreds of texts that find many filters each use up the allowance", arguments: hosts)
    func manyGroups(host: String) throws {
        let lines = (1_000..<1_800).flatMap { text in (10..<30).map { "\(host)/?\(text)t=1&a=\($0)" } }
        let condition = try filterList(lines)
        let rules = compiled([rule("list", .internal, condition)], default: .external)
        var subject = MatchSubject()
        let query = (1_000..<1_800).map { "\($0)t=1" }.joined(separator: "&")
        try subject.url.parse("https://s.test/?\(query)".utf8.span)
        #expect(rules.match(subject.url, scratch: &subject.scratch).urlClass == nil)
        #expect(try rules.answer("https://s.test/?1000t=1&1001t=1") == "external -")
        #expect(try rules.answer("https://s.test/?1000t=1&1001t=1&a=29") == "internal list")
    }

    @Test("A short token next to a longer one costs nothing", arguments: hosts)
    func growth(host: String) throws {
        let factor = try Growth.factor(from: 1_000, limit: 2.5) { count in
            let rules = compiled([
                rule("list", .blocked, try Self.list("/?v=1&report=#", host: host, count: count))
            ])
            #expect(rules.unindexed.isEmpty)
            var subject = MatchSubject()
            let url = "https://s.test/?" + String(repeating: "k=v&", count: 500) + "v=1"
            try subject.url.parse(url.utf8.span)
            return Growth.time {
                for _ in 0..<1_000 { _ = rules.match(subject.url, scratch: &subject.scratch) }
            }
        }
        #expect(factor < 2.5)
    }

    @Test("Each token of a filter counts towards the allowance of the look-up", arguments: hosts)
    func tokens(host: String) throws {
        let common = (10..<41).map { "t\($0)=v" }.joined(separator: "&")
        let filters = try Self.list("/?\(common)&z#qx=v", host: host, count: 1_000)
        let rules = compiled([rule("list", .internal, filters)], default: .external)
        func url(_ count: Int) -> String {
            let texts = (0..<count).map { "xz\(1_100 + $0)qx=v&" }.joined()
            return "https://s.test/?" + String(repeating: "k=v&", count: 1_000) + texts + common
        }
        #expect(try rules.answer(url(5)) == "external -")
        #expect(try rules.answer(url(5) + "&z1200qx=v") == "internal list")
        var subject = MatchSubject()
        try subject.url.parse(url(200).utf8.span)
        let match = rules.match(subject.url, scratch: &subject.scratch)
        #expect(match.urlClass == nil)
    }

    @Test("The same filters are always filed in the same way", arguments: hosts)
    func determinism(host: String) throws {
        let filters = try ["/xmlrpc.php?user=#", ":#/admin/login", "/?redirect_uri=\(Self.callback)#"].map {
            try Self.list($0, host: host, count: 500)
        }
        func files() throws -> (rules: CompiledRuleSet, bytes: [UInt8]) {
            let rules = compiled(filters.enumerated().map { rule("list\($0)", .blocked, $1) })
            return (rules, try compiledBytes(CompiledPolicy(document(rules.source))))
        }
        let (first, again) = (try files(), try files())
        #expect(first.bytes == again.bytes)
        let opened = try CompiledRuleSet(
            first.rules.source,
            hosts: first.rules.hosts.bytes,
            urls: first.rules.urls.bytes
        )
        for other in [again.rules, opened] {
            for table in [\CompiledRuleSet.literals, \.crowds] {
                let (one, two) = (first.rules[keyPath: table], other[keyPath: table])
                #expect(one.postings == two.postings)
                #expect(one.text == two.text)
                #expect(one.shared == two.shared)
            }
        }
        let table = host == "*" ? first.rules.literals : first.rules.crowds
        #expect(table.shared.count == 1, "only the filters that differ in the port share their text")
    }
}
