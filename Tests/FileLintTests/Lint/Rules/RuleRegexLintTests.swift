import AppLint
import Diagnostics
import Testing
import URLMatching
import URLStandard

@testable import FileLint
@testable import LintChecks
@testable import RuleRegions

@Suite("Lint of regular expressions")
struct RuleRegexLintTests {
    private static func lint(_ regex: String, _ more: String = "") throws -> [LintFinding] {
        try ruleFindings("- {id: r, class: internal, regex: '\(regex.replacing("'", with: "''"))'\(more)}")
    }

    @Test(
        "An expression that competes with itself is proven slow",
        arguments: [
            #"^https://([a-z]+)+\.contoso\.com/"#, #"^https://([a-z0-9]+-?)+\.contoso\.com/"#, #"/(a|a)*b$"#,
            #"/(x+x+)+y"#, #"^https://[^/]+/.*a.*b.*c.*d$"#, #"/(?:[a-z]|[a-f])+1$"#, #"/([a-z]*)*1$"#,
            #"/(a|ab|b)+c$"#, #"^https?://[a-z.]*[a-z0-9.]*[a-z-.]*\.example/"#, #"/(\w+\s?)*!x$"#,
            #"^(https?:\/\/)?([\da-z\.-]+)\.([a-z\.]{2,6})([\/\w \.-]*)*\/?$"#,
            #"^(https?://)?contoso\.com([/\w .-]*)*/?$"#,
            #"^https?://[\w.-]+(?:\.[\w.-]+)+[\w\-._~:/?#[\]@!$&'()*+,;=.]+$"#,
            #"^https?://([^/]+\.)*example\.com/"#, #"^https://.*\.contoso\.com/.*\.aspx$"#,
            #"^https://contoso\.com/.*id=.*&type=internal$"#, #"^https://contoso\.com/.*/admin/.+\.html$"#,
            #"^https://contoso\.com/(.*)\..*-$"#, #"^https://contoso\.com/\d+.+id=\d+$"#,
            #"^https://contoso\.com/.*.*=$"#,
        ]
    )
    func slow(regex: String) throws {
        let findings = try Self.lint(regex)
        let finding = try #require(
            findings.first { $0.code == RuleLintCode.regexBacktracks.rawValue },
            "\(regex)\n\(text(findings))"
        )
        #expect(finding.diagnostic.message.contains(" steps, twice as many "))
        #expect(!finding.diagnostic.message.contains(" take 0 steps"), "\(finding.diagnostic.message)")
    }

    @Test(
        "An expression that only looks slow is not found",
        arguments: [
            #"^https://([a-z0-9-]+\.)+contoso\.com/"#, #"^https://[a-z]++[a-z]*\.contoso\.com/"#, #"/ads?/"#,
            #"[?&]download=1(&|$)"#, #"^https://[^/]+\.contoso\.com/[^/]+/[^/]+$"#, #"/(?>a+)+b$"#,
            #"\.(exe|zip|msi)$"#,
            #"/[0-9]{4}/[0-9]{2}/"#, #"^https://(www\.)?contoso\.com/(a|b|c)*/x"#,
        ]
    )
    func fast(regex: String) throws {
        let findings = try Self.lint(regex)
        #expect(!findings.contains { $0.code == RuleLintCode.regexBacktracks.rawValue }, "\(text(findings))")
    }

    @Test(
        "The URL that is shown is one about which rules are asked",
        arguments: [
            #"^https?://([^/]+\.)*example\.com/"#, #"^https://([a-z]+)+\.contoso\.com/"#,
            #"^https?://[a-z.]*[a-z0-9.]*[a-z-.]*\.example/"#, #"^(https?://)?contoso\.com([/\w .-]*)*/?$"#,
        ]
    )
    func askedURL(regex: String) throws {
        let matcher = try RegexMatcher(regex)
        let tree = try #require(RegexTree(matcher.pattern))
        var search = BacktrackSearch(budget: 20_000_000)
        let found = search.attack(on: matcher, tree)
        let attack = try #require(found)
        let text = attack.url(attack.count)
        let url = try URLRecord(parsing: text.utf8.span)
        let isAmbiguous = url.disagreesOnAuthority(with: text.utf8.span)
        #expect(!isAmbiguous, "\(text)")
    }

    @Test("The message shows the attack's parts and where the engine gives up")
    func attack() throws {
        let findings = try Self.lint(#"/([a-z]+)+1$"#)
        let message = try #require(findings.first { $0.code == RuleLintCode.regexBacktracks.rawValue }).diagnostic
            .message
        #expect(message.hasPrefix("the regex `/([a-z]+)+1$` of the rule `r` can be made slow: `https://"), "\(message)")
        #expect(message.contains(" times `a`"), "\(message)")
        #expect(message.contains("; with "), "\(message)")
    }

    @Test(
        "A domain written as an expression is found, with the keys to use instead",
        arguments: [
            (#"^https?://([^/]+\.)?contoso\.com(:[0-9]+)?(/|$)"#, "domain: contoso.com, scheme: [https, http]"),
            (#"^https://([^/.]+\.)*contoso\.com[:/]"#, "domain: contoso.com, scheme: https"),
            (#"^(http|https)://www\.contoso\.com(:\d+)?/"#, "host: www.contoso.com, scheme: [https, http]"),
            (#"^https?://(?:[^/]+\.)?contoso\.com(:\d+)?/.*$"#, "domain: contoso.com, scheme: [https, http]"),
            (#"(?i)^https://www\.Contoso\.com[/:]"#, "host: www.contoso.com, scheme: https"),
        ]
    )
    func disguised(regex: String, replacement: String) throws {
        let findings = try Self.lint(regex)
        #expect(codes(findings) == ["DM021"], "\(text(findings))")
        let fix = try #require(findings.first?.diagnostic.fix)
        #expect(fix.replacement == replacement)
        #expect(fix.range.end.offset - fix.range.start.offset == "regex: ''".utf8.count + regex.utf8.count)
    }

    @Test(
        "If the keys match more than the expression, only a rule that blocks has a fix",
        arguments: [
            (#"^https?://([^/]+\.)?contoso\.com(/|$)"#, "every port"),
            (#"^https://www\.contoso\.com/"#, "every port"),
            (#"^https://([a-z0-9_-]+\.)*contoso\.com(:\d+)?/"#, "every subdomain"),
            (#"^https://([\w-]+\.)*contoso\.com/"#, "every port and every subdomain"),
        ]
    )
    func wider(regex: String, more: String) throws {
        for urlClass in ["internal", "external", "blocked"] {
            let findings = try ruleFindings("- {id: r, class: \(urlClass), regex: '\(regex)'}")
            #expect(codes(findings) == ["DM021"], "\(text(findings))")
            let finding = try #require(findings.first).diagnostic
            #expect(finding.help?.hasSuffix("; that matches \(more)") == true, "\(finding.help ?? "")")
            #expect((finding.fix != nil) == (urlClass == "blocked"))
        }
    }

    @Test("An expression that leaves out hosts with `_` is not a domain")
    func underscore() throws {
        let findings = try Self.lint(#"^https://([a-z0-9-]+\.)*contoso\.com(:\d+)?/"#)
        #expect(codes(findings).isEmpty, "\(text(findings))")
    }

    @Test(
        "A host that the key does not take, or only in quotes, is no domain",
        arguments: [
            #"^https://\*\.contoso\.com/"#, #"^https://([^/]+\.)?\*\.contoso\.com/"#, "^https://&a[.]com/",
            "^https://'a[.]com/", "^https://a,b[.]com/", "^https://a[.]com'/", "^https://!a[.]com/",
        ]
    )
    func strangeHost(regex: String) throws {
        let findings = try Self.lint(regex)
        #expect(!findings.contains { $0.code == RuleLintCode.regexIsDomain.rawValue }, "\(text(findings))")
    }

    @Test("The fix keeps the layout of a block and the rule's other keys")
    func blockFix() throws {
        let findings = try ruleFindings(
            #"""
            - id: r
              class: internal
              regex: ^https://www\.contoso\.com(:[0-9]+)?/
              because: It is ours
            """#
        )
        #expect(findings.first?.diagnostic.fix?.replacement == "host: www.contoso.com\n        scheme: https")
    }

    @Test(
        "A rule that already has one of the keys has no fix, and its help asks for no second one",
        arguments: [
            (
                "scheme: https",
                "remove it, write `host: www.contoso.com`, and of the rule's own `scheme` keep only what `scheme: https` "
                    + "includes"
            ),
            (
                "host: [www.contoso.com, b.example]",
                "remove it, write `scheme: https`, and of the rule's own `host` keep only what `host: www.contoso.com` "
                    + "includes"
            ),
            (
                "host: www.contoso.com, scheme: https",
                "remove it, and of the rule's own `host` and `scheme` keep only what `host: www.contoso.com` and "
                    + "`scheme: https` include"
            ),
        ]
    )
    func noFix(keys: String, help: String) throws {
        let findings = try Self.lint(#"^https://www\.contoso\.com(:\d+)?/"#, ", \(keys)")
        let finding = try #require(
            findings.first { $0.code == RuleLintCode.regexIsDomain.rawValue },
            "\(text(findings))"
        )
        #expect(finding.diagnostic.fix == nil)
        #expect(finding.diagnostic.help == help)
    }

    @Test(
        "A rule that shares its keys with another rule through YAML has no fix",
        arguments: [
            """
            - &base {id: public, class: external, REGEX}
            - {<<: *base, id: casino, class: blocked, regex: casino}
            """,
            """
            - &base
              id: public
              class: external
              REGEX
            - <<: *base
              id: casino
              class: blocked
              regex: casino
            """,
            """
            - {<<: &base {class: external, REGEX}, id: public}
            - {<<: *base, id: casino, class: blocked, regex: casino}
            """,
        ]
    )
    func sharedKeys(rules: String) throws {
        let regex = #"regex: '^https?://www\.contoso\.com(:[0-9]+)?/'"#
        let findings = try ruleFindings(rules.replacing("REGEX", with: regex))
        let finding = try #require(
            findings.first { $0.code == RuleLintCode.regexIsDomain.rawValue },
            "\(text(findings))"
        )
        #expect(finding.diagnostic.fix == nil)
    }

    @Test(
        "An unanchored host is found, with a foreign URL that matches",
        arguments: [
            (#"contoso\.com"#, "https://evil.example/?contoso.com/"),
            (#"contoso\.com/teams"#, "https://evil.example/?contoso.com/teams"),
            (#"^https://.*contoso\.com/"#, "https://evil.example/?contoso.com/"),
            (#"^https://contoso\.com"#, "https://contoso.com.evil.example/"),
            (#"contoso\.com/?$"#, "https://evil.example/?contoso.com/"),
            (#"^https://[^/]*contoso\.com/"#, "https://evilcontoso.com/"),
        ]
    )
    func unanchored(regex: String, witness: String) throws {
        let findings = try Self.lint(regex)
        let finding = try #require(
            findings.first { $0.code == RuleLintCode.unanchoredHost.rawValue },
            "\(text(findings))"
        )
        #expect(finding.diagnostic.message.hasSuffix("it matches `\(witness)`"), "\(finding.diagnostic.message)")
    }

    @Test(
        "An unescaped dot is found, with a foreign host that matches",
        arguments: [
            (#"^https://www.contoso\.com/"#, "https://wwwxcontoso.com/"),
            (#"contoso.com"#, "https://contosoxcom.evil.example/"),
        ]
    )
    func openDot(regex: String, witness: String) throws {
        let findings = try Self.lint(regex)
        let finding = try #require(
            findings.first { $0.code == RuleLintCode.unescapedDot.rawValue },
            "\(text(findings))"
        )
        #expect(finding.diagnostic.message.hasSuffix("it matches `\(witness)`"), "\(finding.diagnostic.message)")
    }

    @Test(
        "Other expressions, and those that another key narrows, are not found",
        arguments: [
            (#"^https?://([^/]+\.)?contoso\.com/teams/"#, ""), (#"/readme\.md$"#, ", host: contoso.com"),
            (#"^https://[a-z]+\.contoso\.(com|de)/"#, ""), (#"^https://10\.[0-9]+\.[0-9]+\.[0-9]+/x"#, ""),
            (#"contoso\.com"#, ", domain: contoso.com"), (#"^https://(www|intra)\.contoso\.com/"#, ""),
        ]
    )
    func silent(regex: String, more: String) throws {
        let findings = try Self.lint(regex, more)
        #expect(findings.isEmpty, "\(text(findings))")
    }

    @Test(
        "An expression that matches no URL as rules see it is found",
        arguments: [
            #"^https://Evil\.example/"#, #"^https://evil\.example:443/"#, #"^https://evil\.example$"#,
            #"^https://evil\.example\./"#,
            #"^https://evil\.example/a#secret"#, #"^HTTPS://evil\.example/"#, #"^http://192\.0\.2\.1\./"#,
            #"^https?://(10|0x7f)\.[1-9][0-9]{0,2}\.\.(:8443)?/"#, #"^https://\[::ffff:a00:1\]/"#,
            #"^https?://\[::ffff:[0-9a-f]+:[0-9a-f]+\](:[0-9]+)?/"#, #"^https://evil\.example/a b"#,
        ]
    )
    func empty(regex: String) throws {
        for urlClass in ["internal", "blocked"] {
            let findings = try ruleFindings("- {id: r, class: \(urlClass), regex: '\(regex)'}")
            #expect(codes(findings) == ["DM014"], "\(text(findings))")
            let help = try #require(findings.first?.diagnostic.help)
            #expect(help.contains("scheme and host in lower case") && help.contains("`%20`"), "\(help)")
        }
    }

    @Test(
        "An expression that matches some URL is not said to match none",
        arguments: [
            #"(?i)^https://Evil\.example/x"#, #"/Evil\.example/"#, #"^https://evil\.example:8443/x$"#,
            #"^https://evil\.example/\?#?$"#, #"^x-app://Evil\.example/"#, #"^[a-z]+:opaque$"#,
            #"^http://192\.0\.2\.300\./"#, #"^http://1\.2\.3\.4\.5\./"#, #"192\.0\.2\.1\./"#,
            #"^https://\[::ffff:0\]/"#, #"^https://\[::ffff:1:2:3\]/"#, #"/\[::ffff:a00:1\]"#,
        ]
    )
    func notEmpty(regex: String) throws {
        let findings = try ruleFindings("- {id: r, class: blocked, regex: '\(regex)'}")
        #expect(!codes(findings).contains("DM014"), "\(text(findings))")
    }

    @Test(
        "An internal expression that does not spell out its hosts is found, as the audit finds its sites",
        arguments: [
            (#"/readme\.md$"#, "DM024"), (#"[?&]to=contoso\.com"#, "DM024"),
            (#"^https://[a-z]+\.github\.io/x"#, "DM024"),
            (#"^https://contoso[0-9]\.com/x"#, "DM024"), (#"^https://[a-z]+\.[a-z]+/wiki/"#, "DM024"),
            (#"^https://(.*\.)?contoso\.com/x"#, "DM022"),
        ]
    )
    func wide(regex: String, code: String) throws {
        let findings = try Self.lint(regex)
        #expect(codes(findings) == [code], "\(text(findings))")
        // A rule that makes nothing internal may be as wide as it likes.
        #expect(codes(try ruleFindings("- {id: r, class: external, regex: '\(regex)'}")).allSatisfy { $0 == "DM022" })
    }

    @Test(
        "An expression for a host that many organizations share, or for no host, is not said to find others",
        arguments: [
            (#"^https://github\.com/contoso/"#, ["DM029"]),
            (#"^https://login\.microsoftonline\.com/common/"#, ["DM029"]),
            (#"^https?://([a-z0-9-]+[.])*google[.]com/"#, ["DM029"]), (#"^mailto:help@contoso\.com$"#, []),
            ("^contoso-app:open$", []),
        ] as [(String, [String])]
    )
    func shared(regex: String, expected: [String]) throws {
        let findings = try Self.lint(regex)
        #expect(codes(findings) == expected, "\(text(findings))")
    }

    @Test("Complex or unsupported expressions take bounded time and have no finding")
    func hostile() throws {
        let deep = String(repeating: "(a|", count: 90) + "b" + String(repeating: ")", count: 90)
        let long = String(repeating: "[a-z]*x", count: 900)
        for regex in [deep, "(\(deep))*c$", #"/(a)\1+"#, #"(?R)?a"#, #"(a)?(?(1)a|b)"#, #"\p{L}+"#, "[[:^alpha:]]+"] {
            _ = try Self.lint(regex)
        }
        _ = try Self.lint(long)
        let rules = (0..<120).map { "- {id: r\($0), class: internal, regex: '/(x\($0)|[a-z]+)+1$'}" }
        let set = "demarc: 1\nruleSets:\n  r:\n    default: external\n    rules:\n"
        let lint = Linting.lint(["p.yaml": set + rules.map { "      \($0)\n" }.joined()])
        let slow = lint.codes.filter { $0 == RuleLintCode.regexBacktracks.rawValue }
        #expect(!slow.isEmpty && slow.count <= LintRun.shownLimit + 1, "\(slow.count)")
    }
}
