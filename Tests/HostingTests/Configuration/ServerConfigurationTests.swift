import Diagnostics
import Hosting
import PolicyFiles
import PolicyModel
import Testing

@Suite("Configuration of a server") struct ServerConfigurationTests {
    static func read(_ text: String) -> ServerConfigurationReader.Result {
        ServerConfigurationReader(files: MemoryFiles()).load(text: text, path: "serve.yaml")
    }

    /// A valid configuration with additional lines.
    static func sound(_ lines: String) -> String {
        "demarc-serve: 1\npolicy: p.yaml\nlisteners: [{unix: s, serves: auth}]\n" + lines
    }

    // MARK: What is wrong

    /// Lines after a valid configuration, starting at line 4; the code, the place, and a part of the message or help.
    private static let mistakes: [(lines: String, code: String, place: String, says: String)] = [
        ("limts: {}", "unknown-key", "4:1", "did you mean `limits`?"),
        ("polcy: x", "unknown-key", "4:1", "it can also have"),
        ("limits: {heder: 1KiB}", "unknown-key", "4:10", "did you mean `header`?"),
        ("limits: {header: 64KB}", "unknown-value", "4:18", "`64KB` is not a size"),
        ("limits: {header: 12B}", "out-of-range", "4:18", "is not between 1KiB and 1MiB"),
        ("limits: {header: 999999999MiB}", "out-of-range", "4:18", "is not between"),
        ("limits: {batch: 0}", "out-of-range", "4:17", "is not between 1 and 100000"),
        ("limits: {drain: -1s}", "unknown-value", "4:17", "is not a time"),
        ("limits: {drain: 5\u{301}s}", "unknown-value", "4:17", "is not a time"),
        ("limits: {header: 5\u{301}KiB}", "unknown-value", "4:18", "is not a size"),
        ("limits: {drain: 999999999d}", "out-of-range", "4:17", "is not between 1ms and 1h"),
        ("limits: {drain: 0s}", "out-of-range", "4:17", "is not between 1ms and 1h"),
        ("limits: {drain: 9h}", "out-of-range", "4:17", "is not between 1ms and 1h"),
        ("maxAge: PT0S", "out-of-range", "4:9", "is not between 1s and"),
        ("maxAge: forever", "unknown-value", "4:9", "is not a time"),
        ("maxAge:", "missing-value", "4:1", "has no value"),
        ("admin: {}", "missing-key", "4:8", "the admin listener needs `tcp` or `unix`"),
        ("admin: {tcp: localhost:80}", "unknown-value", "4:14", "is not an IP address with a port"),
        ("admin: {tcp: '127.0.0.1:99999'}", "unknown-value", "4:14", "is not an IP address with a port"),
        ("admin: {tcp: '::1:80'}", "unknown-value", "4:14", "is not an IP address with a port"),
        ("admin: {tcp: '127.0.0.1:80', unix: s}", "unsupported-key", "4:14", "either `tcp` or `unix`"),
        ("admin: {unix: s, mode: '0999'}", "unknown-value", "4:24", "is not a mode"),
        ("admin: {unix: s}", "duplicate-name", "4:15", "there are two listeners at `unix:s`"),
        ("admin: {tcp: '127.0.0.1:80', mode: '0600'}", "unsupported-key", "4:30", "only a socket in the file system"),
        ("tickets: {}", "missing-key", "4:10", "tickets needs `key`"),
        ("shadow: next.yaml", "wrong-type", "4:9", "expected a shadow policy"),
        ("log: {sample: {allow: 2}}", "out-of-range", "4:23", "a rate is between 0 and 1"),
        ("log: {mask: [credential]}", "unknown-value", "4:14", "did you mean `credentials`?"),
        ("log: {to: none, audit: true}", "unsupported-key", "4:17", "without a destination"),
        ("explain: {base: demarc.example}", "invalid-url", "4:17", "is not a valid base address"),
        (
            "explain: {base: 'https://demarc.example/', tls: {certificate: c, key: k}}", "missing-key", "4:10",
            "the explain listener needs `tcp` or `unix`"
        ),
        ("explain: {mode: '0600'}", "missing-key", "4:10", "the explain listener needs `tcp` or `unix`"),
        ("explain: {base: 'https://a/\"><script>'}", "invalid-url", "4:17", "is not a valid base address"),
        ("bindings: []", "wrong-type", "4:11", "expected bindings by name"),
        ("bindings: {a: {convention: nginx}}", "missing-key", "4:15", "a binding needs `view`"),
        ("bindings: {a: {view: E}}", "missing-key", "4:15", "a binding needs `convention`"),
        ("bindings: {a: {view: E, convention: ngnix}}", "unknown-value", "4:37", "did you mean `nginx`?"),
        ("bindings: {'a/b': {view: E, convention: nginx}}", "unknown-value", "4:12", "cannot be the name"),
        ("bindings: {'': {view: E, convention: nginx}}", "unknown-value", "4:12", "cannot be the name"),
        ("bindings: {a: {view: E, convention: nginx}, a: {view: F, convention: nginx}}", "duplicate-key", "4:45", ""),
        ("bindings: {a: {view: E, convention: nginx, peers: [10.0.0.1/8]}}", "unknown-value", "4:52", "not a network"),
        ("bindings: {a: {view: E, convention: nginx, peers: [10.0.0.0/33]}}", "unknown-value", "4:52", "not a network"),
        ("bindings: {a: {view: E, convention: nginx, peers: unix}}", "wrong-type", "4:51", "expected a list"),
        ("bindings: {a: {view: E, convention: nginx, account: dana}}", "wrong-type", "4:53", "an account source"),
        (
            "bindings: {a: {view: E, convention: nginx, account: {header: X_Account}}}", "unknown-value", "4:62",
            "cannot be the name of the field"
        ),
        (
            "bindings: {a: {view: E, convention: nginx, account: {header: a, fixed: b}}}", "unsupported-key", "4:65",
            "one source of accounts"
        ),
        (
            "bindings: {a: {view: E, convention: nginx, account: {absent: lockdown}}}", "unknown-value", "4:62",
            "did you mean `lockDown`?"
        ),
        (
            "bindings: {a: {view: E, convention: nginx, account: {metadata: [x]}}}", "unsupported-key", "4:64",
            "only Envoy"
        ),
        (
            "bindings: {a: {view: E, convention: icap, account: {certificate: uri}}}", "unsupported-key", "4:66",
            "over ICAP no certificate is read"
        ),
        (
            "bindings: {a: {view: E, convention: nginx, account: {icapUser: true}}}", "unsupported-key", "4:64",
            "only ICAP"
        ),
    ]

    @Test("Every mistake has a code, a place and a fix", arguments: mistakes)
    func mistake(lines: String, code: String, place: String, says: String) throws {
        let result = Self.read(Self.sound(lines + "\n"))
        #expect(result.configuration == nil)
        try Self.expect(result, code, place, says)
    }

    /// Checks the only finding of a result.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - code: The code of the finding.
    ///   - place: Where it starts: `line:column`.
    ///   - says: A part of its message or help.
    ///   - sourceLocation: The test.
    /// - Throws: If there is no finding, or it has no place.
    static func expect(
        _ result: ServerConfigurationReader.Result,
        _ code: String,
        _ place: String,
        _ says: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let messages = result.diagnostics.map(\.message)
        #expect(messages.count == 1, "\(messages)", sourceLocation: sourceLocation)
        let finding = try #require(result.diagnostics.first, sourceLocation: sourceLocation)
        let start = try #require(finding.places.first, sourceLocation: sourceLocation).start
        #expect(finding.code == code, sourceLocation: sourceLocation)
        #expect("\(start.line):\(start.column)" == place, sourceLocation: sourceLocation)
        let text = finding.message + "; " + (finding.help ?? "")
        #expect(text.contains(says), "\(text)", sourceLocation: sourceLocation)
    }

    @Test(
        "Mistakes in listeners and in the whole file are found",
        arguments: [
            ("", "empty-document"), ("# nothing\n", "empty-document"), ("[]", "wrong-type"), ("7", "wrong-type"),
            ("demarc-serve: 2\npolicy: p\nlisteners: [{unix: s, serves: auth}]\n", "unsupported-version"),
            ("policy: p\nlisteners: [{unix: s, serves: auth}]\n", "missing-key"),
            ("demarc-serve: 1\nlisteners: [{unix: s, serves: auth}]\n", "missing-key"),
            ("demarc-serve: 1\npolicy: p\n", "missing-key"),
            ("demarc-serve: 1\npolicy: p\nlisteners: []\n", "missing-value"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s}]\n", "missing-key"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: []}]\n", "missing-value"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: [auth, json]}]\n", "unsupported-key"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: [icap, auth]}]\n", "missing-key"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: icap, binding: a}]\n", "unknown-name"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: auth, binding: a}]\n", "unsupported-key"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: auht}]\n", "unknown-value"),
            ("demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: auth, tls: {key: k}}]\n", "missing-key"),
            ("demarc: 1\n", "unknown-key"), ("demarc-serve: 1\n---\n", "several-documents"),
            ("a: *b\n", "unknown-alias"),
            ("\u{0}", "control-character"),
        ]
    )
    func wholeFile(text: String, code: String) {
        let result = Self.read(text)
        #expect(result.configuration == nil)
        #expect(result.diagnostics.contains { $0.code == code }, "\(result.diagnostics.map(\.code))")
        for place in result.diagnostics.flatMap(\.places) { #expect(place.end.offset <= text.utf8.count) }
    }

    @Test("A binding of an ICAP listener needs the ICAP convention")
    func icapBinding() {
        let text = """
            demarc-serve: 1
            policy: p
            bindings: {a: {view: E, convention: nginx}, b: {view: E, convention: icap}}
            listeners: [{tcp: 127.0.0.1:1344, serves: icap, binding: NAME}]

            """
        #expect(Self.read(text.replacing("NAME", with: "a")).diagnostics.map(\.code) == ["unsupported-key"])
        #expect(Self.read(text.replacing("NAME", with: "b")).configuration?.listeners.first?.binding == "b")
    }

    @Test(
        "A listener reachable from other machines without TLS is a warning",
        arguments: [
            ("{tcp: 0.0.0.0:9443, serves: auth}", true), ("{tcp: '[::]:9443', serves: auth}", true),
            ("{tcp: 10.0.0.1:9443, serves: auth}", true), ("{tcp: 127.1.2.3:9443, serves: auth}", false),
            ("{tcp: '[::1]:9443', serves: auth}", false), ("{unix: /run/s, serves: auth}", false),
            ("{tcp: 0.0.0.0:9443, serves: auth, tls: {certificate: c, key: k}}", false),
        ]
    )
    func wideListeners(listener: String, warns: Bool) {
        let result = Self.read("demarc-serve: 1\npolicy: p\nlisteners: [\(listener)]\n")
        #expect(result.configuration != nil)
        #expect(result.diagnostics.map(\.severity) == (warns ? [.warning] : []))
    }

    @Test("A file that is too large or missing is one finding")
    func files() {
        let large = [UInt8](repeating: UInt8(ascii: "#"), count: (1 << 20) + 1)
        #expect(ServerConfigurationReader().load(bytes: large, path: "s").diagnostics.map(\.code) == ["file-too-large"])
        let none = ServerConfigurationReader(files: MemoryFiles()).load(path: "none.yaml")
        #expect(none.diagnostics.map(\.code) == ["file-not-found"])
    }

    // MARK: What is right

    @Test("Omitted values have their defaults")
    func defaults() throws {
        let configuration = try #require(
            Self.read(Self.sound("bindings: {a: {view: E, convention: nginx}}\n")).configuration
        )
        #expect(configuration.policy.path == "p.yaml")
        #expect(configuration.maxAge == nil)
        #expect(configuration.admin == nil)
        #expect(configuration.shadow == nil)
        #expect(configuration.ticketKey == nil)
        #expect(configuration.pages == ServerConfiguration.Pages())
        #expect(configuration.log == LogConfiguration())
        #expect(configuration.limits == ServerLimits())
        let listener = try #require(configuration.listeners.first)
        #expect(listener.endpoint.address == .unix(path: "s", mode: 0o600))
        #expect(listener.services == [.auth])
        let binding = try #require(configuration.binding(named: "a"))
        #expect(binding.request == RequestBinding(view: "E", scheme: .claimed, absentAccount: .lockDown))
        #expect(binding.account == .none)
        #expect(binding.peers.entries == [])
        #expect(binding.onRoute == .page)
        #expect(configuration.binding(named: "b") == nil)
    }

    @Test("Every value is read")
    func everything() throws {
        let text = """
            demarc-serve: 1
            policy: /etc/demarc/policy.demarc
            maxAge: PT24H
            bindings:
              edge:
                view: E
                convention: nginx
                scheme: https
                account: {header: X-Demarc-Account, absent: block}
                compareSNI: true
                tunnels: inspected
                peers: [unix, 10.0.0.0/8, 'fd00::/8', 192.0.2.7]
                frames: secFetch
                readings: proxy
                onRoute: redirect
              mesh: {view: E, convention: envoy, account: {metadata: [jwt, sub], absent: dana@contoso.com}}
              squid: {view: E, convention: icap, account: {icapUser: true}}
              one: {view: E, convention: forwarded, account: {fixed: dana@contoso.com}}
              tls: {view: E, convention: forwarded, account: {certificate: uri}}
            listeners:
              - {unix: auth.sock, mode: "0660", serves: [auth, grpc]}
              - {tcp: 127.0.0.1:9900, serves: json}
              - {tcp: 127.0.0.1:1344, serves: icap, binding: squid}
              - {tcp: "[::]:9443", serves: [grpc], tls: {certificate: c.pem, key: k.pem, clientCA: ca.pem}}
            admin: {tcp: 127.0.0.1:9901}
            explain: {tcp: 127.0.0.1:9902, base: https://demarc.example/, template: page.html, contact: it@contoso.com}
            log: {to: decisions.log, mask: [query], sample: {allow: 0.5, route: 0.25, block: 0}, audit: true, key: log.key}
            tickets: {key: tickets.key}
            shadow: {policy: next.demarc}
            limits: {header: 32KiB, target: 8KiB, body: 2MiB, batch: 10, connections: 100, headerTimeout: 2s, idleTimeout: 1m,
              decisionTimeout: 50ms, drain: 3s}

            """
        let result = ServerConfigurationReader(files: MemoryFiles()).load(text: text, path: "etc/serve.yaml")
        #expect(result.diagnostics.map(\.message) == [])
        let configuration = try #require(result.configuration)
        #expect(configuration.policy.path == "/etc/demarc/policy.demarc")
        #expect(configuration.maxAge == .seconds(86_400))
        let edge = try #require(configuration.binding(named: "edge"))
        #expect(
            edge.request
                == RequestBinding(
                    view: "E",
                    scheme: .https,
                    absentAccount: .block,
                    comparesSNI: true,
                    tunnels: .inspected,
                    frames: .secFetch,
                    readings: .proxy
                )
        )
        #expect(edge.accountField == "x-demarc-account")
        #expect(edge.peers.entries.count == 4)
        #expect(edge.onRoute == .redirect)
        #expect(configuration.bindings.map(\.name) == ["edge", "mesh", "squid", "one", "tls"])
        #expect(configuration.binding(named: "mesh")?.account == .metadata(["jwt", "sub"]))
        #expect(configuration.binding(named: "mesh")?.request.absentAccount == .account(AccountID("dana@contoso.com")))
        #expect(configuration.binding(named: "squid")?.account == .icapUser)
        #expect(configuration.binding(named: "one")?.request.fixedAccount == AccountID("dana@contoso.com"))
        #expect(configuration.binding(named: "tls")?.account == .certificate(.uri))
        #expect(
            configuration.listeners.map(\.endpoint.text)
                == ["unix:etc/auth.sock", "127.0.0.1:9900", "127.0.0.1:1344", "[::]:9443"]
        )
        #expect(configuration.listeners[0].endpoint.address == .unix(path: "etc/auth.sock", mode: 0o660))
        #expect(configuration.listeners[3].endpoint.tls?.clientCA?.path == "etc/ca.pem")
        #expect(configuration.admin?.text == "127.0.0.1:9901")
        #expect(configuration.pages.endpoint?.text == "127.0.0.1:9902")
        #expect(
            configuration.endpoints.map(\.text)
                == configuration.listeners.map(\.endpoint.text) + ["127.0.0.1:9901", "127.0.0.1:9902"]
        )
        #expect(configuration.pages.base == "https://demarc.example")
        #expect(configuration.pages.template?.path == "etc/page.html")
        #expect(configuration.pages.contact == "it@contoso.com")
        #expect(configuration.log.destination == .file("etc/decisions.log"))
        #expect(configuration.log.masks == [.query])
        #expect(configuration.log.isAudit)
        // Questions in JSON can have further verdicts, which are always logged.
        let rates = [Verdict.allow, .route, .block, .plain].map { configuration.log.rate(of: $0) }
        #expect(rates == [0.5, 0.25, 0, 1])
        #expect(configuration.log.key?.path == "etc/log.key")
        #expect(configuration.ticketKey?.path == "etc/tickets.key")
        #expect(configuration.shadow?.path == "etc/next.demarc")
        var limits = ServerLimits()
        limits.headerBytes = 32 << 10
        limits.targetBytes = 8 << 10
        limits.bodyBytes = 2 << 20
        limits.batch = 10
        limits.connections = 100
        limits.headerTimeout = .seconds(2)
        limits.idleTimeout = .seconds(60)
        limits.decisionTimeout = .milliseconds(50)
        limits.drain = .seconds(3)
        #expect(configuration.limits == limits)
    }
}
