import Diagnostics
import PolicyModel
import Testing
import URLMatching

@testable import RuleIndex

@Suite("Long lists with other conditions") struct LongListTests {
    /// Nine filters, so that the list has its own index; the first one has a token.
    private static let filters = ["a.example/?d=1"] + (1...9).map { "a\($0).example" }

    /// If a URL contains a key twice, one matching parameter is enough for a filter on the block side, but both must
    /// match on the allow side.
    @Test(
        "Filters keep their rule's side",
        arguments: [
            // An exception to a rule that allows is a block, and one parameter is enough.
            (URLClass.internal, "blocked -"), (URLClass.external, "blocked -"),
            // An exception to a rule that blocks is an allowance, and every parameter must meet the token.
            (URLClass.blocked, "blocked r"),
        ] as [(URLClass, String)]
    )
    func sides(urlClass: URLClass, answer: String) throws {
        let list = try EntryList.read(Self.filters.joined(separator: "\n").utf8.span, format: .chrome).list
        let long = Rule(
            id: "r",
            urlClass: urlClass,
            conditions: [Condition(key: .domain, alternatives: [try Matcher(key: .domain, text: "a.example")])],
            exceptions: [Condition(key: .list, alternatives: [.list(list)], paths: ["list.txt"])],
            location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
        )
        let rules = compiled([long], default: .blocked)
        #expect(try rules.answer("https://a.example/?d=1&d=2") == answer)
        #expect(try rules.answer("https://a.example/?d=1") == "blocked -")
        #expect(try rules.answer("https://a.example/?d=2") == "\(urlClass.rawValue) r")
    }

    @Test("Looking up a list for one rule keeps the literals found for the others", arguments: 0...4)
    func betweenLiterals(excepted: Int) throws {
        let url = "https://a.example/first/second/third/fourth/"
        let literals = ["/first/", "/second/", "/third/", "/fourth/"]
        let entries = (0..<9).map { "https://b.example/\($0)" } + [url]
        let list = try EntryList.read(entries.joined(separator: "\n").utf8.span, format: .urls).list
        let rules = try literals.enumerated().map { number, literal in
            Rule(
                id: "r\(number)",
                urlClass: .external,
                priority: literals.count - number,
                conditions: [Condition(key: .regex, alternatives: [try Matcher(key: .regex, text: literal)])],
                exceptions: number < excepted
                    ? [Condition(key: .list, alternatives: [.list(list)], paths: ["list.txt"])] : [],
                location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
            )
        }
        let answer = excepted < literals.count ? "external r\(excepted)" : "internal -"
        #expect(try compiled(rules).answer(url) == answer)
        #expect(try compiled(rules).answer(url + "?") == "external r0")
    }
}
