import Demarc
import Diagnostics
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("Claims about every answer") struct AlwaysClaimTests {
    private static let document = TightDocument().with {
        $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
        $0.rules = [
            "{id: intranet, class: internal, domain: contoso.com}",
            "{id: public, class: external, url: 'https://www.contoso.com/'}",
            "{id: old, class: blocked, edge: 'https://old.contoso.com/wiki/*'}",
            "{id: port, class: external, pattern: 'https://files.contoso.com:8443/*'}",
        ]
    }

    private static let rows: [(claim: String, verdict: ClaimResult.Verdict, url: String?)] = [
        ("navigate: {view: E, url: {domain: payroll.contoso.com}}, then: {page: managed}", .proven, nil),
        ("navigate: {view: E, url: {host: contoso.com}}, then: {page: managed, rule: intranet}", .proven, nil),
        (
            "navigate: {view: E, url: {domain: contoso.com}}, then: {page: managed}", .refuted,
            "https://www.contoso.com/"
        ),
        (
            "navigate: {view: E, url: {domain: old.contoso.com}}, then: {page: managed}", .refuted,
            "https://old.contoso.com/wiki"
        ),
        (
            "navigate: {view: E, url: {host: files.contoso.com}}, then: {page: managed}", .refuted,
            "https://files.contoso.com:8443/"
        ),
        ("navigate: {view: E, url: {host: files.contoso.com, scheme: http}}, then: {page: managed}", .proven, nil),
        ("navigate: {view: E, url: 'https://www.contoso.com/'}, then: {class: external}", .proven, nil),
        (
            "navigate: {view: E, url: 'https://www.contoso.com/'}, then: {class: internal}", .refuted,
            "https://www.contoso.com/"
        ),
        ("navigate: {view: E, url: {domain: [example.net, example.org]}}, then: {verdict: route}", .proven, nil),
        (
            "navigate: {view: E, url: {edge: 'https://*.contoso.com/wiki/*'}}, then: {class: internal}", .refuted,
            "https://old.contoso.com/wiki"
        ),
        ("navigate: {view: E, url: {regex: 'contoso'}}, then: {class: internal}", .refuted, nil),
        (
            "navigate: {view: E, url: {regex: '^https://a[0-9]\\.contoso\\.com/'}}, then: {class: internal}", .sampled,
            nil
        ),
        ("navigate: {view: E, url: {host: a.example, domain: b.example}}, then: {class: internal}", .vacuous, nil),
        (
            "navigate: {view: E, url: {host: b.a.example, chrome: 'https://*?v=1'}}, then: {class: blocked}", .refuted,
            "https://b.a.example/?v=1"
        ),
        ("navigate: {view: E, url: {edge: 'https://w*.contoso.com/*'}}, then: {class: blocked}", .refuted, nil),
        (
            "navigate: {view: E, url: {pattern: {hostname: '(w|x).contoso.com'}}}, then: {class: blocked}", .refuted,
            nil
        ),
        (
            "navigate: {view: E, url: {regex: '[?&]v=1', domain: a.example}}, then: {class: blocked}", .refuted,
            "https://a.example/&v=1"
        ),
        (
            "navigate: {view: E, url: {regex: '^https://(?=.*contoso)[^/]+/x'}}, then: {class: blocked}", .notDecided,
            nil
        ),
        ("navigate: {view: E, url: {regex: '^https://Evil\\.example/'}}, then: {class: blocked}", .vacuous, nil),
        ("open: {url: {domain: example.net}}, then: {verdict: route, to: managedBrowser}", .proven, nil),
        ("open: {url: {scheme: notes}}, then: {verdict: block}", .proven, nil),
        ("setting: {name: print}, then: {verdict: block}", .proven, nil),
        ("setting: {name: spotlight}, then: {verdict: allow}", .refuted, nil),
        ("copy: {from: E}, then: {verdict: protected}", .proven, nil),
        ("send: {to: com.example.notes}, then: {verdict: block, reason: send}", .proven, nil),
    ]

    @Test("A claim holds, or one URL refutes it", arguments: rows.indices)
    func table(row: Int) throws {
        let (text, verdict, url) = Self.rows[row]
        let given = Self.document.claim("always: {\(text)}")
        let (result, claim) = try given.result()
        #expect(claim.verdict == verdict, "\(text): \(result)\n\(claim.message)")
        // A claim of which nothing was asked never passes.
        if verdict == .vacuous || verdict == .notDecided { #expect(result.outcome == .error, "\(text)") }
        if let url, case .navigate(let shown, _, _, _, _)? = claim.steps.last?.question {
            #expect(shown == url, "\(text)")
        }
        if verdict == .refuted {
            let rerun = try given.regression(claim)
            #expect(rerun.outcome == .failed)
            #expect(rerun.steps.last?.answer == claim.steps.last?.answer)
        }
    }

    @Test("Without a given user, every account is tried")
    func users() throws {
        let document = Self.document.with {
            $0.policies = [("loose", [("printBlocked", "false")])]
            $0.accounts[2] = "{account: kim@contoso.com, organization: contoso, policy: loose}"
        }
        let (_, claim) = try document.claim("always: {setting: print, then: {verdict: block}}").result()
        #expect(claim.verdict == .refuted && claim.users == [AccountID("kim@contoso.com")])
        let text = "{given: {user: dana@contoso.com}, always: {setting: print, then: {verdict: block}}}"
        #expect(try document.claim(text).result().claim.verdict == .proven)
    }

    @Test("A configuration of one account is asked for that account")
    func configurations() throws {
        let settings = [("dana", "dark"), ("kim", "light")].map { name, theme in
            "  - {accounts: [\(name)@contoso.com], settings: {com.contoso.theme: \(theme)}}\n"
        }
        let document = Self.document.with { $0.sections += "appConfigurations:\n" + settings.joined() }
        let text = "always: {config: com.contoso.theme, then: {value: dark}}"
        let (_, claim) = try document.claim(text).result()
        #expect(claim.verdict == .refuted && claim.users == [AccountID("kim@contoso.com")], "\(claim.message)")
    }

    @Test(
        "A claim that a URL with an ambiguous host does not meet is about the other URLs, and says so",
        arguments: [
            ("domain: contoso.com", "page: managed", "", true), ("host: contoso.com", "page: managed", "", false),
            ("domain: contoso.com", "verdict: {not: route}", "", false),
            ("domain: contoso.com", "page: managed", "ambiguousURLs: canonicalize\n", false),
        ]
    )
    func ambiguous(url: String, expected: String, section: String, isExcluded: Bool) throws {
        let document = TightDocument().with { $0.sections += section }
        let text = "always: {navigate: {view: E, url: {\(url)}}, then: {\(expected)}}"
        let claim = try document.claim(text).result().claim
        #expect(claim.verdict == .proven && claim.message.contains("cover every URL"), "\(claim.message)")
        #expect(claim.message.contains("reads alike") == isExcluded, "\(claim.message)")
    }

    @Test(
        "A URL is searched for each expression of the rules that no other URL of the claim matches",
        arguments: [
            (#"{id: dl, class: external, regex: '[?&]download=1(&|$)', priority: 5}"#, "{domain: contoso.com}"),
            (
                #"{id: teams, class: internal, pattern: 'https://t.example.com/teams/*', unless: {regex: '[?&]d=1'}}"#,
                "{pattern: 'https://t.example.com/teams/*'}"
            ),
        ]
    )
    func expressions(rule: String, url: String) throws {
        let document = Self.document.with { $0.rules = ["{id: intranet, class: internal, domain: contoso.com}", rule] }
        let claim = "always: {navigate: {view: E, url: \(url)}, then: {page: managed}}"
        let given = document.claim(claim)
        let result = try given.result().claim
        #expect(result.verdict == .refuted, "\(rule): \(result.message)")
        #expect(try given.regression(result).outcome == .failed)
    }

    @Test(
        "An expression of a rule or a claim is asked with URLs as browsers write them",
        arguments: [
            "{domain: contoso.com}", "{host: contoso.com, scheme: https}", "{pattern: 'https://contoso.com/*'}",
            #"{regex: 'contoso\.com/docs'}"#, #"{regex: '^https://contoso\.com/docs'}"#,
            #"{regex: '(?i)contoso\.com'}"#, #"{regex: '[^a-z]contoso\.com/'}"#, "{regex: '/docs/'}",
            "{regex: 'docs/?$'}", "{regex: 'https?:'}",
        ]
    )
    func written(url: String) throws {
        let document = Self.document.with { $0.rules = [#"{id: r, class: external, regex: 'contoso\.com/docs'}"#] }
        let claim = "always: {navigate: {view: E, url: \(url)}, then: {class: external}}"
        let result = try document.claim(claim).result().claim
        #expect(result.verdict == .sampled, "\(url): \(result.message)")
    }

    @Test(
        "A claim about links to apps is about the URLs inside them, of which twins contain too many to ask all",
        arguments: [
            ("", "open: {url: {scheme: foo-intunemam}}, then: {verdict: allow}", ClaimResult.Verdict.refuted),
            (
                "",
                "navigate: {view: E, url: {domain: web.example, scheme: microsoft-edge-https}}, then: {verdict: block}",
                .refuted
            ),
            ("ambiguousURLs: canonicalize", "open: {url: {scheme: foo-intunemam}}, then: {verdict: allow}", .sampled),
            (
                "ambiguousURLs: canonicalize",
                "navigate: {view: E, url: {scheme: foo-intunemam}}, then: {verdict: allow}", .refuted
            ),
        ]
    )
    func linksInside(section: String, claim: String, verdict: ClaimResult.Verdict) throws {
        let document = Self.document.setting("allowedOutboundDataTransferDestinations", "allApps")
            .with {
                $0.rules.append("{id: web, class: blocked, domain: web.example, scheme: [https, http]}")
                $0.sections += section + "\n"
            }
        let given = document.claim("always: {\(claim)}")
        let result = try given.result().claim
        #expect(result.verdict == verdict, "\(claim): \(result.message)")
        guard verdict == .refuted else { return }
        #expect(try given.regression(result).outcome == .failed)
    }

    @Test(
        "A counterexample names the account that acts under the givens",
        arguments: [
            ("user: dana@home.example", "dana@home.example"), ("user: none", AccountID.noUser.description),
            ("user: kim@contoso.com, task: dana@home.example", "dana@home.example"),
            ("user: unset, process: dana@home.example", "dana@home.example"),
        ]
    )
    func acting(given: String, account: String) throws {
        let text = "{given: {\(given)}, always: {copy: {from: native}, then: {verdict: protected}}}"
        let (_, claim) = try Self.document.with { $0.sections += "user: dana@contoso.com\n" }.claim(text).result()
        #expect(claim.verdict == .refuted && claim.users.map(\.description) == [account], "\(claim.message)")
    }

    @Test("Without a given type and length, every item is tried")
    func items() throws {
        let document = Self.document.setting("allowedOutboundClipboardSharingExceptionLength", "20")
        func claim(_ fields: String) throws -> ClaimResult {
            try document.claim("always: {copy: {from: E\(fields)}, then: {verdict: protected}}").result().claim
        }
        let any = try claim("")
        #expect(any.verdict == .refuted)
        #expect(any.steps.last?.question == .copy(ClipboardItem(.text, characters: 1), from: .view("E")))
        #expect(try claim(", characters: 20").verdict == .refuted)
        #expect(try claim(", characters: 21").verdict == .proven)
        #expect(try claim(", type: image").verdict == .proven)
    }

    @Test("A claim holds under its given situation")
    func given() throws {
        let claim = "always: {copy: {from: E}, then: {verdict: plain}}"
        #expect(try Self.document.claim(claim).result().claim.verdict == .refuted)
        let external = "{given: {views: {E: {page: external}}}, \(claim)}"
        #expect(try Self.document.claim(external).result().claim.verdict == .proven)
    }

    @Test("An answer that does not meet a claim never counts as met, whether or not a second engine confirms it")
    func unconfirmed() throws {
        let location = Diagnostics.SourceLocation(path: "claims.yaml", line: 1, column: 1)
        let always = Claim.Always(
            question: .setting(.print),
            given: ScenarioGiven(user: .accounts([AccountID("dana@contoso.com")])),
            expected: [ScenarioExpectation(part: .verdict, value: "allow", location: location)]
        )
        let claim = Claim(name: "n", location: location, policy: 0, statement: .always(always))
        let policy = CompiledPolicy(try Self.document.document())
        var decided = AlwaysClaim(claim: claim, always: always, policy: policy)
        #expect(decided.result().verdict == .refuted)
        decided.running = { scenario, _ in
            ScenarioResult(name: scenario.name, location: scenario.location, outcome: .passed, steps: [])
        }
        #expect(decided.result().verdict == .notDecided)
    }

    // MARK: Evaded rules

    private static let escapable = TightDocument().with {
        $0.rules.append("{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}")
        $0.rules.append("{id: wages, class: blocked, host: wages.contoso.com}")
        $0.rules.append(#"{id: old, class: external, regex: '^https://hr\.contoso\.com/old\?id=1$'}"#)
        $0.rules.append("{id: bad, class: blocked, edge: 'https://bad.example/a'}")
        $0.rules.append("{id: partner, class: external, host: partner.example}")
        $0.views.append("{id: U, policy: unmanaged, isExternalURL: corporate}")
        // The managed browser opens only `https`. An unmanaged viewer shows other links.
        $0.app += "\n  safariViewControllerBlockedOverride: true"
        $0.apps.append(
            "{id: com.microsoft.msedge, managed: true, organization: contoso, schemes: [microsoft-edge-https]}"
        )
    }

    private static let escapes: [(claim: String, verdict: ClaimResult.Verdict, escapes: [String])] = [
        (
            "navigate: {view: E, url: 'https://hr.contoso.com/pay'}, then: {verdict: block}", .proven,
            ["the blocked rule corporate.pay decides https://hr.contoso.com/pay, and is evaded by"]
        ),
        (
            "navigate: {view: E, url: {edge: 'https://hr.contoso.com/pay'}}, then: {class: blocked}", .sampled,
            ["corporate.pay"]
        ),
        (
            "navigate: {view: E, url: 'https://hr.contoso.com/old?id=1'}, then: {class: external}", .proven,
            ["the external rule corporate.old decides https://hr.contoso.com/old?id=1, and is evaded by"]
        ),
        // The view is unmanaged, but the browser is managed.
        (
            "navigate: {view: U, url: 'https://hr.contoso.com/old?id=1'}, then: {verdict: route}", .proven,
            ["the external rule corporate.old decides https://hr.contoso.com/old?id=1, and is evaded by"]
        ),
        // A viewer shows the page without TLS, but the rule decides it as well.
        ("navigate: {view: E, url: 'https://partner.example/a'}, then: {to: managedBrowser}", .proven, []),
        // A host cannot be written in another way.
        ("navigate: {view: E, url: {host: wages.contoso.com}}, then: {verdict: block}", .proven, []),
        // A URL that the rule allows does not need to evade it.
        ("navigate: {view: E, url: 'https://contoso.com/a'}, then: {page: managed}", .proven, []),
        // The rewritten URL evades the block, but the claim still holds.
        ("navigate: {view: E, url: 'https://bad.example/a'}, then: {page: null}", .proven, []),
        ("navigate: {view: E, url: 'https://bad.example/a'}, then: {verdict: block}", .proven, ["corporate.bad"]),
        // A refuted claim is reported without evasions.
        ("navigate: {view: E, url: 'https://hr.contoso.com/pay'}, then: {verdict: allow}", .refuted, []),
        ("open: {url: 'https://hr.contoso.com/pay'}, then: {verdict: route}", .proven, []),
    ]

    @Test("A claim can hold while a rewritten URL is allowed, and that is reported", arguments: escapes.indices)
    func evasion(row: Int) throws {
        let (text, verdict, escapes) = Self.escapes[row]
        let (result, claim) = try Self.escapable.claim("always: {\(text)}").result()
        #expect(claim.verdict == verdict, "\(text): \(result)")
        #expect(claim.findings.count == escapes.count, "\(text): \(claim.findings.map(\.message))")
        for (finding, words) in zip(claim.findings, escapes) {
            #expect(finding.code == "DM170" && finding.message.contains(words), "\(finding.message)")
        }
    }

    @Test("A rule evaded by several accounts and URLs is named once, with an allowed URL")
    func evasionOfMany() throws {
        let document = Self.escapable.with {
            $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
        }
        let text = "always: {navigate: {view: E, url: {edge: 'https://hr.contoso.com/pay'}}, then: {verdict: block}}"
        let finding = try #require(try document.claim(text).result().claim.findings.first)
        let url = try #require(finding.message.firstMatch(of: /evaded by (\S+)/)?.output.1)
        var evaluator = PolicyEngine(CompiledPolicy(try document.document())).makeEvaluator()
        let answer = try evaluator.answer(.navigate(to: String(url), in: "E"), as: AccountID("kim@contoso.com"))
        #expect(answer.verdict == .allow && answer.page == .managed, "\(url)")
    }

    // MARK: The oracle

    /// A small universe of URLs that the test tries exhaustively.
    private static let universe: [String] = {
        let hosts = [
            "contoso.com", "a.contoso.com", "x.a.contoso.com", "b.contoso.com", "fabrikam.com", "a.fabrikam.com",
            "10.0.0.1", "10.0.1.1", "11.0.0.1",
        ]
        let paths = ["/", "/a", "/a/", "/a/b", "/ab", "/b", "/b/c"]
        return ["https", "http"].flatMap { scheme in
            hosts.flatMap { host in
                ["", ":8443", ":81"].flatMap { port in
                    paths.flatMap { path in ["", "?q=1", "?r"].map { "\(scheme)://\(host)\(port)\(path)\($0)" } }
                }
            }
        }
    }()

    private static let matchers = [
        "domain: contoso.com", "domain: a.contoso.com", "host: a.contoso.com", "host: contoso.com",
        "domain: fabrikam.com", "scheme: http", "scheme: https", "url: 'https://contoso.com/a'",
        "url: 'https://a.contoso.com:8443/b?q=1'", "edge: 'https://*.contoso.com/a/*'", "edge: 'https://contoso.com/a'",
        "edge: 'http://a.contoso.com:81/*'", "chrome: 'contoso.com/a'", "chrome: '.contoso.com'",
        "address: 10.0.0.0/16", "address: 10.0.0.0/24", "pattern: 'https://*.contoso.com/a*'",
        "pattern: 'https://contoso.com:8443/*'", "host: b.contoso.com", "domain: [b.contoso.com, a.fabrikam.com]",
    ]

    /// A claim about URLs must agree with trying each URL of the universe.
    @Test("The result equals that of trying every URL of a small universe", arguments: 0..<4)
    func oracle(part: Int) throws {
        var verdicts: [ClaimResult.Verdict: Int] = [:]
        for seed in stride(from: part, to: TestSize.isExhaustive ? 2000 : 80, by: 4) {
            var random = SplitMix(seed: UInt64(seed) + 500)
            let rules = (0..<random.number(in: 1...4)).map { number in
                let unless = random.once(in: 4) ? ", unless: {\(random.one(of: Self.matchers))}" : ""
                let urlClass = random.one(of: URLClass.allCases).rawValue
                return "{id: r\(number), class: \(urlClass), priority: \(random.number(in: 0...1)), "
                    + "\(random.one(of: Self.matchers))\(unless)}"
            }
            let document = TightDocument().with {
                $0.rules = rules
                $0.defaultClass = random.one(of: URLClass.allCases).rawValue
            }
            let first = random.one(of: Self.matchers)
            let second = random.once(in: 3) ? random.one(of: Self.matchers) : first
            let isPair = first.prefix { $0 != ":" } != second.prefix { $0 != ":" }
            let set = isPair ? "\(first), \(second)" : first
            let expected = random.one(of: URLClass.allCases)
            let given = document.claim(
                "always: {navigate: {view: E, url: {\(set)}}, then: {class: \(expected.rawValue)}}"
            )
            let claim = try given.result().claim
            verdicts[claim.verdict, default: 0] += 1
            let (members, exceptions) = try tried(document, set, expected)
            let context: Comment = "seed \(seed): \(set) is \(expected) in \(rules), default \(document.defaultClass)"
            switch claim.verdict {
            case .proven: #expect(exceptions.isEmpty, "\(context): \(exceptions.prefix(3))")
            case .refuted: #expect(claim.steps.last?.answer?.urlClass != expected, "\(context)")
            case .vacuous: #expect(members.isEmpty, "\(context): \(members.prefix(3))")
            case .sampled, .notDecided: Issue.record("\(context): nothing here is an expression")
            }
        }
        #expect(verdicts[.proven, default: 0] > 2 && verdicts[.refuted, default: 0] > 2, "\(verdicts)")
    }

    /// The URLs of the universe that are in the set, and those of them with another class, according to the engine.
    private func tried(
        _ document: TightDocument,
        _ set: String,
        _ expected: URLClass
    ) throws -> (members: [String], exceptions: [String]) {
        // A policy with a single rule determines which URLs are in the set.
        let member = document.with {
            $0.rules = ["{id: set, class: internal, \(set)}"]
            $0.defaultClass = "blocked"
        }
        var membership = PolicyEngine(CompiledPolicy(try member.document())).makeEvaluator()
        var policy = PolicyEngine(CompiledPolicy(try document.document())).makeEvaluator()
        let user = AccountID("dana@contoso.com")
        var (members, exceptions) = ([String](), [String]())
        for url in Self.universe {
            let question = Question.navigate(to: url, in: "E")
            guard try membership.answer(question, as: user).urlClass == .internal else { continue }
            members.append(url)
            if try policy.answer(question, as: user).urlClass != expected { exceptions.append(url) }
        }
        return (members, exceptions)
    }
}
