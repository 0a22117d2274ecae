import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching
import URLStandard

/// Compares the index with the matcher, on generated regular expressions and URLs derived from each of them.
///
/// `make index-law` checks ten million pairs, in release mode.
@Suite("The index and regular expressions") struct RegexIndexLawTests {
    private static let urlsPerPattern = 20

    /// The number of pairs of an expression and a URL for each seed.
    private static let pairs = TestSize.pairs(20_000, thorough: 100_000, exhaustive: 10_000_000) / 4

    private static let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)

    /// A rule set that blocks exactly what an expression matches.
    private static func ruleSet(_ pattern: String) throws -> CompiledRuleSet {
        let condition = Condition(key: .regex, alternatives: [try Matcher(key: .regex, text: pattern)])
        let rule = Rule(id: "regex", urlClass: .blocked, conditions: [condition], location: place)
        return CompiledRuleSet(
            RuleSet(name: "regex", defaultClass: .internal, defaultLocation: place, rules: [rule])
        )
    }

    @Test(
        "A match after the host is not missed, whatever is optional there",
        arguments: [
            (#"^https://contoso\.com(:?[.a-z0-9-]+)?/"#, "https://contoso.com.evil.example/", URLClass.blocked),
            (#"^https://contoso\.com(?::?[.a-z0-9-]+)?/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(:?[.a-z0-9-]+)?/"#, "https://contoso.com:8443/", .blocked),
            (#"^https://contoso\.com(:*\.evil\.example)?/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(:{0,1}\.evil\.example)?/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(:\d+|\.evil\.example)?/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(:??[^/]*)?/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(?::(?:)|[.]evil[.]example)?/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(:(?=x))?[^/]*/"#, "https://contoso.com.evil.example/", .blocked),
            (#"^https://contoso\.com(:[0-9]+)?/"#, "https://contoso.com:8443/", .blocked),
            (#"^https://contoso\.com(:[0-9]+)?/"#, "https://contoso.com.evil.example/", .internal),
            (#"^https://([^/]+\.)?contoso\.com(:[0-9]+)?(/|$)"#, "https://a.b.contoso.com:1/", .blocked),
        ]
    )
    func optionalColon(pattern: String, url: String, expected: URLClass) throws {
        let compiled = try Self.ruleSet(pattern)
        var subject = MatchSubject()
        try subject.url.parse(url.utf8.span)
        #expect(compiled.match(&subject, parsedFrom: url.utf8.span).urlClass == expected)
        #expect(compiled.matchLinearly(subject.url, scratch: &subject.scratch).urlClass == expected)
    }

    @Test("Generated expressions match alike with the index and without it", arguments: [1, 2, 3, 4])
    func law(seed: UInt64) throws {
        var generator = RandomURLRegex(SplitMix(seed: seed))
        var subject = MatchSubject()
        var (asked, matched, anchored, anchoredMatches) = (0, 0, 0, 0)
        var failures: [String] = []
        while asked < Self.pairs {
            let (pattern, urls) = generator.next(urls: Self.urlsPerPattern)
            guard let matcher = try? RegexMatcher(pattern) else { continue }
            let compiled = try Self.ruleSet(pattern)
            if matcher.hostAnchors != nil { anchored += 1 }
            for text in urls {
                do { try subject.url.parse(text.utf8.span) } catch { continue }
                asked += 1
                let indexed = compiled.match(&subject, parsedFrom: text.utf8.span)
                let linear = compiled.matchLinearly(subject.url, scratch: &subject.scratch)
                if linear.urlClass == .blocked {
                    matched += 1
                    if matcher.hostAnchors != nil { anchoredMatches += 1 }
                }
                if indexed != linear, failures.count < 5 { failures.append("`\(pattern)` and \(text): \(linear)") }
            }
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        // The generator must produce the cases that the law is about; small samples vary more.
        let variation = Self.pairs < 25_000 ? 2 : 1
        #expect(matched > asked / 20, "\(matched) of \(asked)")
        #expect(anchored > asked / Self.urlsPerPattern / 10 / variation, "\(anchored)")
        #expect(anchoredMatches > asked / 50 / variation, "\(anchoredMatches) of \(asked)")
    }
}
