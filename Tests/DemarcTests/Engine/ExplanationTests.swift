import Demarc
import Diagnostics
import PolicyModel
import Testing

@Suite("Explanations") struct ExplanationTests {
    private let yaml = """
        demarc: 1
        user: dana
        app:
          multiManagedIdentities: true
          treatAllWebViewsAsUnmanaged: true
          webViewHandledURLSchemes: [contoso-doc]
        policies:
          edge:
            managedBrowserToOpenLinksRequired: true
          kiosk:
            managedBrowserToOpenLinksRequired: true
            customBrowserProtocol: kiosk
          free: {}
        accounts:
          - {account: dana, policy: edge}
          - {account: kim, policy: kiosk}
          - {account: robin, policy: free}
        ruleSets:
          corporate:
            default: external
            transitions: [personalAccount]
            include: [rules/partners.yaml]
            rules:
              - id: intranet
                class: internal
                domain: contoso.example
              - id: public
                class: external
                host: www.contoso.example
                because: The public site shows no organization data.
              - id: gambling
                class: blocked
                list: {file: lists/gambling.txt, format: domains}
              - id: pages
                class: internal
                priority: 2
                list: [{file: lists/empty.txt, format: urls}, {file: lists/pages.txt, format: urls}]
          slow:
            default: external
            rules:
              - {id: slow, class: internal, regex: '^https://[^/]*/(a|aa)+$'}
        views:
          - {id: A, isExternalURL: corporate}
          - {id: E, policy: currentIdentity, isExternalURL: corporate}
          - {id: S, policy: unmanaged, isExternalURL: slow}
          - id: box
            policy: currentIdentityBlockUpload
            children: [{id: F, isExternalURL: corporate}]
        """
    private let files = [
        "rules/partners.yaml":
            "demarc-rules: 1\nrules:\n  - {id: partner, class: internal, domain: fabrikam.example}\n",
        "lists/gambling.txt": "# bets\nbets.example\n\ncasino.example\n",
        "lists/empty.txt": "# nothing yet\n",
        "lists/pages.txt": "https://news.example/a\nhttps://news.example/b\n",
    ]
    private let engine: PolicyEngine

    init() throws { engine = try DemarcTests.engine(yaml, files: files) }

    /// The reasons as `code rule setting place`, with `-` for absent parts.
    private func reasons(
        _ url: String,
        _ view: String,
        frame: Frame = .top,
        as account: String? = nil
    ) throws -> [String] {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(
            to: url,
            in: try engine.requireView(view),
            frame: frame,
            identity: account.map { AccountID($0) }
        )
        return try evaluator.reasons(of: decision).map { reason in
            let parts = [reason.rule?.id, reason.setting, reason.location?.description].map { $0 ?? "-" }
            return "\(reason.code.rawValue) \(parts.joined(separator: " "))"
        }
    }

    @Test("Every reason names the rule or setting behind it and its place")
    func places() throws {
        #expect(
            try reasons("https://hr.contoso.example/", "E")
                == ["rule.internal intranet - policy.yaml:24:9", "view.currentIdentity - policy policy.yaml:44:21"]
        )
        #expect(
            try reasons("https://www.contoso.example/", "E")
                == [
                    "rule.external public - policy.yaml:27:9",
                    "browser.required - managedBrowserToOpenLinksRequired policy.yaml:9:5", "browser.managed - - -",
                ]
        )
        #expect(
            try reasons("https://other.example/", "E", as: "kim")
                == [
                    "rule.default.external - - policy.yaml:20:14",
                    "browser.required - managedBrowserToOpenLinksRequired policy.yaml:11:5",
                    "browser.custom - customBrowserProtocol policy.yaml:12:5",
                ]
        )
        #expect(
            try reasons("https://other.example/", "E", as: "robin")
                == [
                    "rule.default.external - - policy.yaml:20:14",
                    // A default is in force, so there is no place to show.
                    "browser.notRequired - managedBrowserToOpenLinksRequired -", "page.external - - -",
                ]
        )
        #expect(
            try reasons("https://contoso.example/", "A")
                == [
                    "rule.internal intranet - policy.yaml:24:9",
                    "view.treatAllWebViewsAsUnmanaged - treatAllWebViewsAsUnmanaged policy.yaml:5:3",
                ]
        )
        #expect(
            try reasons("https://contoso.example/", "F")
                == [
                    "rule.internal intranet - policy.yaml:24:9",
                    "view.currentIdentityBlockUpload - policy policy.yaml:47:13",
                ]
        )
        #expect(
            try reasons("contoso-doc:42", "A")
                == ["navigation.handledScheme - webViewHandledURLSchemes policy.yaml:6:3"]
        )
    }

    @Test("A rule of an included file names that file, and an entry of a list names its line")
    func otherFiles() throws {
        #expect(
            try reasons("https://fabrikam.example/", "E").first == "rule.internal partner - rules/partners.yaml:3:5"
        )
        let offers = "transition.personalAccount - - policy.yaml:20:14"
        for (url, line) in [("bets.example", 2), ("a.casino.example", 4), ("casino.example", 4)] {
            #expect(
                try reasons("https://\(url)/", "E") == ["rule.blocked gambling - lists/gambling.txt:\(line):1", offers]
            )
        }
        #expect(try reasons("https://news.example/b#top", "E").first == "rule.internal pages - lists/pages.txt:2:1")
    }

    @Test("A policy that the host sets has a name and no place")
    func hostPolicy() throws {
        try engine.setWebViewPolicy(.unmanaged, for: engine.requireView("E"))
        #expect(try reasons("https://contoso.example/", "E").last == "view.unmanaged - policy -")
    }

    @Test("Overridden rules are named, strongest first, without the deciding rule")
    func overridden() throws {
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView("E")
        let publicSite = evaluator.navigation(to: "https://www.contoso.example/", in: view)
        let explanation = try evaluator.explanation(of: publicSite)
        #expect(explanation.overridden.map(\.id) == ["intranet"])
        #expect(explanation.overridden.map(\.location.description) == ["policy.yaml:24:9"])
        let first = try #require(explanation.reasons.first)
        #expect(first.rule?.ruleSet == "corporate")
        #expect(first.rule?.urlClass == .external)
        #expect(first.message.hasSuffix("The public site shows no organization data."))
        let plain = evaluator.navigation(to: "https://other.example/", in: view)
        #expect(try evaluator.explanation(of: plain).overridden.isEmpty)
    }

    @Test("A blob is explained by the rules of its origin")
    func blob() throws {
        #expect(
            try reasons("blob:https://www.contoso.example/6f1c", "E").first == "rule.external public - policy.yaml:27:9"
        )
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView("E")
        let decision = evaluator.navigation(to: "blob:https://www.contoso.example/6f1c", in: view)
        #expect(try evaluator.explanation(of: decision).overridden.map(\.id) == ["intranet"])
    }

    @Test("If a pattern cannot be finished, the reason points at the rule set")
    func limit() throws {
        let url = "https://contoso.example/" + String(repeating: "a", count: 60) + "!"
        #expect(try reasons(url, "S").first == "rule.limit - - policy.yaml:39:14")
    }

    @Test("URL and route are spelled out if present")
    func urls() throws {
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView("E")
        let cases: [(String, String?, String?)] = [
            (
                "HTTPS://Other.example:443/a?b#c", "https://other.example/a?b#c",
                "microsoft-edge-https://other.example/a?b#c"
            ),
            ("http://other.example", "http://other.example/", "microsoft-edge-http://other.example/"),
            ("wss://other.example/s", "wss://other.example/s", "microsoft-edge-https://other.example/s"),
            ("https://contoso.example/", "https://contoso.example/", nil),
            ("blob:https://other.example/1", "blob:https://other.example/1", nil),
            ("https://", nil, nil),
        ]
        for (text, url, route) in cases {
            let decision = evaluator.navigation(to: text, in: view)
            let explanation = try evaluator.explanation(of: decision)
            #expect(explanation.url == url)
            #expect(explanation.route == route)
            #expect(explanation.decision == decision)
            var bytes: [UInt8] = Array("> ".utf8)
            let hasRoute = try evaluator.appendRoute(of: decision, to: &bytes)
            #expect(hasRoute == (route != nil))
            #expect(String(decoding: bytes, as: UTF8.self) == "> \(route ?? "")")
        }
    }

    @Test(
        "The reason of an ambiguous URL names the hosts that differ, or the part that does",
        arguments: [
            (
                #"https://allow.example\@evil.example/"#,
                "A browser goes to “allow.example”, other software to “evil.example”."
            ),
            ("https:\t//allow.example/", "A browser goes to “allow.example”, other software to no host."),
            (" https://a.example/", "A browser and other software go to “a.example”, but read different schemes."),
            ("ht\ttps://A.example/", "A browser and other software go to “a.example”, but read different schemes."),
            ("https://a.example:80\t80/", "A browser and other software go to “a.example”, but read different ports."),
            (" mailto:a", "A browser and other software read different schemes."),
            // The managed browser reads what follows `microsoft-edge-`.
            ("microsoft-edge-https:evil.example", "A browser goes to “evil.example”, other software to no host."),
            (
                #"MICROSOFT-Edge-HTTP:\\evil.example/"#,
                "A browser goes to “evil.example”, other software to no host."
            ),
            (
                #"microsoft-edge-https://evil.example\@allow.example/"#,
                "A browser goes to “evil.example”, other software to “allow.example”."
            ),
            // An encoded backslash has the same canonical form.
            (
                "microsoft-edge-https://evil.example%5c@allow.example/",
                "A browser goes to “evil.example”, other software to “allow.example”."
            ),
            ("microsoft-edge-https:", "Neither a browser nor other software finds a host in it."),
            // A managed app reads the URL inside a link to it.
            (
                "https-intunemam://https%3A%2F%2Fallow.example%5C%40evil.example%2F",
                "A browser goes to “allow.example”, other software to “evil.example”."
            ),
            (
                "other-intunemam://microsoft-edge-https%3Aevil.example",
                "A browser goes to “evil.example”, other software to no host."
            ),
        ]
    )
    func ambiguous(url: String, sentence: String) throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: url, in: try engine.requireView("E"))
        let reasons = try evaluator.reasons(of: decision)
        #expect(reasons.map(\.code) == [.urlAmbiguous])
        #expect(reasons.first?.hosts?.description == sentence)
        #expect(reasons.first?.message.hasSuffix(" \(sentence)") == true)
    }

    @Test("Every code has its own sentence to show")
    func sentences() {
        var seen: Set<String> = []
        for code in ReasonCode.allCases {
            let sentence = code.sentence()
            #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(code)")
            #expect(seen.insert(sentence).inserted, "\(code) says what another one says")
            #expect(code.rawValue.allSatisfy { $0.isASCII && ($0.isLetter || $0 == ".") })
        }
    }
}
