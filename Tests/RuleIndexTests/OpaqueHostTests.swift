import Diagnostics
import PolicyModel
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleIndex

/// Rules for schemes that are not special, whose hosts only the receiving app understands.
@Suite("Rules and opaque hosts") struct OpaqueHostTests {
    private func answers(_ rules: [Rule], _ url: String, default standard: URLClass = .internal) throws -> [URLClass?] {
        let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)
        let compiled = CompiledRuleSet(
            RuleSet(name: "r", defaultClass: standard, defaultLocation: place, rules: rules)
        )
        var subject = MatchSubject()
        try subject.url.parse(url.utf8.span)
        let indexed = compiled.match(&subject, parsedFrom: url.utf8.span)
        let linear = compiled.matchLinearly(subject.url, scratch: &subject.scratch)
        return [indexed.urlClass, linear.urlClass]
    }

    private func rule(_ id: String, _ urlClass: URLClass, _ conditions: [(MatcherKey, String)]) throws -> Rule {
        Rule(
            id: id,
            urlClass: urlClass,
            conditions: try conditions.map { Condition(key: $0, alternatives: [try Matcher(key: $0, text: $1)]) },
            location: SourceLocation(path: "rules.yaml", line: 1, column: 1)
        )
    }

    @Test(
        "The spelling of a host does not evade a blocking rule",
        arguments: [
            (.domain, "evil.example", "googlechromes://EVIL.example/"),
            (.domain, "evil.example", "microsoft-edge-https://EV%69L.example/"),
            (.domain, "evil.example", "microsoft-edge-https://a.evil%2Eexample./"),
            (.domain, "xn--bcher-kva.example", "x://B\u{DC}CHER.example/"),
            (.host, "evil.example", "x://u:p@EVIL.example:8443/"),
            (.host, "10.0.0.1", "x://0xa000001/"),
            (.address, "10.0.0.0/8", "microsoft-edge-https://10.0.0.1/"),
            (.address, "10.0.0.0/8", "x://0x0a.1/"),
            (.address, "10.0.0.0/8", "x://167772161/"),
            (.url, "x://167772161/a", "x://167772161/a"),
            (.url, "x://evil.example/a", "x://EV%69L.example/a#f"),
            (.url, "x://EV%69L.example/a", "x://evil.example/a"),
            (.url, "x://EV%69L.example/a", "x://EV%69L.example/a"),
            (.pattern, "x://*.evil.example/*", "x://a.EVIL.example/b"),
            (.pattern, "x://167772161/*", "x://167772161/b"),
            (.pattern, "x://10.0.0.1/*", "x://167772161/b"),
            (.regex, "^x://evil[.]example/", "x://EVIL.example/"),
            (.regex, "^x://EVIL[.]example/", "x://EVIL.example/"),
            (.regex, "^x://a%20b[.]", "x://A%20B.example/"),
            (.regex, "^x://A%20B[.]", "x://A%20B.example/"),
            (.domain, "evil.example", "x://A%20B.EVIL.example/"),
            (.domain, "evil.example", "x://A%20B.EVIL.example../"),
            (.domain, "evil.example", "x://a%20b.evil.example.../"),
            (.pattern, "x://*.evil.example/*", "x://a%20b.evil.example../"),
            (.regex, "^x://([^/]+[.])?evil[.]example/", "x://a%20b.evil.example../"),
            (.regex, "^x://EVIL[.]example/", "x://EVIL.example../"),
        ] as [(MatcherKey, String, String)]
    )
    func blocked(key: MatcherKey, text: String, url: String) throws {
        let rules = [try rule("a", .blocked, [(key, text)])]
        #expect(try answers(rules, url) == [.blocked, .blocked])
    }

    @Test(
        "An internal rule applies if the receiving app reads its host, and not if the host is unreadable",
        arguments: [
            ([(.domain, "contoso.com")], "x://CONTOSO.com/", .internal),
            ([(.domain, "contoso.com")], "x://cont%6Fso.com/", .internal),
            ([(.domain, "contoso.com")], "x://A%20B.contoso.com/", .external),
            ([(.scheme, "x")], "x://A%20B.contoso.com/", .internal),
            ([(.scheme, "x"), (.domain, "contoso.com")], "x://A%20B.contoso.com/", .external),
            ([(.regex, "[.]contoso[.]com/")], "x://A%20B.contoso.com/", .external),
            ([(.pattern, "x://*.contoso.com/*")], "x://A%20B.contoso.com/a", .external),
            ([(.pattern, "x://*/a")], "x://A%20B.contoso.com/a", .internal),
            ([(.chrome, "x:*")], "x://A%20B.contoso.com/a", .internal),
            // Both forms must be internal.
            ([(.regex, "^x://contoso[.]com/")], "x://contoso.com/", .internal),
            ([(.regex, "^x://contoso[.]com/")], "x://CONTOSO.com/", .external),
            ([(.regex, "^x://CONTOSO[.]com/")], "x://CONTOSO.com/", .external),
            ([(.regex, "(?i)^x://contoso[.]com/")], "x://CONTOSO.com/", .internal),
            ([(.url, "x://CONTOSO.com/a")], "x://CONTOSO.com/a", .internal),
            ([(.url, "x://CONTOSO.com/a")], "x://contoso.com/a", .internal),
            ([(.url, "x://contoso.com/a")], "x://contoso.com../a", .internal),
            ([(.url, "x://contoso.com../a")], "x://contoso.com./a", .internal),
            ([(.domain, "contoso.com")], "x://A%20B.contoso.com../", .external),
        ] as [([(MatcherKey, String)], String, URLClass)]
    )
    func internalRules(conditions: [(MatcherKey, String)], url: String, expected: URLClass) throws {
        let rules = [try rule("a", .internal, conditions)]
        #expect(try answers(rules, url, default: .external) == [expected, expected])
    }

    @Test(
        "An exception that names a host does not exempt a host that cannot be read",
        arguments: [
            ("x://contoso.com/", true), ("x://a.CONTOSO.com/", true), ("x://evil.example/", false),
            ("x://evil.example%5C.contoso.com/", false), ("x://evil.example%23.contoso.com/", false),
            ("x://evil.example%2F.contoso.com/", false), ("x://A%20B.contoso.com/", false),
        ]
    )
    func unreadableException(url: String, isExempt: Bool) throws {
        for urlClass in [URLClass.blocked, .external] {
            var others = try rule("others", urlClass, [(.scheme, "x")])
            others.exceptions = [
                Condition(key: .domain, alternatives: [try Matcher(key: .domain, text: "contoso.com")])
            ]
            let rules = [others, try rule("viewer", .internal, [(.scheme, "x")])]
            let expected = isExempt ? .internal : urlClass
            #expect(try answers(rules, url, default: .external) == [expected, expected], "\(urlClass)")
        }
    }

    @Test(
        "An external rule that names a host does not keep a weaker rule from blocking a host that cannot be read",
        arguments: [
            ("x://contoso.com/", .external), ("x://evil.example/", .blocked), ("x://A%20B.evil.example/", .blocked),
            ("x://A%20B.contoso.com/", .blocked),
        ] as [(String, URLClass)]
    )
    func unreadableShield(url: String, expected: URLClass) throws {
        var named = try rule("named", .external, [(.domain, "contoso.com")])
        named.priority = 1
        let blocking = try rule("others", .blocked, [(.scheme, "x")])
        #expect(try answers([named, blocking], url) == [expected, expected])
        #expect(try answers([named], url, default: .blocked) == [expected, expected])
        // It still prevents a weaker internal rule.
        let open = try rule("others", .internal, [(.scheme, "x")])
        let withOpen: URLClass = url.contains("contoso") ? .external : .internal
        #expect(try answers([named, open], url) == [withOpen, withOpen])
    }

    @Test(
        "A condition that names a host is compared with the raw text only, if the host cannot be read",
        arguments: [
            ("evil.example", "x://evil.example%5C.contoso.com/", false),
            ("contoso.com", "x://evil.example%5C.contoso.com/", true),
            ("evil.example", "x://EV%69L.example%5C/", false),
            ("evil.example", "x://A%20B.EVIL.example/", true), ("evil.example", "x://A%20B.EV%69L.example/", false),
        ]
    )
    func unreadableCondition(domain: String, url: String, isMatch: Bool) throws {
        for urlClass in [URLClass.blocked, .external] {
            let expected = isMatch ? urlClass : .internal
            #expect(try answers([try rule("named", urlClass, [(.domain, domain)])], url) == [expected, expected])
        }
    }

    @Test("If an internal rule does not apply, weaker rules do")
    func weaker() throws {
        var first = try rule("a", .internal, [(.domain, "contoso.com")])
        first.priority = 1
        let rules = [first, try rule("b", .blocked, [(.domain, "contoso.com")])]
        #expect(try answers(rules, "x://A%20B.contoso.com/") == [.blocked, .blocked])
        #expect(try answers(rules, "x://AB.contoso.com/") == [.internal, .internal])
    }

    @Test("An exception applies to every spelling of a host")
    func exceptions() throws {
        var rule = try rule("a", .internal, [(.scheme, "x")])
        rule.exceptions = [Condition(key: .domain, alternatives: [try Matcher(key: .domain, text: "evil.example")])]
        #expect(try answers([rule], "x://EV%69L.example/", default: .external) == [.external, .external])
        #expect(try answers([rule], "x://contoso.com/", default: .external) == [.internal, .internal])
    }
}
