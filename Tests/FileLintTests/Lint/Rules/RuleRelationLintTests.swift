import AppLint
import Diagnostics
import PolicyFiles
import PolicyModel
import Testing

@testable import FileLint
@testable import LintChecks

@Suite("Lint of overlapping rules")
struct RuleRelationLintTests {
    @Test(
        "A rule that others always override or make redundant is found",
        arguments: [
            (
                "DM010",
                "- {id: wide, class: blocked, domain: contoso.com}\n- {id: in, class: internal, host: www.contoso.com}",
                "the rule `in` never decides: `wide` wins wherever it matches, as at `https://www.contoso.com/`"
            ),
            (
                "DM010",
                "- {id: a, class: internal, domain: [a.example, b.example], priority: 1}\n"
                    + "- {id: b, class: blocked, host: [x.a.example, b.example]}",
                "the rule `b` never decides: `a` wins wherever it matches, as at `https://x.a.example/`"
            ),
            (
                "DM010",
                "- {id: net, class: blocked, address: 10.0.0.0/8}\n- {id: in, class: internal, address: 10.1.2.0/24}",
                "the rule `in` never decides: `net` wins wherever it matches, as at `https://10.1.2.0/`"
            ),
            (
                "DM010",
                "- {id: net, class: blocked, address: 10.0.0.0/8}\n- {id: in, class: internal, host: 10.1.2.3}",
                "the rule `in` never decides: `net` wins wherever it matches, as at `https://10.1.2.3/`"
            ),
            (
                "DM010",
                "- {id: one, class: blocked, host: 10.1.2.3}\n- {id: in, class: external, address: 10.1.2.3}",
                "the rule `in` never decides: `one` wins wherever it matches, as at `https://10.1.2.3/`"
            ),
            (
                "DM010",
                "- {id: one, class: blocked, host: '[::1]'}\n"
                    + "- {id: in, class: external, address: '::1/128', priority: -1}",
                "the rule `in` never decides: `one` wins wherever it matches, as at `https://[::1]/`"
            ),
            (
                "DM010",
                "- {id: one, class: blocked, host: 10.1.2.3}\n- {id: in, class: external, edge: 10.1.2.3/32}",
                "the rule `in` never decides: `one` wins wherever it matches, as at `https://10.1.2.3/`"
            ),
            (
                "DM013",
                "- {id: b, class: internal, address: 10.1.2.3}\n- {id: a, class: internal, host: 10.1.2.3}",
                "the rule `b` has no effect: `a` says the same wherever it matches, as at `https://10.1.2.3/`"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, chrome: 'contoso.com:443'}\n"
                    + "- {id: in, class: external, url: 'https://contoso.com/'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://contoso.com/`"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, chrome: 'contoso.com:80'}\n"
                    + "- {id: in, class: external, chrome: 'http://www.contoso.com:80/a'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `http://www.contoso.com/a`"
            ),
            (
                "DM014",
                "- {id: none, class: external, url: 'https://contoso.com/', unless: {chrome: 'contoso.com:443'}}",
                "the rule `none` matches no URL: its conditions and its `unless` leave nothing to match"
            ),
            (
                "DM014",
                "- {id: none, class: external, chrome: 'contoso.com:443', url: 'http://contoso.com/'}",
                "the rule `none` matches no URL: no URL meets all of its conditions"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, edge: 'https://*.contoso.com/*'}\n"
                    + "- {id: in, class: internal, edge: 'https://a.contoso.com/teams/*'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://a.contoso.com/teams`"
            ),
            (
                "DM010",
                "- {id: all, class: external, edge: 'https://w*.contoso.com/*'}\n"
                    + "- {id: in, class: internal, edge: 'https://w*.contoso.com/*'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://wa.contoso.com/`"
            ),
            (
                "DM010",
                "- {id: plain, class: blocked, scheme: http}\n- {id: in, class: internal, url: 'http://contoso.com/a?b'}",
                "the rule `in` never decides: `plain` wins wherever it matches, as at `http://contoso.com/a?b`"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, regex: '^https://zz[.]test/', priority: 1}\n"
                    + "- {id: in, class: internal, url: 'https://zz.test/a/b?v=1'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://zz.test/a/b?v=1`"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, pattern: {protocol: https, search: 'v=1'}, unless: {host: z.test}}\n"
                    + "- {id: in, class: internal, url: 'https://zz.test/a/b?v=1'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://zz.test/a/b?v=1`"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, chrome: 'zz.test/a?v=1'}\n"
                    + "- {id: in, class: internal, chrome: 'zz.test/a?v=1'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://zz.test/a?v=1`"
            ),
            (
                "DM010",
                "- {id: one, class: blocked, regex: '/ads/'}\n- {id: two, class: internal, regex: '/ads/'}",
                "the rule `two` never decides: `one` wins wherever it matches, as at `https://demarc.example/ads/`"
            ),
            (
                "DM010",
                "- {id: p, class: blocked, pattern: 'https://{*.}?contoso.com/a/*'}\n"
                    + "- {id: in, class: internal, pattern: 'https://www.contoso.com/a/b'}",
                "the rule `in` never decides: `p` wins wherever it matches, as at `https://www.contoso.com/a/b`"
            ),
            (
                "DM013",
                "- {id: all, class: internal, domain: contoso.com}\n- {id: one, class: internal, host: a.contoso.com}",
                "the rule `one` has no effect: `all` says the same wherever it matches, "
                    + "as at `https://a.contoso.com/`"
            ),
            (
                "DM013",
                "- {id: b, class: internal, domain: contoso.com}\n- {id: a, class: internal, domain: contoso.com}",
                "the rule `b` has no effect: `a` says the same wherever it matches, as at `https://contoso.com/`"
            ),
            (
                "DM010",
                "- {id: a, class: blocked, regex: docs}\n"
                    + "- {id: b, class: internal, regex: docs, domain: contoso.com}",
                "the rule `b` never decides: `a` wins wherever it matches, as at `https://contoso.com/docs`"
            ),
            (
                "DM010",
                "- {id: a, class: blocked, regex: [pay, docs]}\n- {id: b, class: internal, regex: docs, scheme: https}",
                "the rule `b` never decides: `a` wins wherever it matches, as at `https://demarc.example/docs`"
            ),
            (
                "DM013",
                "- {id: a, class: internal, regex: docs}\n- {id: b, class: internal, regex: docs, domain: contoso.com}",
                "the rule `b` has no effect: `a` says the same wherever it matches, as at `https://contoso.com/docs`"
            ),
            (
                "DM014",
                "- {id: none, class: blocked, domain: a.example, host: b.example}",
                "the rule `none` matches no URL: no URL meets all of its conditions"
            ),
            (
                "DM014",
                "- {id: none, class: blocked, host: a.example, unless: {domain: a.example}}",
                "the rule `none` matches no URL: its conditions and its `unless` leave nothing to match"
            ),
            (
                "DM014",
                "- {id: none, class: blocked, scheme: ftp, edge: 'https://a.example/'}",
                "the rule `none` matches no URL: no URL meets all of its conditions"
            ),
            (
                "DM014",
                "- {id: none, class: blocked, scheme: blob}",
                "the rule `none` matches no URL that a view loads: of a `blob` URL, rules see the origin"
            ),
            (
                "DM014",
                "- {id: b, class: blocked, scheme: blob}\n- {id: none, class: blocked, url: 'blob:https://contoso.com/1'}",
                "the rule `none` matches no URL that a view loads: of a `blob` URL, rules see the origin"
            ),
            (
                "DM014",
                "- {id: b, class: blocked, scheme: blob}\n- {id: none, class: internal, pattern: 'blob:*'}",
                "the rule `none` matches no URL that a view loads: of a `blob` URL, rules see the origin"
            ),
            (
                "DM014",
                "- {id: none, class: internal, regex: '^blob:https://contoso'}",
                "the rule `none` matches no URL that a view loads: of a `blob` URL, rules see the origin"
            ),
            (
                "DM014",
                "- {id: none, class: blocked, scheme: [file, data], domain: contoso.com}",
                "the rule `none` matches no URL that a view loads: rules are not asked about the schemes `data`, `file`"
            ),
            (
                "DM010",
                "- {id: site, class: blocked, pattern: {hostname: '*.contoso.com'}}\n"
                    + "- {id: in, class: internal, domain: hr.contoso.com, scheme: https}",
                "the rule `in` never decides: `site` wins wherever it matches, as at `https://hr.contoso.com/`"
            ),
            (
                "DM010",
                "- {id: site, class: blocked, pattern: 'x-app://*.contoso.com/*'}\n"
                    + "- {id: in, class: internal, pattern: 'x-app://hr.contoso.com/*'}",
                "the rule `in` never decides: `site` wins wherever it matches, as at `x-app://hr.contoso.com/`; "
                    + "it also lets views load the scheme `x-app`, which no other rule names"
            ),
            (
                "DM013",
                "- {id: a, class: blocked, url: 'x-app://HR.contoso.com/'}\n"
                    + "- {id: b, class: blocked, url: 'x-app://HR.contoso.com/'}",
                "the rule `b` has no effect: `a` says the same wherever it matches, as at `x-app://hr.contoso.com/`"
            ),
            (
                "DM011",
                "- {id: ads, class: blocked, host: a.contoso.com}\n"
                    + "- {id: in, class: internal, domain: contoso.com, scheme: https}",
                "the rules `ads` and `in` of one priority overlap: `blocked` wins over `internal` at "
                    + "`https://a.contoso.com/`"
            ),
            (
                "DM011",
                "- {id: ads, class: blocked, domain: a.contoso.com}\n"
                    + "- {id: in, class: internal, domain: contoso.com, unless: {host: b.a.contoso.com}}",
                "the rules `ads` and `in` of one priority overlap: `blocked` wins over `internal` at "
                    + "`https://a.contoso.com/`"
            ),
            (
                "DM011",
                "- {id: ads, class: blocked, edge: 'https://a.contoso.com/*'}\n"
                    + "- {id: in, class: internal, scheme: https, unless: {edge: 'https://a.contoso.com/b/*'}}",
                "the rules `ads` and `in` of one priority overlap: `blocked` wins over `internal` at "
                    + "`https://a.contoso.com/`"
            ),
            (
                "DM012",
                "- {id: ads, class: blocked, host: a.contoso.com}\n"
                    + "- {id: in, class: internal, domain: contoso.com, unless: {host: b.contoso.com}}",
                "the rule `ads` overrides part of `in`: `blocked` wins over `internal` at `https://a.contoso.com/`"
            ),
            (
                "DM011",
                "- {id: net, class: blocked, address: 10.1.0.0/16}\n"
                    + "- {id: in, class: internal, scheme: [data, ftp], address: 10.0.0.0/8}",
                "the rules `net` and `in` of one priority overlap: `blocked` wins over `internal` at "
                    + "`ftp://10.1.0.0/`"
            ),
            (
                "DM011",
                "- {id: in, class: internal, domain: contoso.com}\n- {id: plain, class: blocked, scheme: http}",
                "the rules `plain` and `in` of one priority overlap: `blocked` wins over `internal` at "
                    + "`http://contoso.com/`"
            ),
            (
                "DM011",
                "- {id: a, class: internal, pattern: 'https://contoso.com/a/*'}\n"
                    + "- {id: b, class: external, pattern: 'https://contoso.com/a/b*'}\n"
                    + "- {id: c, class: blocked, edge: ['https://contoso.com/a/b', 'http://fabrikam.com/*']}",
                "the rules `c` and `a` of one priority overlap: `blocked` wins over `internal` at "
                    + "`https://contoso.com/a/b`"
            ),
            (
                "DM011",
                "- {id: in, class: internal, domain: contoso.com}\n- {id: ads, class: blocked, regex: '/ads/'}",
                "the rules `ads` and `in` of one priority overlap: `blocked` wins over `internal` at "
                    + "`https://contoso.com/ads/` (sampled)"
            ),
            (
                "DM010",
                "- {id: all, class: blocked, chrome: contoso.com}\n"
                    + "- {id: in, class: internal, chrome: 'https://www.contoso.com/a'}",
                "the rule `in` never decides: `all` wins wherever it matches, as at `https://www.contoso.com/a`"
            ),
            (
                "DM012",
                "- {id: in, class: internal, domain: contoso.com}\n- {id: q, class: blocked, chrome: 'contoso.com/a?b=c*'}",
                "the rule `q` overrides part of `in`: `blocked` wins over `internal` at `https://contoso.com/a?b=c`"
            ),
            (
                "DM012",
                "- {id: in, class: internal, domain: contoso.com}\n- {id: www, class: external, host: www.contoso.com}",
                "the rule `www` overrides part of `in`: `external` wins over `internal` at `https://www.contoso.com/`"
            ),
        ]
    )
    func found(code: String, rules: String, message: String) throws {
        let findings = try ruleFindings(rules)
        let messages = findings.filter { $0.code == code }.map(\.diagnostic.message)
        #expect(messages.contains(message), "\(text(findings))")
    }

    @Test(
        "Which rule has no effect does not depend on the names, unless both match the same",
        arguments: [
            ("domain: x.example, scheme: https", "domain: x.example", true),
            ("host: x.example", "host: [x.example, y.example]", true),
            ("regex: bar", "regex: [bar, baz]", true),
            ("domain: x.example, unless: {host: www.x.example}", "domain: x.example", true),
            ("domain: x.example, regex: /docs", "domain: x.example", true),
            ("domain: x.example, regex: /docs", "regex: /docs", true),
            (
                "pattern: 'https://*.contoso.com/a/*/c'",
                "pattern: ['https://*.contoso.com/a/*/c', 'https://*.contoso.com/b/*']", true
            ),
            ("domain: x.example", "domain: x.example", false),
            ("domain: x.example, scheme: https", "chrome: 'https://x.example'", false),
            ("host: [x.example, y.example]", "host: [y.example, x.example]", false),
        ]
    )
    func names(narrow: String, wide: String, isNarrower: Bool) throws {
        for (one, other) in [("a", "b"), ("b", "a")] {
            let findings = try ruleFindings(
                "- {id: \(one), class: internal, \(narrow)}\n- {id: \(other), class: internal, \(wide)}"
            )
            let found = findings.filter { $0.code == "DM013" }.map(\.diagnostic.message)
            let name = isNarrower ? one : "b"
            #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("the rule `\(name)` ") }, "\(text(findings))")
        }
    }

    @Test("Of rules that cover each other together, the last by name can be removed, and no other")
    func circle() throws {
        let findings = try ruleFindings(
            """
            - {id: a, class: internal, host: [x.example, y.example]}
            - {id: b, class: internal, host: [y.example, z.example]}
            - {id: c, class: internal, host: [x.example, z.example]}
            """
        )
        let found = findings.filter { $0.code == "DM013" }.map(\.diagnostic.message)
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("the rule `c` ") }, "\(text(findings))")
    }

    @Test(
        "A rule that another one may leave something to decides",
        arguments: [
            // Some value of the expression is not the other rule's, or the other rule asks for more.
            "- {id: all, class: blocked, regex: docs}\n"
                + "- {id: in, class: internal, regex: [docs, pay], domain: contoso.com}",
            "- {id: all, class: blocked, regex: docs, unless: {host: a.contoso.com}}\n"
                + "- {id: in, class: internal, regex: docs, domain: contoso.com}",
            "- {id: all, class: blocked, regex: docs, site: same-site}\n"
                + "- {id: in, class: internal, regex: docs, domain: contoso.com}",
            // The stronger rule has an exception, or depends on the document of the view.
            "- {id: all, class: blocked, regex: '/a$', unless: {url: 'https://z.test/a'}}\n"
                + "- {id: in, class: internal, url: 'https://z.test/a'}",
            "- {id: all, class: blocked, regex: '/a$', unless: {site: same-site}}\n"
                + "- {id: in, class: internal, url: 'https://z.test/a'}",
            // On the allow side, a filter with the same text matches fewer URLs.
            "- {id: all, class: external, chrome: 'z.test/a?v=1', priority: 1}\n"
                + "- {id: in, class: blocked, chrome: 'z.test/a?v=1'}",
        ]
    )
    func undecided(rules: String) throws {
        let findings = try ruleFindings(rules)
        #expect(!codes(findings).contains("DM010"), "\(text(findings))")
    }

    @Test(
        "Disjoint rules and rules ordered by priority have no finding",
        arguments: [
            "- {id: a, class: internal, domain: contoso.com}\n- {id: b, class: blocked, domain: notcontoso.com}",
            "- {id: a, class: internal, chrome: .contoso.com}\n- {id: b, class: blocked, chrome: www.contoso.com}",
            "- {id: a, class: internal, chrome: 'http://a.example'}\n- {id: b, class: blocked, chrome: 'https://a.example'}",
            "- {id: a, class: internal, chrome: 'a.example:81'}\n- {id: b, class: blocked, chrome: 'a.example:80'}",
            "- {id: a, class: internal, chrome: 'a.example:443'}\n- {id: b, class: blocked, url: 'http://a.example/'}",
            "- {id: a, class: internal, chrome: a.example/b}\n- {id: b, class: blocked, chrome: 'a.example/c?d'}",
            "- {id: a, class: internal, site: same-site}\n- {id: b, class: blocked, domain: contoso.com}",
            "- {id: a, class: internal, domain: contoso.com}\n- {id: b, class: blocked, host: www.contoso.com, priority: 1}",
            "- {id: a, class: internal, url: 'https://a.example/'}\n- {id: b, class: blocked, url: 'https://a.example/b'}",
            "- {id: a, class: internal, edge: 'https://a.example/x'}\n- {id: b, class: external, edge: 'https://a.example/y'}",
            "- {id: a, class: internal, edge: 'https://a.example:8443/'}\n- {id: b, class: external, edge: 'https://a.example/'}",
            "- {id: a, class: blocked, domain: a.example, unless: {host: www.a.example}}\n"
                + "- {id: b, class: internal, host: www.a.example}",
            "- {id: a, class: internal, address: 10.0.0.0/24}\n- {id: b, class: blocked, address: 10.0.1.0/24}",
            "- {id: a, class: blocked, domain: a.example, scheme: http}\n- {id: b, class: internal, edge: 'https://a.example/'}",
            "- {id: a, class: external, scheme: [https, http]}\n- {id: b, class: blocked, scheme: ftp}",
            "- {id: a, class: external, scheme: [blob, https]}\n- {id: b, class: blocked, scheme: [blob, ftp]}",
            // A pattern is also tried on the written form of `x-app://HR.CONTOSO.com/`, and does not match it.
            "- {id: a, class: internal, pattern: {hostname: '*.contoso.com'}, priority: 1}\n"
                + "- {id: b, class: blocked, host: hr.contoso.com}",
            "- {id: a, class: internal, pattern: {hostname: '{*.}?contoso.com'}}\n"
                + "- {id: b, class: internal, host: hr.contoso.com}",
            "- {id: a, class: internal, pattern: {hostname: '127.0.0.1'}, priority: 1}\n"
                + "- {id: b, class: blocked, host: 127.0.0.1}",
            "- {id: a, class: blocked, host: hr.contoso.com, unless: {pattern: {hostname: '*.contoso.com'}}}",
            // Other keys see the host as the app reads it.
            "- {id: a, class: blocked, address: 127.0.0.0/8, url: 'x-app://0x7f.1/docs'}",
            "- {id: a, class: internal, domain: contoso.com, url: 'x-app://Contoso.com/docs'}",
        ]
    )
    func silent(rules: String) throws {
        let findings = try ruleFindings(rules)
        #expect(findings.isEmpty, "\(text(findings))")
    }

    @Test(
        "No finding advises to remove a rule that alone lets views load a scheme",
        arguments: [
            (
                """
                - {id: all, class: external, domain: contoso.com}
                - {id: viewer, class: external, scheme: contoso-viewer, host: docs.contoso.com}
                """, nil
            ),
            (
                """
                - {id: all, class: external, domain: contoso.com}
                - {id: viewer, class: internal, scheme: [contoso-viewer, other-viewer, https], domain: contoso.com}
                """,
                "it also lets views load the schemes `contoso-viewer`, `other-viewer`, which no other rule names"
            ),
            (
                "- {id: none, class: internal, scheme: contoso-viewer, domain: a.example, host: b.example}",
                "it also lets views load the scheme `contoso-viewer`, which no other rule names"
            ),
            (
                """
                - {id: all, class: external, domain: contoso.com}
                - {id: viewer, class: external, scheme: contoso-viewer}
                - {id: docs, class: external, scheme: contoso-viewer, host: docs.contoso.com}
                """, ""
            ),
            (
                """
                - {id: all, class: external, domain: contoso.com}
                - {id: one, class: external, scheme: contoso-viewer, host: one.contoso.com}
                - {id: two, class: external, scheme: contoso-viewer, host: two.contoso.com}
                """, ""
            ),
            (
                """
                - {id: all, class: external, domain: contoso.com}
                - {id: sockets, class: external, scheme: wss, host: docs.contoso.com}
                """, ""
            ),
            (
                """
                - {id: all, class: blocked, domain: contoso.com}
                - {id: viewer, class: blocked, scheme: contoso-viewer, host: docs.contoso.com}
                """, ""
            ),
        ]
    )
    func claimedScheme(rules: String, caveat: String?) throws {
        let findings = try ruleFindings(rules)
        #expect(findings.count == (caveat == nil ? 0 : 1), "\(text(findings))")
        guard let finding = findings.first?.diagnostic, let caveat else { return }
        // In the message: JSON and SARIF have no help.
        #expect(caveat.isEmpty ? finding.help == "remove it" : finding.message.hasSuffix("; \(caveat)"), "\(finding)")
        #expect(caveat.isEmpty || finding.help?.contains("remove it") == false, "\(finding)")
    }

    @Test(
        "Values with a `*` inside a label overlap where the labels of both fit",
        arguments: [
            ("https://w*.contoso.com/*", "https://*1.contoso.com/*", "https://w1.contoso.com/"),
            ("https://*a*.contoso.com/x/*", "https://b*.contoso.com/*", "https://bab.contoso.com/x"),
            ("https://w*.contoso.com/*", "https://w*.contoso.com/teams/*", "https://wa.contoso.com/teams"),
        ]
    )
    func labels(one: String, other: String, witness: String) throws {
        let findings = try ruleFindings(
            "- {id: a, class: internal, edge: '\(one)'}\n- {id: b, class: external, edge: '\(other)'}"
        )
        #expect(["DM011", "DM012"].contains(findings.first?.code) && findings.count == 1, "\(text(findings))")
        #expect(findings.first?.diagnostic.message.contains(witness) == true, "\(text(findings))")
    }

    @Test("A rule about a scheme that the app handles is found, because views ask no rules about it")
    func handled() throws {
        let findings = try documentFindings(
            """
            demarc: 1
            app: {webViewHandledURLSchemes: [X-App, wss]}
            ruleSets:
              set:
                default: external
                rules:
                  - {id: docs, class: blocked, scheme: x-app}
                  - {id: plain, class: blocked, scheme: wss}
                  - {id: both, class: external, scheme: [x-app, other-app]}
            """
        )
        #expect(codes(findings).contains("DM014"), "\(text(findings))")
        let found = findings.map(\.diagnostic).filter { $0.code == "DM014" }
        #expect(
            found.map(\.message)
                == ["the rule `docs` matches no URL that a view loads: rules are not asked about the scheme `x-app`"]
        )
        #expect(found.first?.help == "take `x-app` out of `webViewHandledURLSchemes`, so that rules decide")
    }

    @Test("A rule that is only partly covered still decides")
    func partial() throws {
        let findings = try ruleFindings(
            """
            - {id: wide, class: blocked, domain: a.example}
            - {id: both, class: internal, host: [x.a.example, b.example]}
            """
        )
        #expect(codes(findings) == ["DM011"], "\(text(findings))")
    }

    @Test("A rule that never decides may decide a URL whose host cannot be read, as the explanation says")
    func unreadableHost() throws {
        let rules = [
            "{id: in, class: internal, priority: 1, domain: contoso.com}",
            "{id: out, class: blocked, domain: intra.contoso.com}",
        ]
        let findings = try ruleFindings(rules.map { "- \($0)" }.joined(separator: "\n"))
        #expect(codes(findings) == ["DM010"], "\(text(findings))")
        let set = "{default: external, rules: [\(rules.joined(separator: ", "))]}"
        let reader = PolicyDocumentReader(files: MemoryFiles(), requiresUser: false)
        let read = reader.load(text: "demarc: 1\nruleSets: {set: \(set)}\n", path: "policy.yaml")
        let ruleSet = try #require(read.document?.ruleSets.first)
        #expect(ruleSet.urlClass(of: "x-app://a.intra.contoso.com/") == .internal)
        #expect(ruleSet.urlClass(of: "x-app://a%20b.intra.contoso.com/") == .blocked)
        #expect(RuleLintCode.shadowedRule.explanation.text.contains("certain for every URL whose host can be read"))
    }

    @Test("The finding has the places of both rules, the one to change first")
    func places() throws {
        let findings = try ruleFindings(
            """
            - {id: wide, class: blocked, domain: a.example}
            - {id: narrow, class: internal, host: x.a.example}
            """
        )
        let places = try #require(findings.first).diagnostic.places
        #expect(places.map(\.start.line) == [7, 6])
        #expect(places.map(\.path) == ["policy.yaml", "policy.yaml"])
        #expect(places.first?.start.column == 9)
    }

    @Test("A list entry is compared like a value")
    func lists() throws {
        let findings = try ruleFindings(
            """
            - {id: games, class: blocked, list: {file: games.txt, format: domains}}
            - {id: in, class: internal, domain: contoso.com}
            - {id: also, class: internal, host: www.casino.example}
            """,
            files: ["games.txt": "casino.example\nplay.contoso.com\nother.example\n"]
        )
        #expect(codes(findings) == ["DM010", "DM011"], "\(text(findings))")
        #expect(text(findings).contains("`https://play.contoso.com/`"), "\(text(findings))")
    }

    @Test("A list in `unless` excludes its entries")
    func exceptions() throws {
        let rules = """
            - {id: in, class: internal, domain: contoso.com, unless: {list: {file: out.txt, format: hosts}}}
            - {id: out, class: blocked, host: www.contoso.com}
            """
        let kept = try ruleFindings(rules, files: ["out.txt": "0.0.0.0 a.contoso.com\n"])
        #expect(codes(kept) == ["DM012"], "\(text(kept))")
        let taken = try ruleFindings(rules, files: ["out.txt": "0.0.0.0 www.contoso.com\n"])
        #expect(taken.isEmpty, "\(text(taken))")
    }

    @Test("Thousands of rules and regexes are compared in bounded time, and the bound is reported")
    func hostile() throws {
        let rules = (0..<800).map { number in
            "- {id: r\(number), class: \(number % 2 == 0 ? "blocked" : "internal"), regex: '/a\(number)[0-9]{2}/'}"
        }
        let findings = try ruleFindings(rules.joined(separator: "\n"))
        #expect(
            findings.contains { $0.code == RuleLintCode.rulesNotAllCompared.rawValue },
            "\(text(findings).prefix(500))"
        )
    }
}
