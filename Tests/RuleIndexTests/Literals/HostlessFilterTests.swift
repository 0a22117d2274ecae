import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

/// Filters for every host are found by a literal of their path or query.
@Suite("Filters for every host") struct HostlessFilterTests {
    private static func domain(_ text: String) throws -> Condition {
        Condition(key: .domain, alternatives: [try Matcher(key: .domain, text: text)])
    }

    // MARK: Law

    /// Generates filters and URLs from one vocabulary.
    private struct Words {
        var random: SplitMix

        private mutating func key() -> String {
            let name = random.one(of: ["topic", "Topic", "id", "q", "a%20b", "k+v", "www", "http"])
            return name + "\(random.number(in: 0...99))"
        }

        private mutating func value() -> String {
            let text = random.one(of: ["", "1", "news", "NEWS", "%6Eews", "a+b", "x=y"])
            return text + "\(random.number(in: 0...40))"
        }

        private mutating func token() -> String {
            let (key, value) = (key(), value())
            return random.one(of: [key, key + "=", key + "=*", key + "*", key + "=" + value, key + "=" + value + "*"])
        }

        private mutating func path() -> String {
            let value = value()
            return random.one(of: ["", "/", "/docs", "/docs/team", "/DOCS/team", "/d%6Fcs", "/a//b", "/docs" + value])
        }

        /// A filter that does not match every URL.
        mutating func filter() -> String {
            let host = random.one(of: ["*", "*", "*", "https://*", "http://*", "*:8443", "www.a.example"])
            if random.once(in: 4) { return host + "/docs" + value() }
            let tokens = (0..<random.number(in: 1...3)).map { _ in token() }
            return host + path() + "?" + tokens.joined(separator: "&")
        }

        mutating func url() -> String {
            let origin = random.one(of: [
                "https://www.a.example", "https://www.a.example", "http://b.example:8443", "https://10.0.0.1",
                "file://", "data:", "x://a%20b.example", "wss://dana:pw@a.example.",
            ])
            var parameters = (0..<random.number(in: 0...5)).map { _ in token() }
            if random.once(in: 4) { parameters += ["", "x" + token()] }
            let prefix = path()
            let path = (prefix.isEmpty ? "/" : prefix) + random.one(of: ["", "", "/x", "s"])
            let fragment = random.once(in: 4) ? "#?" + token() : ""
            return origin + path + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")) + fragment
        }
    }

    private static let urls = TestSize.count(400, exhaustive: 100_000)

    @Test(
        "A look-up gives the same answer as a comparison with every filter, also from a compiled file",
        arguments: [1, 2]
    )
    func alike(seed: UInt64) throws {
        var words = Words(random: SplitMix(seed: seed))
        func filters(_ count: Int) throws -> Condition {
            try filterList((0..<count).map { _ in words.filter() })
        }
        var rules = try URLClass.allCases.enumerated().map { number, urlClass in
            rule("list\(number)", urlClass, priority: number % 2, try filters(1_500))
        }
        // Exceptions are looked up while the literals of other rules are being checked.
        for number in 0..<20 {
            let text = number % 2 == 0 ? "=news\(number / 5)" : "[?&]q\(number)"
            let regex = Condition(key: .regex, alternatives: [try Matcher(key: .regex, text: text)])
            let host = try Self.domain("b.example")
            let urlClass = URLClass.allCases[number % 3]
            rules.append(rule("regex\(number)", urlClass, priority: 3, regex, unless: [try filters(60)]))
            rules.append(rule("host\(number)", urlClass, priority: 2, host, unless: [try filters(600)]))
        }
        let set = compiled(rules)
        let opened = try CompiledRuleSet(set.source, hosts: set.hosts.bytes, urls: set.urls.bytes)
        #expect(set.literals.postings.count > 2_500, "hardly any filter is filed under a literal")
        #expect(set.literals.postings == opened.literals.postings)
        var answers: [String: Int] = [:]
        var subject = MatchSubject()
        for _ in 0..<Self.urls {
            let url = words.url()
            let answer = try set.answer(url)
            #expect(!answer.contains(" or "), "\(url): \(answer)")
            #expect(try opened.answer(url) == answer)
            answers[String(answer.prefix { $0 != " " }), default: 0] += 1
            try subject.url.parse(url.utf8.span)
            // Rules that name a host count otherwise if the host cannot be read.
            guard subject.url.hostKind != .opaque else { continue }
            let first = set.ranksOfAllMatches(of: subject.url, scratch: &subject.scratch).first
            let deciding = first.map { set.reference(rank: $0, entry: 0).id } ?? "-"
            #expect(answer.hasSuffix(" " + deciding), "\(url): \(answer)")
        }
        #expect(answers.count == 3 && answers.values.allSatisfy { $0 > Self.urls / 50 }, "\(answers)")
    }

    @Test("If the path is unknown, every filter counts")
    func unknownPath() throws {
        let rules = compiled(
            try URLClass.allCases.map { urlClass in
                let filters = try filterList(["*?topic=\(urlClass.rawValue)", "*/path1"])
                return rule(urlClass.rawValue, urlClass, filters)
            }
        )
        #expect(rules.unindexed.isEmpty)
        var subject = MatchSubject()
        try subject.url.parse("https://a.example/".utf8.span)
        let match = rules.matchOrigin(of: subject.url, scratch: &subject.scratch)
        #expect(URLClass.allCases.filter { match.match(of: $0) != nil } == URLClass.allCases)
    }

    // MARK: Cost

    /// Rule sets in which filters for every host are the list of a rule, and the exception of one.
    private static func ruleSets(_ count: Int) throws -> [CompiledRuleSet] {
        let filters = try filterList((0..<count).map { "*?k\($0 + 1_000)=v" })
        return [
            compiled([rule("list", .internal, filters)], default: .external),
            compiled([rule("exception", .internal, try domain("a.example"), unless: [filters])], default: .external),
        ]
    }

    @Test("A URL takes about the same time with four times as many filters", arguments: 0...1)
    func growth(shape: Int) throws {
        let factor = try Growth.factor(from: 1_000, limit: 2.5) { count in
            let rules = try Self.ruleSets(count)[shape]
            var subject = MatchSubject()
            try subject.url.parse(("https://a.example/?" + String(repeating: "k=v&", count: 500)).utf8.span)
            return Growth.time {
                for _ in 0..<1_000 { _ = rules.match(subject.url, scratch: &subject.scratch) }
            }
        }
        #expect(factor < 2.5)
    }

    @Test("Texts that occur outside parameters are checked within the allowance of the look-up", arguments: 0...1)
    func limit(shape: Int) throws {
        let rules = try Self.ruleSets(16_000)[shape]
        func url(_ count: Int) -> String {
            "https://a.example/?" + (0..<count).map { "xk\($0 + 1_000)=v" }.joined(separator: "&")
        }
        #expect(try rules.answer(url(10)) == ["external -", "internal exception"][shape])
        #expect(try rules.answer(url(10) + "&k1000=v") == ["internal list", "external -"][shape])
        var subject = MatchSubject()
        try subject.url.parse(url(16_000).utf8.span)
        let match = rules.match(subject.url, scratch: &subject.scratch)
        #expect(match.urlClass == nil)
    }
}
