import Demarc
import PolicyModel
import TestSupport
import Testing

@Suite("Connections") struct ConnectionTests {
    private static func yaml(_ rules: String, default defaultClass: String = "external", app: String = "") -> String {
        """
        demarc: 1
        app: {multiManagedIdentities: true\(app)}
        user: dana
        policies: {free: {}, browser: {managedBrowserToOpenLinksRequired: true}}
        accounts: [{account: dana, policy: free}, {account: kim, policy: browser}, {account: home}]
        ruleSets:
          r:
            default: \(defaultClass)
            subresources: block
            rules: [\(rules)]
        views:
          - {id: E, policy: currentIdentity, isExternalURL: r}
          - {id: bare}
          - {id: box, children: [{id: inner}]}
        """
    }

    private static func line(
        _ evaluator: inout Evaluator,
        _ engine: PolicyEngine,
        _ host: String,
        _ port: UInt16 = 443,
        view: String = "E",
        frame: Frame = .top,
        isInspected: Bool = false,
        as account: String = "dana"
    ) throws -> String {
        let view = try engine.requireView(view)
        return evaluator.connection(
            to: host.utf8.span,
            port: port,
            in: view,
            frame: frame,
            isInspected: isInspected,
            identity: AccountID(account)
        ).line
    }

    @Test(
        "A host may contain nothing but a host",
        arguments: [
            "", " ", "a b", "a/b", "a\\b", "a?b", "a#b", "a@b", "user:pass@a", "%61.test", "a:443", "a:", "[::1", "::1",
            "[::1]:443", "[::1]x", "\ta", "a\n", "a\0", "[1:2]", "1.2.3.4.5", "a..b\u{7f}",
        ]
    )
    func hosts(host: String) throws {
        let engine = try engine(Self.yaml("{id: all, class: internal, domain: test}", default: "internal"))
        var evaluator = engine.makeEvaluator()
        for isInspected in [false, true] {
            let line = try Self.line(&evaluator, engine, host, isInspected: isInspected)
            #expect(line == "block - - - [url.invalid]", "\(host)")
        }
        let isEmpty = evaluator.url.isEmpty
        #expect(isEmpty, "what is not decided on is not shown")
    }

    @Test("The rows of the table apply in order")
    func rows() throws {
        let rules = """
            {id: evil, class: blocked, domain: evil.test}, {id: good, class: internal, domain: good.test},
            {id: admin, class: blocked, pattern: 'https://mixed.test/admin/*'},
            {id: plain, class: blocked, domain: plain.test, scheme: http},
            {id: docs, class: internal, pattern: 'https://docs.test/docs/*'}
            """
        let engine = try engine(Self.yaml(rules))
        var evaluator = engine.makeEvaluator()
        let rows: [(String, UInt16, String, String, Frame, Bool, String)] = [
            ("other.test", 443, "E", "stranger", .top, false, "block - - - [identity.unknown]"),
            ("other.test", 443, "box", "dana", .top, false, "block - - - [view.notAWebView]"),
            ("evil.test", 443, "E", "home", .top, false, "allow view - - [identity.unmanaged]"),
            ("evil.test", 443, "E", "dana", .top, false, "block - - blocked [rule.blocked transition.none]"),
            ("a.evil.test", 8443, "E", "kim", .resource, true, "block - - blocked [rule.blocked transition.none]"),
            ("good.test", 443, "E", "kim", .top, true, "allow view - internal [connection.inspected]"),
            ("mixed.test", 443, "E", "dana", .top, true, "allow view - - [connection.inspected]"),
            ("mixed.test", 443, "E", "dana", .top, false, "block - - - [connection.undecided]"),
            ("mixed.test", 443, "E", "dana", .resource, false, "block - - - [connection.undecided]"),
            ("docs.test", 443, "E", "dana", .top, false, "block - - - [connection.undecided]"),
            ("docs.test", 443, "E", "dana", .resource, false, "allow view - - [navigation.subresource]"),
            (
                "mixed.test", 8443, "E", "dana", .top, false,
                "allow view - external [rule.default.external browser.notRequired]"
            ),
            ("plain.test", 8443, "E", "dana", .top, false, "block - - - [connection.undecided]"),
            (
                "plain.test", 443, "E", "dana", .top, false,
                "allow view - external [rule.default.external browser.notRequired]"
            ),
            ("good.test", 443, "E", "dana", .resource, false, "allow view - internal [navigation.subresource]"),
            ("good.test", 443, "E", "kim", .top, false, "allow view - internal [rule.internal]"),
            (
                "other.test", 443, "E", "dana", .top, false,
                "allow view - external [rule.default.external browser.notRequired]"
            ),
            (
                "other.test", 443, "E", "kim", .top, false,
                "route managedBrowser - external [rule.default.external browser.required browser.managed]"
            ),
            ("other.test", 443, "bare", "kim", .top, false, "allow view - - [navigation.unclassified]"),
        ]
        for (host, port, view, account, frame, isInspected, expected) in rows {
            let line = try Self.line(
                &evaluator,
                engine,
                host,
                port,
                view: view,
                frame: frame,
                isInspected: isInspected,
                as: account
            )
            #expect(line == expected, "\(host):\(port) in \(view) as \(account)")
        }
        try engine.removeView(engine.requireView("inner"))
        try engine.setRuleSet("gone", for: engine.requireView("bare"))
        let missing = "[rule.setMissing navigation.noAnswer"
        #expect(try Self.line(&evaluator, engine, "good.test", view: "bare") == "block - - - \(missing)]")
        #expect(
            try Self.line(&evaluator, engine, "good.test", view: "bare", as: "kim")
                == "route managedBrowser - - \(missing) browser.required browser.managed]"
        )
    }

    @Test("A delegate is not called for a tunnel")
    func delegate() throws {
        let engine = try engine(Self.yaml("{id: evil, class: blocked, domain: evil.test}", default: "internal"))
        let delegate = ScriptedDelegate(.answer(false))
        try engine.setDelegate(delegate, for: engine.requireView("E"))
        var evaluator = engine.makeEvaluator()
        #expect(
            try Self.line(&evaluator, engine, "good.test")
                == "block - - internal [delegate.noAnswer navigation.noAnswer]"
        )
        #expect(try Self.line(&evaluator, engine, "evil.test").hasPrefix("block - - blocked [rule.blocked"))
        #expect(try Self.line(&evaluator, engine, "good.test", isInspected: true).hasPrefix("allow"))
    }

    @Test("A tunnel changes no page, and its rule and route can be queried")
    func explained() throws {
        let engine = try engine(Self.yaml("{id: admin, class: blocked, pattern: 'https://mixed.test/admin/*'}"))
        var evaluator = engine.makeEvaluator()
        let view = try engine.requireView("E")
        let undecided = evaluator.connection(to: "MIXED.test".utf8.span, port: 443, in: view)
        #expect(undecided.page == nil)
        let reasons = try evaluator.reasons(of: undecided)
        #expect(reasons.map(\.rule?.id) == ["admin"])
        let url = evaluator.url.hrefString
        #expect(url == "https://mixed.test/")
        let routed = evaluator.connection(to: "x.test".utf8.span, port: 8443, in: view, identity: AccountID("kim"))
        let route = try evaluator.route(of: routed)
        #expect(route == "microsoft-edge-https://x.test:8443/")
        let answer = try evaluator.answer(.connection(to: "mixed.test", port: 443, in: "E"))
        #expect(answer.verdictName == "block")
        #expect(answer.parts == [.verdict, .to, .url, .route, .class, .rule, .reasons])
        #expect(answer.rule?.id == "admin")
        #expect(throws: QuestionError.self) { try engine.answer(.connection(to: "a.test", port: 443)) }
        #expect(throws: QuestionError.self) { try engine.answer(.connection(to: "a.test", port: 443, in: "box")) }
    }

    // MARK: Compared with navigation

    /// Keys with values for which some path, query or scheme makes a difference, and some for which none does.
    private static let values: [(key: String, value: String)] = [
        ("domain", "good.test"), ("host", "a.good.test"), ("host", "good.test"), ("scheme", "https"),
        ("scheme", "http"),
        ("url", "https://good.test/"), ("url", "http://good.test:8080/a"), ("url", "https://a.good.test/a?k=v"),
        ("pattern", "'https://good.test/*'"), ("pattern", "'*://*.good.test/a/*'"),
        ("pattern", "'https://*:*/*\\?k=v'"),
        ("pattern", "'http{s}?://good.test:8080/*'"), ("edge", "https://good.test/*"), ("edge", "https://good.test"),
        ("edge", "http://*.good.test:*/a/*"), ("edge", "https://*.good.test/a"), ("edge", "127.0.0.0/8"),
        ("chrome", "good.test"), ("chrome", "good.test/a"), ("chrome", "'good.test?k=v'"),
        ("chrome", "https://.good.test/"),
        ("chrome", "'*'"), ("chrome", "'*:8080'"), ("address", "127.0.0.0/8"), ("address", "'::1'"),
        ("list", "{file: domains.txt, format: domains}"), ("list", "{file: urls.txt, format: urls}"),
        ("list", "{file: edge.txt, format: edge}"), ("list", "{file: chrome.txt, format: chrome}"),
        ("site", "same-document"), ("site", "same-origin"), ("site", "same-site"),
        ("regex", "'^https://good\\.test/a'"), ("regex", "'k=v$'"),
    ]

    private static let files = [
        "domains.txt": (0..<20).map { "d\($0).test\n" }.joined() + "good.test\n",
        "urls.txt": (0..<20).map { "https://d\($0).test/a\n" }.joined() + "https://good.test/a\n",
        "edge.txt": (0..<20).map { "https://d\($0).test/*\n" }.joined()
            + "https://a.good.test/*\nhttps://good.test/a\n",
        "chrome.txt": (0..<20).map { "d\($0).test\n" }.joined() + "a.good.test\ngood.test/a\n",
    ]

    private static let probes = ["/", "/a", "/a/", "/a/x", "/ab", "/b", "/?k=v", "/a?k=v", "/b?k=w", "/a/x?j=1&k=v"]

    private static func rule(_ index: Int, _ random: inout SplitMix) -> (text: String, isExact: Bool) {
        let urlClass = random.one(of: ["internal", "external", "blocked"])
        var text = "{id: r\(index), class: \(urlClass), priority: \(random.number(in: 0...2))"
        var conditions: [String: [String]] = [:]
        var isExact = true
        for _ in 0..<random.number(in: 1...2) {
            let (key, value) = random.one(of: values)
            conditions[key, default: []].append(value)
        }
        isExact = conditions.count == 1 && conditions["regex"] == nil
        for (key, values) in conditions.sorted(by: { $0.key < $1.key }) {
            if values.count > 1 { isExact = false }
            text +=
                values.count > 1 && key != "list"
                ? ", \(key): [\(values.joined(separator: ", "))]" : ", \(key): \(values[0])"
        }
        if random.once(in: 3) {
            let (key, value) = random.one(of: values)
            text += ", unless: {\(key): \(value)}"
            isExact = false
        }
        return (text + "}", isExact)
    }

    @Test("A tunnel has the decision of all its URLs, and is undecided if they differ")
    func law() throws {
        var random = SplitMix(seed: 15)
        var seen: [String: Int] = [:]
        let count = TestSize.count(300, thorough: 1_200, exhaustive: 20_000)
        for _ in 0..<count {
            let rules = (0..<random.number(in: 1...4)).map { Self.rule($0, &random) }
            let yaml = Self.yaml(
                rules.map(\.text).joined(separator: ", "),
                default: random.one(of: ["internal", "external", "blocked"])
            )
            let engine = try engine(yaml, files: Self.files)
            let view = try engine.requireView("E")
            try engine.setDocument(random.one(of: [nil, "https://good.test/a", "https://a.good.test/"]), of: view)
            var evaluator = engine.makeEvaluator()
            for (host, port) in [
                ("good.test", 443), ("a.good.test", 443), ("good.test", 8080), ("127.0.0.1", 80), ("x.test", 443),
            ] {
                let classes = Self.classes(&evaluator, view, host, port)
                let decision = evaluator.connection(to: host.utf8.span, port: UInt16(port), in: view)
                let inspected = evaluator.connection(
                    to: host.utf8.span,
                    port: UInt16(port),
                    in: view,
                    isInspected: true
                )
                let isUndecided = decision.has(.connectionUndecided)
                let comment: Comment = "\(host):\(port) is \(classes), not \(decision.line), under \(yaml)"
                if classes.count > 1 {
                    #expect(isUndecided && decision.verdict == .block && decision.urlClass == nil, comment)
                    #expect(inspected.verdict == .allow, comment)
                } else if isUndecided {
                    // Rules and conditions that exclude each other, and the conditions of regular expressions, are not
                    // analyzed.
                    #expect(rules.count > 1 || !rules[0].isExact, comment)
                    #expect(inspected.verdict == .allow, comment)
                } else {
                    #expect(decision.urlClass == classes.first, comment)
                    #expect(decision.verdict == (classes == [.blocked] ? .block : .allow), comment)
                    #expect(inspected.verdict == decision.verdict, comment)
                }
                seen[isUndecided ? (classes.count > 1 ? "mixed" : "unsure") : decision.verdict.rawValue, default: 0] +=
                    1
            }
        }
        let least = min(50, count / 24)
        for kind in ["mixed", "unsure", "allow", "block"] { #expect(seen[kind, default: 0] > least, "\(seen)") }
    }

    private static func classes(_ evaluator: inout Evaluator, _ view: ViewID, _ host: String, _ port: Int) -> Set<
        URLClass
    > {
        var classes: Set<URLClass> = []
        for scheme in port == 443 ? ["https"] : ["https", "http"] {
            for probe in probes {
                let decision = evaluator.navigation(to: "\(scheme)://\(host):\(port)\(probe)", in: view)
                if let urlClass = decision.urlClass { classes.insert(urlClass) }
            }
        }
        return classes
    }
}
