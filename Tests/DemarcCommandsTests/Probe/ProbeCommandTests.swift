import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import DemarcCommands

/// `demarc probe` against small proxies.
@Suite("Probing a proxy") struct ProbeCommandTests {
    private struct Entry: Decodable {
        var `case`: String
        var sent: String
        var asked: [String]?
        var received: [String]
        var status: Int?
        var verdict: String
        var directive: String?
    }

    /// Probes a proxy; its log is read if requested.
    private static func probe(
        _ kind: SmallProxy.Kind,
        only: [String] = [],
        readsLog: Bool = true,
        more: [String] = []
    ) throws -> (outcome: Tool.Outcome, entries: [String: Entry]) {
        // A port that is free now may be taken before the command listens on it.
        var result = try probeOnce(kind, only, readsLog, more)
        for _ in 0..<3 where result.outcome.errors.contains("cannot listen on") {
            result = try probeOnce(kind, only, readsLog, more)
        }
        return result
    }

    private static func probeOnce(
        _ kind: SmallProxy.Kind,
        _ only: [String],
        _ readsLog: Bool,
        _ more: [String]
    ) throws -> (outcome: Tool.Outcome, entries: [String: Entry]) {
        let folder = try TemporaryFolder()
        let log = try folder.write("", to: "decisions.ndjson")
        let site = try SmallProxy.freePort()
        let proxy = try SmallProxy(kind, site: site, log: log)
        defer { proxy.stop() }
        var arguments = ["probe", "--through", "http://127.0.0.1:\(proxy.port)", "--upstream", ":\(site)"]
        arguments += only.flatMap { ["--only", $0] } + (readsLog ? ["--log", log] : [])
        let outcome = try Tool.run(arguments + ["--format", "json"] + more)
        guard outcome.status < 2 else { return (outcome, [:]) }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(outcome.output))
        return (outcome, Dictionary(entries.map { ($0.case, $0) }, uniquingKeysWith: { one, _ in one }))
    }

    @Test("An unreachable or fully blocking proxy exits with 2, never with 0")
    func unreachable() throws {
        let free = try SmallProxy.freePort()
        let site = try SmallProxy.freePort()
        let nobody = try Tool.run(["probe", "--through", "http://127.0.0.1:\(free)", "--upstream", ":\(site)"])
        #expect(nobody.status == 2)
        #expect(nobody.errors.contains("cannot be reached"))
        let (closed, _) = try Self.probe(.closed)
        #expect(closed.status == 2)
        #expect(closed.errors.contains("did not arrive"), "\(closed.errors)")
    }

    @Test("The report does not overwrite the log, and an unreachable proxy keeps the previous report")
    func overwriting() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write("{}\n", to: "decisions.ndjson")
        let report = try folder.write("previous\n", to: "report.txt")
        for (output, status) in [(log, 64), (report, 2)] as [(String, Int32)] {
            let free = try SmallProxy.freePort()
            let site = try SmallProxy.freePort()
            let places = ["--through", "http://127.0.0.1:\(free)", "--upstream", ":\(site)"]
            let outcome = try Tool.run(["probe"] + places + ["--log", log, "--output", output])
            #expect(outcome.status == status, "\(outcome.errors)")
        }
        #expect(try folder.read("decisions.ndjson") == "{}\n")
        #expect(try folder.read("report.txt") == "previous\n")
    }

    @Test("An empty log exits with 2: silence is not safety")
    func silentLog() throws {
        let (outcome, _) = try Self.probe(.honest, only: ["plain"], more: ["--binding", "another"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("log.sample.allow: 1"), "\(outcome.errors)")
    }

    @Test(
        "A proxy that is remote or wrongly named is a usage error",
        arguments: [
            (["--through", "http://192.0.2.1", "--upstream", ":9"], "add --yes"),
            (["--through", "https://127.0.0.1", "--upstream", ":9"], "--through is http://host"),
            (["--through", "http://127.0.0.1:0", "--upstream", ":9"], "--through is http://host"),
            (["--through", "http://a/b", "--upstream", ":9"], "--through is http://host"),
            (["--through", "http://127.0.0.1", "--upstream", "9"], "--upstream is :port"),
            (["--through", "http://127.0.0.1", "--upstream", ":9", "--host", "a b"], "is not the name of a host"),
            (["--through", "http://127.0.0.1", "--upstream", ":9", "--host", "a\r\nb"], "is not the name of a host"),
            (["--through", "http://127.0.0.1", "--upstream", ":9", "--only", "nothing"], "unknown case `nothing`"),
        ]
    )
    func misuse(arguments: [String], message: String) throws {
        let outcome = try Tool.run(["probe"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("A correct proxy exits with 0, whatever is sent")
    func honest() throws {
        let (outcome, entries) = try Self.probe(.honest)
        #expect(outcome.status == 0, "\(entries.values.filter { $0.directive != nil })")
        #expect(entries.count == ProbeCorpus.cases.count)
        #expect(entries["plain"]?.verdict == "same")
        #expect(entries["plain"]?.asked == ["https://good.test/a?b=c allow"])
        #expect(entries["plain"]?.received.first?.hasPrefix(#"GET /a?b=c HTTP/1.1\r\n"#) == true)
        #expect(entries["blocked-site"]?.verdict == "blocked")
        #expect(entries["two-hosts"]?.verdict == "refused")
        #expect(entries["client-verdict"]?.verdict == "same")
        #expect(entries.values.allSatisfy { $0.directive == nil })
    }

    @Test(
        "A faulty proxy exits with 1, and the directive to change is named",
        arguments: [
            (SmallProxy.Kind.targetWins, "absolute-form", "different", "X-Original-URL"),
            (.raw, "two-hosts", "ambiguous", "X-Original-URL"),
            (.raw, "fragment", "ambiguous", "proxy_pass"),
            (.raw, "two-lengths", "ambiguous", "update it"),
            (.trusting, "client-verdict", "forged", "auth_request_set"),
            (.trusting, "client-account", "forged", "proxy_set_header X-Demarc-Account"),
            (.forgetful, "client-verdict", "unasked", "auth_request off"),
        ]
    )
    func misbehaving(kind: SmallProxy.Kind, name: String, verdict: String, directive: String) throws {
        let (outcome, entries) = try Self.probe(kind, only: [name])
        #expect(outcome.status == 1, "\(outcome.errors)")
        let entry = try #require(entries[name])
        #expect(entry.verdict == verdict, "\(entry)")
        #expect(entry.directive?.contains(directive) == true, "\(entry)")
        #expect(!entry.received.isEmpty)
    }

    @Test(
        "Bytes that are not a whole request have arrived, and are not a part of the next case",
        arguments: [("bare-lf", #"Host: good.test\n\n"#), ("length-sign", "abcd")]
    )
    func incomplete(name: String, end: String) throws {
        let (outcome, entries) = try Self.probe(.pooling, only: [name, "method-case"], readsLog: false)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(entries[name]?.verdict == "ambiguous")
        #expect(entries[name]?.received.last?.hasSuffix(end) == true, "\(entries)")
        #expect(entries["method-case"]?.verdict == "unproven")
        #expect(entries["method-case"]?.received.count == 1)
        #expect(entries["method-case"]?.received.first?.hasPrefix("get /a HTTP/1.1") == true, "\(entries)")
    }

    @Test(
        "A tunnel that the proxy opened has passed, even if nothing arrives at the site",
        arguments: [
            ("connect-address", 200, [], "unasked"), ("connect-address", 204, [], "unasked"),
            ("connect-address", 200, nil, "unproven"),
            ("connect-address", 200, [ProbeQuestion(verdict: .block, isConnection: true)], "different"),
            ("connect-address", 200, [ProbeQuestion(verdict: .allow, isConnection: true)], "same"),
            ("connect-address", 200, [ProbeQuestion(verdict: .allow)], "different"),
            ("connect-address", 403, [ProbeQuestion(verdict: .block, isConnection: true)], "blocked"),
            ("connect-address", 403, nil, "blocked"), ("connect-address", 503, [], "refused"),
            ("connect-address", nil, [], "refused"), ("plain", 200, [], "refused"),
        ] as [(String, Int?, [ProbeQuestion]?, String)]
    )
    func openedTunnel(name: String, status: Int?, questions: [ProbeQuestion]?, verdict: String) throws {
        let probeCase = try #require(ProbeCorpus.cases.first { $0.name == name })
        let outcome = ProbeExchange.Outcome(status: status, isConnected: true)
        #expect(ProbeJudge.judge(probeCase, outcome, questions).rawValue == verdict)
    }

    @Test(
        "An upgrade that arrives is one that was decided",
        arguments: [
            ("h2c", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c", "https", "ambiguous", "ambiguous"),
            ("h2c", "Connection: a\r\nConnection: UPGRADE\r\nUpgrade: foo, H2C", "wss", "ambiguous", "ambiguous"),
            ("websocket", "Connection: upgrade\r\nUpgrade: websocket", "https", "different", "unproven"),
            ("websocket", "Connection: upgrade\r\nUpgrade: WebSocket/13", "http", "different", "unproven"),

            ("websocket", "Connection: upgrade\r\nUpgrade: websocket", "wss", "same", "unproven"),
            ("websocket", "Connection: upgrade\r\nUpgrade: websocket", "ws", "same", "unproven"),
            // A protocol that nobody asks for any more is harmless, and so is `Upgrade` alone.
            ("websocket", "Connection: close", "wss", "same", "unproven"),
            ("websocket", "Connection: close\r\nUpgrade: websocket", "https", "same", "unproven"),
            ("h2c", "Upgrade: h2c", "https", "same", "unproven"),
        ]
    )
    func upgrades(name: String, fields: String, scheme: String, verdict: String, withoutLog: String) throws {
        let probeCase = try #require(ProbeCorpus.cases.first { $0.name == name })
        let head = ProbeHead(Array("GET /a HTTP/1.1\r\nHost: good.test\r\n\(fields)".utf8))
        let outcome = ProbeExchange.Outcome(status: 101, received: [head], isConnected: true)
        let question = ProbeQuestion(url: "\(scheme)://good.test/a", verdict: .allow)
        #expect(ProbeJudge.judge(probeCase, outcome, [question]).rawValue == verdict)
        #expect(ProbeJudge.judge(probeCase, outcome, nil).rawValue == withoutLog)
        #expect(ProbeAdvice.directive(.different, probeCase.topic, .nginx)?.contains("Upgrade $http_upgrade") == true)
    }

    @Test(
        "If what arrives is not what was decided, the directive is for the part that differs",
        arguments: [
            ("plain", "/app/a?b=c", "good.test", "https://good.test/a?b=c", .path),
            ("client-account", "/app/a", "good.test", "https://good.test/a", .path),
            ("bare-lf", "/app/a", "good.test", "https://good.test/a", .path),
            ("websocket", "/app/a", "good.test", "wss://good.test/a", .path),
            ("two-hosts", "/app/x", "good.test", "https://good.test/x", .path),
            ("plain", "/a?b=c", "good.test", "https://good.test/a", .path),
            ("slashes", "//admin/x", "evil.test", "https://good.test//admin/x", .authority),
            ("plain", "/a?b=c", "good.test:81", "https://good.test/a?b=c", .authority),
            // What the client states is not what it asks for: the question has to be about its target.
            ("client-original-url", "/admin/x", "good.test", "https://good.test/a", .fields),
            ("client-original-url", "/admin/x", "good.test", "https://good.test/app/admin/x", .path),
            ("client-forwarded", "/app/admin/x", "good.test", "https://good.test/admin/x", .path),
            ("query", "/admin/x?binding=other&ticket=x&uri=/a", "good.test", "https://good.test/a", .query),
            ("query", "/admin/x?binding=other&ticket=x&uri=/a", "good.test", "https://good.test/admin/x", .path),
            ("blocked-path", "/admin/x", "good.test", nil, .denials),
        ] as [(String, String, String, String?, ProbeTopic)]
    )
    func differing(name: String, target: String, host: String, asked: String?, topic: ProbeTopic) throws {
        let probeCase = try #require(ProbeCorpus.cases.first { $0.name == name })
        let head = ProbeHead(Array("GET \(target) HTTP/1.1\r\nHost: \(host)".utf8))
        let outcome = ProbeExchange.Outcome(status: 200, received: [head], isConnected: true)
        let question =
            asked.map { ProbeQuestion(url: $0, verdict: .allow) }
            ?? ProbeQuestion(url: "https://\(host)\(target)", verdict: .block)
        #expect(ProbeJudge.judge(probeCase, outcome, [question]) == .different)
        let sent = probeCase.bytes(number: 1, names: ProbeCase.Names())
        #expect(ProbeJudge.differingTopic(of: probeCase, sent: sent, outcome, [question]) == topic)
    }

    @Test("Without a log, only requests that two servers read differently are found")
    func withoutLog() throws {
        let (outcome, entries) = try Self.probe(.raw, only: ["two-hosts", "plain"], readsLog: false)
        #expect(outcome.status == 1)
        #expect(entries["two-hosts"]?.verdict == "ambiguous")
        #expect(entries["plain"]?.verdict == "unproven")
        #expect(entries["plain"]?.asked == nil)
    }

    @Test("The table of attacks is sent, except HTTP/2 and slow ones")
    func corpus() throws {
        let data = Data(try Repository.text("Tests/Hosts/attacks.json").utf8)
        let table = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        var expected: [ProbeCase] = []
        for row in table {
            let send = try #require(row["send"] as? [String: Any])
            let text: String
            if let lines = send["head"] as? [String] {
                text = lines.joined(separator: #"\r\n"#) + #"\r\n\r\n"#
            } else if let raw = send["raw"] as? String {
                text = raw
            } else {
                #expect(send["http2"] != nil || send["slow"] != nil)
                continue
            }
            expected.append(
                ProbeCase(
                    name: try #require(row["name"] as? String),
                    topic: try #require(ProbeTopic(rawValue: row["directive"] as? String ?? "other")),
                    text: text,
                    stripped: row["stripped"] as? [String] ?? [],
                    answers: send["answers"] as? Int ?? 1
                )
            )
        }
        #expect(expected.count > 85)
        #expect(ProbeCorpus.cases == expected, "run `make hosts-corpus`")
    }

    @Test(
        "The names of the given policy replace those of the corpus",
        arguments: [
            ("absolute-form", false, "GET http://b.example/x HTTP/1.1\r\nX-Demarc-Probe: 7\r\nHost: a.example\r\n\r\n"),
            ("plain", true, "GET http://a.example/a?b=c HTTP/1.1\r\nX-Demarc-Probe: 7\r\nHost: a.example\r\n\r\n"),
            ("blocked-site", true, "GET http://b.example/ HTTP/1.1\r\nX-Demarc-Probe: 7\r\nHost: b.example\r\n\r\n"),
            ("host-percent", false, "GET /x HTTP/1.1\r\nX-Demarc-Probe: 7\r\nHost: %61.example\r\n\r\n"),
            ("http-0.9", false, "GET /x\r\n\r\n"),
            ("bare-lf", false, "GET /a HTTP/1.1\nX-Demarc-Probe: 7\nHost: a.example\n\n"),
        ]
    )
    func names(name: String, isForward: Bool, expected: String) throws {
        let probeCase = try #require(ProbeCorpus.cases.first { $0.name == name })
        let names = ProbeCase.Names(allowed: "a.example", blocked: "b.example", site: 9, isForward: isForward)
        #expect(String(decoding: probeCase.bytes(number: 7, names: names), as: UTF8.self) == expected)
    }
}
