import AppLint
import Diagnostics
import Testing

@testable import FileLint
@testable import RuleRegions

@Suite("Lint of rules that match too much")
struct RuleWidthLintTests {
    @Test(
        "Values that match every host or a public suffix are found",
        arguments: [
            ("domain: co.uk", "DM025"), ("domain: com", "DM025"), ("domain: [contoso.com, github.io]", "DM025"),
            ("pattern: 'https://*.co.uk/*'", "DM025"), ("pattern: 'https://{*.}?com/*'", "DM025"),
            ("edge: 'https://*.co.uk/*'", "DM025"), ("pattern: 'https://*/*'", "DM024"),
            ("pattern: '*://*:*/*'", "DM024"), ("edge: '0.0.0.0/0'", "DM024"), ("address: '::/0'", "DM024"),
            ("pattern: 'https://*/*', scheme: https", "DM024"), ("chrome: '*'", "DM024"),
            ("chrome: 'https://*'", "DM024"), ("chrome: '*:8080/a?b=c'", "DM024"), ("chrome: co.uk", "DM025"),
            ("scheme: https", "DM024"), ("scheme: [msteams, http]", "DM024"),
            ("scheme: https, unless: {domain: casino.example}", "DM024"),
            ("address: [0.0.0.0/1, 128.0.0.0/2, 192.0.0.0/2]", "DM024"), ("address: ['8000::/1', '::/1']", "DM024"),
            ("edge: [0.0.0.0/1, 128.0.0.0/1]", "DM024"),
            (#"pattern: {hostname: '(contoso\.com|.*)'}"#, "DM024"), ("pattern: {hostname: '(.+)'}", "DM024"),
            ("pattern: {hostname: ':a.:b'}", "DM024"), ("chrome: 'https://com/a'", "DM025"),
            ("chrome: '*', site: same-origin", "DM024"),
        ]
    )
    func wide(condition: String, code: String) throws {
        let findings = try ruleFindings("- {id: r, class: internal, \(condition)}")
        #expect(codes(findings) == [code], "\(text(findings))")
    }

    @Test(
        "A `*` within the registered domain is found, with a host of somebody else",
        arguments: [
            ("internal, edge: 'https://*contoso.com/*'", "evilcontoso.com"),
            ("external, edge: 'https://*contoso.com/*'", "evilcontoso.com"),
            ("internal, edge: 'https://*.con*so.co.uk/'", "www.conevilso.co.uk"),
            ("internal, edge: ['https://fabrikam.com/*', 'https://a.*contoso.com/*']", "a.evilcontoso.com"),
            ("internal, pattern: 'https://*contoso.com/*'", "evilcontoso.com"),
            ("internal, pattern: 'https://*contoso.github.io/*'", "evilcontoso.github.io"),
            ("internal, pattern: 'https://contoso.com*/*'", "contoso.com.evil.example"),
            ("internal, pattern: 'https://contoso.*/*'", "contoso.evil"),
            ("internal, pattern: 'https://*.contoso.com*/a?b=*'", "evil.contoso.com.evil.example"),
            ("internal, pattern: 'https://{*.}?contoso.:tld/*'", "evil.contoso.evil"),
            ("internal, pattern: 'https://:a.co.uk:8443/*'", "evil.co.uk"),
            (#"external, pattern: {hostname: '(contoso|[a-z]+)\.com'}"#, "evil.com"),
            (#"internal, pattern: {hostname: '(con[a-z]+).com'}"#, "cona.com"),
            (#"internal, pattern: {hostname: '([a-z]+contoso\.com)'}"#, "evilcontoso.com"),
            (#"internal, pattern: {hostname: '(\d+).com'}"#, "0.com"),
            (#"internal, pattern: {hostname: 'contoso.([a-z]{2})'}"#, "contoso.aa"),
            (#"internal, pattern: {hostname: ':x([0-9]*)contoso.com'}"#, "0contoso.com"),
            ("internal, list: {file: a.txt, format: edge}", "evilcontoso.com"),
        ]
    )
    func wildcard(rule: String, host: String) throws {
        let files = ["a.txt": "https://fabrikam.com/*\nhttps://*contoso.com/*\n"]
        let findings = try ruleFindings("- {id: r, class: \(rule)}", files: files)
        #expect(codes(findings) == ["DM022"], "\(text(findings))")
        #expect(findings.allSatisfy { $0.diagnostic.message.hasSuffix("such as `\(host)`") }, "\(text(findings))")
        // The rule does match it.
        let witness = "- {id: w, class: blocked, host: \(host)}"
        let both = try ruleFindings("- {id: r, class: \(rule)}\n\(witness)", files: files)
        #expect(codes(both).contains("DM011") || codes(both).contains("DM012"), "\(text(both))")
    }

    @Test(
        "Internal values shared by many organizations are found, and the message names those of one",
        arguments: [
            ("internal, domain: sharepoint.com", ["DM029"]), ("internal, host: github.com", ["DM029"]),
            ("internal, edge: 'https://*.salesforce.com/*'", ["DM029"]),
            ("internal, domain: [contoso.com, office.com]", ["DM029"]),
            ("internal, list: {file: a.txt, format: domains}", ["DM029"]),
            ("internal, domain: contoso.sharepoint.com", []),
            ("internal, domain: sharepoint.com, host: contoso.sharepoint.com", []),
            ("external, domain: sharepoint.com", []),
            ("blocked, domain: dropbox.com", []),
        ] as [(String, [String])]
    )
    func shared(rule: String, expected: [String]) throws {
        let findings = try ruleFindings(
            "- {id: r, class: \(rule)}",
            files: ["a.txt": "contoso.com\nwww.slack.com\nmyslack.com\n"]
        )
        #expect(codes(findings) == expected, "\(text(findings))")
    }

    @Test("The quick check of a long list accepts every shared domain")
    func quickCheck() {
        for domain in SharedHosting.customerDomains.union(SharedHosting.commonDomains) {
            for name in [domain, "www." + domain, "a.b." + domain, domain + "/path"] {
                let mayBe = SharedHosting.mayBeShared(name.utf8.span)
                #expect(mayBe, "\(name)")
            }
        }
        let mayBe = SharedHosting.mayBeShared("a-long-name-of-somebody.example".utf8.span)
        #expect(!mayBe)
    }

    @Test(
        "Narrow values have no finding",
        arguments: [
            "domain: contoso.co.uk", "domain: corp", "host: com", "pattern: 'https://*.contoso.com/*'",
            "pattern: 'https://*/*', domain: contoso.com", "edge: 'https://*.contoso.com/*'", "address: 10.0.0.0/8",
            "pattern: 'contoso-doc:*'", "scheme: msteams", "scheme: https, site: same-site",
            "address: [0.0.0.0/1, 128.0.0.0/2]", "address: ['8000::/1', 0.0.0.0/1]",
            "scheme: https, regex: '^https://contoso\\.com/x'",
            "chrome: contoso.co.uk", "chrome: .com",
            "chrome: 'msteams://*'", "chrome: '*', domain: contoso.com", "chrome: corp", "site: same-site",
            "edge: 'https://*dev.contoso.com/*'", "edge: 'https://*contoso.com/*', domain: contoso.com",
            "pattern: 'https://*dev.contoso.com/*'", "pattern: 'https://{*.}?contoso.com/:a(\\d+)'",
            "pattern: 'https://*.corp/*'", "pattern: 'https://:b.internal/*'", "pattern: 'https://*contoso.corp/*'",
            #"pattern: {hostname: '(contoso|fabrikam).com'}"#, #"pattern: {hostname: '([a-z]+\.)*contoso\.com'}"#,
            "edge: [0.0.0.0/1, 10.0.0.0/8]", "pattern: 'https://:tenant.contoso.com/*'",
            #"pattern: {hostname: '(www|docs)\.contoso\.com'}"#,
            #"pattern: {hostname: '(.*\.)?contoso.com'}"#, "pattern: {hostname: '(adatum|contoso).de'}",
            "pattern: 'https://{www.}?contoso.com/*'", "edge: 'https://*contoso.corp/*'",
        ]
    )
    func narrow(condition: String) throws {
        let findings = try ruleFindings("- {id: r, class: internal, \(condition)}")
        #expect(findings.isEmpty, "\(text(findings))")
    }

    @Test(
        "Wide values in a blocking rule have no finding",
        arguments: [
            "domain: co.uk", "domain: zip", "chrome: '*'", "pattern: 'https://*/*'", "edge: '0.0.0.0/0'",
            "edge: 'https://*contoso.com/*'", "pattern: 'https://*contoso.com/*'",
            "list: {file: a.txt, format: domains}",
        ]
    )
    func blocked(condition: String) throws {
        let findings = try ruleFindings("- {id: r, class: blocked, \(condition)}", files: ["a.txt": "zip\n"])
        #expect(findings.isEmpty, "\(text(findings))")
        let external = try ruleFindings("- {id: r, class: external, \(condition)}", files: ["a.txt": "zip\n"])
        #expect(!external.isEmpty)
    }

    @Test("An entry of a list is found at its line")
    func entry() throws {
        let findings = try ruleFindings(
            "- {id: r, class: internal, list: {file: a.txt, format: domains}}",
            files: ["a.txt": "contoso.com\nco.uk\n"]
        )
        #expect(codes(findings) == ["DM025"], "\(text(findings))")
        #expect(findings.first?.diagnostic.places.first.map { "\($0.path):\($0.start.line)" } == "a.txt:2")
        let filters = try ruleFindings(
            "- {id: r, class: internal, list: {file: a.txt, format: chrome}}",
            files: ["a.txt": "contoso.com\nco.uk\nhttps://*\n"]
        )
        #expect(codes(filters) == ["DM024", "DM025"], "\(text(filters))")
        #expect(filters.compactMap { $0.diagnostic.places.first?.start.line }.sorted() == [2, 3])
    }

    @Test("A look-alike of another rule's domain is found, unless it is blocked")
    func confusable() throws {
        // The second letter is U+043E, which is Cyrillic.
        let lookAlike = "xn--cntoso-wqf.com"
        let trusted = try ruleFindings(
            "- {id: a, class: internal, domain: contoso.com}\n- {id: b, class: internal, domain: www.\(lookAlike)}"
        )
        #expect(codes(trusted) == ["DM026"], "\(text(trusted))")
        #expect(
            trusted.first?.diagnostic.message
                == "`\(lookAlike)` in the rule `b` looks like `contoso.com` of the rule `a`"
        )
        for rules in [
            "- {id: a, class: internal, domain: contoso.com}\n- {id: b, class: blocked, domain: \(lookAlike)}",
            "- {id: a, class: internal, domain: contoso.com}\n- {id: b, class: internal, domain: xn--bcher-kva.example}",
            "- {id: a, class: internal, domain: [contoso.com, \(lookAlike)]}",
        ] {
            let findings = try ruleFindings(rules)
            #expect(findings.isEmpty, "\(text(findings))")
        }
    }

    @Test(
        "An internal default is found, unless the rules only block",
        arguments: [
            ("- {id: a, class: external, domain: a.example}", ["DM031"]),
            ("- {id: a, class: internal, domain: a.example}", ["DM031"]),
            (
                "- {id: a, class: blocked, domain: a.example}\n- {id: b, class: external, domain: b.example}",
                ["DM031"]
            ),
            ("- {id: a, class: blocked, domain: a.example}", []),
            (
                "- {id: a, class: blocked, domain: a.example}\n"
                    + "- {id: b, class: internal, priority: 1, domain: b.example}",
                []
            ),
        ]
    )
    func internalDefault(rules: String, expected: [String]) throws {
        let findings = try ruleFindings(rules, defaultClass: "internal")
        #expect(codes(findings) == expected, "\(text(findings))")
        if !expected.isEmpty { #expect(findings.first?.diagnostic.places.first?.start.line == 4) }
    }

    @Test("A rule set that no view uses is found if there are views", arguments: [(true, []), (false, ["DM030"])])
    func unused(isAsked: Bool, expected: [String]) throws {
        let findings = try documentFindings(
            """
            demarc: 1
            ruleSets:
              set: {default: external, rules: [{id: a, class: internal, domain: a.example}]}
            views:
              - {id: A, webView: true\(isAsked ? ", isExternalURL: set" : "")}
            """
        )
        #expect(codes(findings) == expected, "\(text(findings))")
    }
}
