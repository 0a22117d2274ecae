import DemarcServer
import Foundation
import Hosting
import Testing

/// What `demarc-serve --check` finds in a configuration and in the files that it names.
@Suite("Checks of a configuration") struct ServerCheckTests {
    @Test("A check reads everything that a configuration names")
    func check() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(TestPolicy.text, to: "policy.yaml")
        try folder.write("short", to: "key")
        try folder.write("demarc: 1\nviews: 7\n", to: "next.yaml")
        func codes(_ text: String) throws -> [String] {
            try folder.write("demarc-serve: 1\npolicy: policy.yaml\n" + text, to: "serve.yaml")
            let check = ServerCheck(path: folder.path("serve.yaml"))
            #expect(check.isUsable == check.diagnostics.isEmpty)
            return check.diagnostics.map(\.code)
        }
        let bindings = "bindings: {e: {view: E, convention: nginx, peers: [unix]}}\n"
        let listeners = bindings + "listeners: [{unix: s, serves: auth}]\n"
        #expect(try codes(listeners) == [])
        #expect(try codes(listeners + "tickets: {key: key}\n") == ["file-unusable"])
        #expect(try codes(listeners + "tickets: {key: none}\n") == ["file-unusable"])
        #expect(try codes(listeners + "shadow: {policy: next.yaml}\n").first == "policy-unusable")
        #expect(try codes(listeners + "explain: {template: none}\n") == ["file-unusable"])
        #expect(
            try codes(bindings + "listeners: [{unix: s, serves: auth, tls: {certificate: key, key: key}}]\n")
                == ["file-unusable"]
        )
        #expect(try codes(listeners + "polcy: x\n") == ["unknown-key"])
    }

    @Test(
        "A check finds what keeps a server from starting, and what makes it block everything",
        arguments: [
            ("listeners: [{unix: gone/s, serves: auth}]", ["file-unusable"], "no folder for a socket"),
            ("listeners: [{unix: policy.yaml/s, serves: auth}]", ["file-unusable"], "a file in place of the folder"),
            ("listeners: [{unix: s, serves: auth}]\nadmin: {unix: gone/s}", ["file-unusable"], "the same"),
            ("listeners: [{unix: s, serves: auth}]\nexplain: {unix: gone/s}", ["file-unusable"], "the same"),
            ("listeners: [{unix: s, serves: auth}]\nlog: {to: gone/log}", ["file-unusable"], "no folder for the log"),
            (
                "listeners: [{unix: s, serves: auth}]\nlog: {to: gone/../log}", ["file-unusable"],
                "a path through a folder that does not exist"
            ),
            ("listeners: [{unix: s, serves: auth}]\nlog: {to: folder/../log}", [], "a path through a folder"),
            ("listeners: [{unix: s, serves: auth}]\nlog: {to: '.'}", ["file-unusable"], "the log is a folder"),
            ("listeners: [{unix: s, serves: auth}]\nlog: {to: log.ndjson}", [], "a log that is created"),
            ("listeners: [{unix: s, serves: auth}]\nlog: {to: ./policy.yaml}", ["duplicate-name"], "it is the policy"),
            ("listeners: [{unix: taken.txt, serves: auth}]", ["file-unusable"], "a file in place of the socket"),
            ("admin: {unix: taken.txt}", ["file-unusable"], "the same"),
            ("listeners: [{unix: folder, serves: auth}]", ["file-unusable"], "a folder in place of the socket"),
            ("listeners: [{unix: link, serves: auth}]", ["file-unusable"], "a link that leads nowhere"),
            ("listeners: [{unix: old.sock, serves: auth}]", [], "a socket of a server that ended"),
            ("bindings: {}\nlisteners: [{unix: s, serves: auth}]", ["missing-key"], "no bindings"),
            ("bindings: {}\nlisteners: [{unix: s, serves: json}]", [], "questions in JSON need none"),
            (
                "bindings: {e: {view: E, convention: icap, peers: [unix]}}\nlisteners: [{unix: s, serves: auth}]",
                ["missing-key"], "a binding of another listener"
            ),
            ("bindings: {e: {view: F, convention: nginx, peers: [unix]}}", ["unknown-name"], "an unknown view"),
            ("bindings: {e: {view: E, convention: nginx}}", ["missing-key"], "no peers"),
            (
                "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {fixed: dan@contoso.com}}}",
                ["unknown-name"], "an unknown account"
            ),
            (
                "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {header: a, absent: kim}}}",
                ["unknown-name"], "an unknown account of requests without one"
            ),
            (
                "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {fixed: DANA@contoso.com}}}",
                [], "a known account"
            ),
            (
                "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {certificate: uri, absent: block}}}",
                ["missing-key"], "no listener asks for certificates"
            ),
            (
                "bindings: {e: {view: E, convention: envoy, peers: [unix], account: {metadata: [a, b], absent: block}}}",
                ["missing-key"], "metadata comes over gRPC only"
            ),
        ] as [(String, [String], Comment)]
    )
    func soundness(text: String, expected: [String], why: Comment) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("x", to: "taken.txt")
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("nowhere"))
        let old = try #require(BoundSocket(path: folder.path("old.sock")))
        let check = try Self.checked(text, in: folder)
        #expect(check.diagnostics.map(\.code) == expected, why)
        #expect(check.isUsable == expected.isEmpty, why)
        withExtendedLifetime(old) {}
    }

    /// Lines that begin at line 3; the place of the only finding, and a part of its message or help.
    private static let blocking: [(text: String, place: String, says: String)] = [
        (
            """
            bindings: {e: {view: E, convention: nginx, peers: [unix]}}
            listeners: [{tcp: 127.0.0.1:0, serves: auth}]
            """,
            "3:51", "none of the peers of `e` can connect to its listeners, so every request of it is blocked"
        ),
        (
            """
            bindings: {e: {view: E, convention: nginx, peers: ['::1']}}
            listeners: [{tcp: 127.0.0.1:0, serves: auth}]
            """,
            "3:51", "list the addresses of the proxies"
        ),
        (
            """
            bindings: {e: {view: E, convention: nginx, peers: [10.0.0.0/8]}}
            listeners: [{tcp: '[::1]:0', serves: auth}]
            """,
            "3:51", "list the addresses of the proxies"
        ),
        ("bindings: {e: {view: E, convention: nginx, peers: [10.0.0.0/8]}}", "3:51", "write `peers: [unix]`"),
        (
            """
            bindings: {e: {view: E, convention: icap, peers: [127.0.0.1]},
              f: {view: E, convention: icap, peers: [127.0.0.1]}}
            listeners: [{unix: s, serves: icap, binding: e}, {tcp: 127.0.0.1:0, serves: icap, binding: f}]
            """,
            "3:50", "`e` trusts networks only"
        ),
        (
            "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {absent: block}}}", "3:68",
            "add a source of accounts, such as `header: x-demarc-account`"
        ),
        (
            """
            bindings: {e: {view: E, convention: icap, peers: [unix], account: {absent: block}}}
            listeners: [{unix: s, serves: icap, binding: e}]
            """,
            "3:67", "such as `icapUser: true`"
        ),
        (
            "bindings: {e: {view: E, convention: nginx, peers: [unix], scheme: https, compareSNI: true}}", "3:86",
            "every HTTPS request of `e` is blocked"
        ),
        (
            "bindings: {e: {view: E, convention: envoy, peers: [unix], compareSNI: true}}", "3:71",
            "add a listener with `serves: [grpc]`"
        ),
        (
            "bindings: {e: {view: C, convention: nginx, peers: [unix]}}", "3:22",
            "the view `C` is a container, which loads no URLs"
        ),
    ]

    @Test("What would block every request is an error, with its place and a fix", arguments: blocking)
    func blocks(text: String, place: String, says: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let policy = TestPolicy.text.replacing("views: [", with: "views: [{id: C, webView: false}, ")
        let check = try Self.checked(text, in: folder, policy: policy)
        #expect(!check.isUsable)
        try Self.expect(check, place, says)
    }

    @Test(
        "Settings that look alike, and block nothing, have no finding",
        arguments: [
            "bindings: {e: {view: E, convention: nginx, peers: [unix, 10.0.0.0/8]}}",
            """
            bindings: {e: {view: E, convention: nginx, peers: [10.0.0.0/8]}}
            listeners: [{unix: s, serves: auth}, {tcp: 127.0.0.1:0, serves: auth}]
            """,
            """
            bindings: {e: {view: E, convention: icap, peers: [unix]},
              f: {view: E, convention: nginx, peers: [10.0.0.0/8]}}
            listeners: [{unix: s, serves: icap, binding: e}]
            """,
            "bindings: {e: {view: E, convention: nginx, peers: [unix], scheme: http, compareSNI: true}}",
            """
            bindings:
              e: {view: E, convention: nginx, peers: [unix], account: {fixed: dana@contoso.com, absent: block}}
            """,
            "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {header: a, absent: block}}}",
        ]
    )
    func blocksNothing(text: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        #expect(try Self.checked(text, in: folder).diagnostics.map(\.message) == [])
    }

    @Test("Without accounts in the policy, its only account acts, and no source of accounts is needed")
    func implicitAccount() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let lines = TestPolicy.text.split(separator: "\n")
            .filter { line in !["accounts:", "user:"].contains { line.hasPrefix($0) } }
        let text = "bindings: {e: {view: E, convention: nginx, peers: [unix], account: {absent: block}}}"
        let check = try Self.checked(text, in: folder, policy: lines.joined(separator: "\n") + "\n")
        #expect(check.diagnostics.map(\.message) == [])
    }

    @Test("A check warns where every request counts as one without an account")
    func withoutAccounts() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(TestPolicy.text, to: "policy.yaml")
        let text = """
            demarc-serve: 1
            policy: policy.yaml
            bindings: {e: {view: E, convention: nginx, peers: [unix], account: {certificate: uri}}}
            listeners: [{unix: s, serves: auth}]

            """
        try folder.write(text, to: "serve.yaml")
        let check = ServerCheck(path: folder.path("serve.yaml"))
        #expect(check.diagnostics.map(\.severity) == [.warning])
        #expect(check.isUsable)
    }

    #if GRPC
        @Test("A check finds a gRPC listener without a binding for Envoy")
        func soundnessOfGRPC() throws {
            let folder = try TestFolder()
            defer { folder.remove() }
            try folder.write(TestPolicy.text, to: "policy.yaml")
            for (convention, account, expected) in [
                ("nginx", "{fixed: dana@contoso.com}", ["missing-key"]), ("envoy", "{fixed: dana@contoso.com}", []),
                ("envoy", "{certificate: uri, absent: block}", []), ("envoy", "{metadata: [a, b], absent: block}", []),
                ("envoy", "{fixed: dana@contoso.com}, compareSNI: true", []),
            ] {
                let text = """
                    demarc-serve: 1
                    policy: policy.yaml
                    bindings: {e: {view: E, convention: \(convention), peers: [unix], account: \(account)}}
                    listeners: [{unix: s, serves: grpc}]

                    """
                try folder.write(text, to: "serve.yaml")
                let check = ServerCheck(path: folder.path("serve.yaml"))
                #expect(check.diagnostics.map(\.code) == expected, "\(convention) \(account)")
            }
        }
    #endif

    @Test(
        "A check warns of a policy that is already too old, and says how old it is",
        arguments: [
            (7_300, "2 hours ago"), (10 * 86_400, "10 days ago"), (3_700, "61 minutes ago"), (60, nil),
        ] as [(Double, String?)]
    )
    func age(seconds: Double, says: String?) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        _ = try Self.checked("maxAge: 1h", in: folder)
        try folder.setDate(of: "policy.yaml", to: .now - seconds)
        let check = ServerCheck(path: folder.path("serve.yaml"))
        #expect(check.isUsable)
        #expect(check.diagnostics.map(\.code) == (says == nil ? [] : ["policy-stale"]))
        if let says { try Self.expect(check, "2:9", says) }
    }

    // MARK: Helpers

    /// A check of a configuration with these lines, which begin at line 3, and with the usual bindings and listeners if
    /// the lines have none.
    static func checked(
        _ text: String,
        in folder: TestFolder,
        policy: String = TestPolicy.text
    ) throws -> ServerCheck {
        try folder.write(policy, to: "policy.yaml")
        var parts = ["demarc-serve: 1", "policy: policy.yaml", text]
        if !text.contains("bindings:") { parts.append("bindings: {e: {view: E, convention: nginx, peers: [unix]}}") }
        if !text.contains("listeners:") { parts.append("listeners: [{unix: s, serves: auth}]") }
        try folder.write(parts.joined(separator: "\n") + "\n", to: "serve.yaml")
        return ServerCheck(path: folder.path("serve.yaml"))
    }

    /// Checks the only finding of a check.
    static func expect(_ check: ServerCheck, _ place: String?, _ says: String) throws {
        #expect(check.diagnostics.count == 1, "\(check.diagnostics.map(\.message))")
        let finding = try #require(check.diagnostics.first)
        let start = try #require(finding.places.first).start
        if let place { #expect("\(start.line):\(start.column)" == place) }
        let text = finding.message + "; " + (finding.help ?? "")
        #expect(text.contains(says), "\(text)")
    }
}
