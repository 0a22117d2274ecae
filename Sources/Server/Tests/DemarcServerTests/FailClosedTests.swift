import Answering
import DemarcServer
import Foundation
import Testing

/// Cases that must block, each tested against a running server: a proxy treats any 2xx as an allow.
@Suite("Fail-closed behavior") struct FailClosedTests {
    @Test("A listed URL is allowed and another is not, so the other tests can fail")
    func decides() async throws {
        let running = try await RunningServer.start()
        #expect(await running.statuses(to: TestPolicy.request()) == [204])
        #expect(await running.statuses(to: TestPolicy.request("evil.test")) == [403])
        let forwarded = """
            GET /v1/auth/caddy?anything=of-the-client HTTP/1.1\r
            Host: demarc\r
            X-Forwarded-Method: GET\r
            X-Forwarded-Proto: https\r
            X-Forwarded-Host: good.test\r
            X-Forwarded-Uri: /a?b\r
            \r

            """
        #expect(await running.statuses(to: forwarded) == [204])
        #expect(await running.statuses(to: "GET /v1/auth/envoy/a?b HTTP/1.1\r\nHost: good.test\r\n\r\n") == [200])
        await running.stop()
    }

    @Test("Everything blocks without a policy, and is decided once there is one")
    func noPolicyYet() async throws {
        let running = try await RunningServer.start(policy: nil)
        let before = await running.answers(to: TestPolicy.request())
        #expect(before.map(\.status) == [403])
        #expect(before.first?.head.contains("x-demarc-verdict: block") == true)
        try running.folder.write(TestPolicy.text, to: "policy.yaml")
        #expect(await running.waits { await running.statuses(to: TestPolicy.request()) == [204] })
        await running.stop()
    }

    @Test("If the policy is broken or missing at reload, the last good policy stays in force")
    func lastGoodPolicy() async throws {
        let running = try await RunningServer.start()
        try running.folder.write("demarc: 1\nviews: [{id: E, nonsense: 1}]\n", to: "policy.yaml")
        await running.server.reload()
        #expect(await running.statuses(to: TestPolicy.request()) == [204])
        #expect(await running.statuses(to: TestPolicy.request("evil.test")) == [403])
        try running.folder.removeFile("policy.yaml")
        await running.server.reload()
        #expect(await running.statuses(to: TestPolicy.request()) == [204])
        #expect(await running.statuses(to: TestPolicy.request("evil.test")) == [403])
        let blocksGood = TestPolicy.text.split(separator: "\n").filter { !$0.contains("id: good") }
            .joined(separator: "\n").split(separator: "    rules:").joined(separator: "\n")
        try running.folder.write(blocksGood + "\n", to: "policy.yaml")
        #expect(await running.waits { await running.statuses(to: TestPolicy.request()) == [403] })
        await running.stop()
    }

    @Test(
        "Unknown paths, methods and peers get 403, never 404 or 5xx",
        arguments: [
            "GET / HTTP/1.1\r\nHost: d\r\n\r\n", "GET /v1/auth HTTP/1.1\r\nHost: d\r\n\r\n",
            "GET /v1/auth/ HTTP/1.1\r\nHost: d\r\n\r\n", "GET /v1/auth/none HTTP/1.1\r\nHost: d\r\n\r\n",
            "GET /v1/auth/edge/ HTTP/1.1\r\nHost: d\r\n\r\n", "POST /v1/decisions HTTP/1.1\r\nHost: d\r\n\r\n",
            "GET /v1/classify?url=https://good.test/ HTTP/1.1\r\nHost: d\r\n\r\n",
            "GET /metrics HTTP/1.1\r\nHost: d\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: d\r\n\r\n",
            "GET /v1/page?ticket=x HTTP/1.1\r\nHost: d\r\n\r\n", "BREW /v1/auth/edge HTTP/1.1\r\nHost: d\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: d\r\n\r\n", "CONNECT good.test:443 HTTP/1.1\r\nHost: good.test\r\n\r\n",
            "GET /v1/auth/envoy HTTP/1.1\r\nHost: good.test\r\n\r\n",
            "GET /v1/auth/envoy?/ HTTP/1.1\r\nHost: good.test\r\n\r\n",
            "GET /v1/auth/edge HTTP/1.1\r\nHost: good.test\r\n\r\n",
            TestPolicy.request(binding: "strangers"), TestPolicy.request(binding: "elsewhere"),
            TestPolicy.request(binding: "%65dge"), TestPolicy.request(binding: "edge/../edge"),
        ]
    )
    func unknown(request: String) async throws {
        let running = try await SharedServer.auth()
        #expect(await running.statuses(to: request) == [403])
    }

    @Test("A head that arrives too slowly gets 403 and ends the connection")
    func slowHead() async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {headerTimeout: 300ms}")
        let port = running.port()
        let (statuses, isClosed) = await Blocking.run {
            guard let client = RawClient(port: port) else { return ([Int](), false) }
            client.send("GET /v1/auth/edge HTTP/1.1\r\n")
            var received: [UInt8] = []
            for byte in "X-Slow: \(String(repeating: "a", count: 40))".utf8 {
                client.send([byte])
                received += client.receive(seconds: 0.01)
            }
            received += client.receive()
            return (RawAnswers(received).statuses, client.isClosedByPeer(within: RunningServer.patience))
        }
        #expect(statuses == [403])
        #expect(isClosed)
        await running.stop()
    }

    @Test("A body that arrives byte by byte gets 403 when its time is over, as a whole")
    func slowBody() async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {idleTimeout: 1s}")
        let port = running.port()
        let statuses = await Blocking.run {
            guard let client = RawClient(port: port) else { return [Int]() }
            client.send(TestPolicy.request(more: "Content-Length: 1000\r\n"))
            var received: [UInt8] = []
            let end = ContinuousClock.now + .seconds(RunningServer.patience)
            // No pause is as long as the limit.
            while received.isEmpty, ContinuousClock.now < end {
                client.send("x")
                received += client.receive(seconds: 0.1)
            }
            return RawAnswers(received + client.receive()).statuses
        }
        #expect(statuses == [403])
        await running.stop()
    }

    @Test("A body that never arrives gets 403, and an idle connection is closed silently")
    func idle() async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {idleTimeout: 1s}")
        let port = running.port()
        let (quiet, late) = await Blocking.run {
            let quiet = RawClient(port: port).map { $0.receive() } ?? [1]
            guard let client = RawClient(port: port) else { return (quiet, [Int]()) }
            client.send(TestPolicy.request(more: "Content-Length: 10\r\n") + "123")
            return (quiet, RawAnswers(client.receive()).statuses)
        }
        #expect(quiet.isEmpty)
        #expect(late == [403])
        await running.stop()
    }

    @Test(
        "Anything above its limit gets 403",
        arguments: oversizedRequests
    )
    func oversized(request: String, what: Comment) async throws {
        let running = try await RunningServer.start(
            more: "log: {to: none}\nlimits: {target: 256B, header: 4KiB, body: 1KiB}"
        )
        #expect(await running.statuses(to: request) == [403], what)
        await running.stop()
    }

    private static let oversizedRequests: [(String, Comment)] = {
        func much(_ count: Int) -> String { String(repeating: "a", count: count) }
        let chunk = TestPolicy.request(more: "Transfer-Encoding: chunked\r\n") + "7d0\r\n" + much(2_000)
        return [
            ("GET /v1/auth/edge?\(much(300)) HTTP/1.1\r\nHost: d\r\n\r\n", "a target"),
            (TestPolicy.request(more: "X-Much: \(much(5_000))\r\n"), "a head"),
            (TestPolicy.request(more: "X-Much: \(much(80_000))"), "a head without end"),
            (TestPolicy.request(more: "Content-Length: 2000\r\n"), "a body that is announced"),
            (chunk, "a chunk"),
            (TestPolicy.request(more: "Content-Length: 99999999999999999999\r\n"), "a length that no number holds"),
        ]
    }()

    @Test("Connections over the limit get 403, and many idle ones do not hinder earlier connections")
    func manyIdleConnections() async throws {
        // As many as this process can open, since it holds both ends, up to ten thousand.
        let count = max(100, min(10_000, (RawClient.fileLimit - 600) / 2))
        let limit = count / 2
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {connections: \(limit)}")
        let port = running.port()
        let (before, refused, after) = await Blocking.run {
            guard let first = RawClient(port: port) else { return ([Int](), [Int](), [Int]()) }
            first.send(TestPolicy.request())
            let before = RawAnswers(first.receive { RawAnswers($0).answers.count == 1 }).statuses
            var idle: [RawClient] = []
            for _ in 1..<limit { if let client = RawClient(port: port) { idle.append(client) } }
            var refused: [Int] = []
            if let surplus = RawClient(port: port) {
                surplus.send(TestPolicy.request())
                refused = RawAnswers(surplus.receive()).statuses
            }
            for _ in limit..<count { if let client = RawClient(port: port) { idle.append(client) } }
            first.send(TestPolicy.request())
            let after = RawAnswers(first.receive { RawAnswers($0).answers.count == 1 }).statuses
            idle.removeAll()
            return (before, refused, after)
        }
        #expect(before == [204])
        #expect(refused == [403])
        #expect(after == [204])
        // Once they are closed, other clients are served again.
        #expect(await running.waits { await running.statuses(to: TestPolicy.request()) == [204] })
        await running.stop()
    }

    @Test("A stopping server accepts nothing new, lets the current request finish, and then ends")
    func drain() async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {drain: 60s}")
        let port = running.port()
        let begun = DispatchSemaphore(value: 0)
        async let statuses = Blocking.run {
            guard let client = RawClient(port: port) else { return [Int]() }
            // A connection that has been answered once is not waiting to be accepted.
            client.send(TestPolicy.request())
            var received = client.receive { RawAnswers($0).answers.count == 1 }
            let request = Array(TestPolicy.request().utf8)
            client.send(Array(request.prefix(40)))
            begun.signal()
            // Once connections are refused, the server has started to stop.
            let isRefused = Self.isRefused(port)
            client.send(Array(request.dropFirst(40)))
            received += client.receive()
            return RawAnswers(received).statuses + (isRefused ? [] : [0])
        }
        await Blocking.run { begun.wait() }
        let begin = ContinuousClock.now
        await running.server.stop()
        #expect(ContinuousClock.now - begin < .seconds(50))
        #expect(await statuses == [204, 204])
        running.folder.remove()
    }

    @Test("A stopping server cuts off a request that does not end")
    func cut() async throws {
        let running = try await RunningServer.start(more: "log: {to: none}\nlimits: {drain: 300ms}")
        let port = running.port()
        let begun = DispatchSemaphore(value: 0)
        async let isCut = Blocking.run {
            guard let client = RawClient(port: port) else { return false }
            client.send(TestPolicy.request())
            _ = client.receive { RawAnswers($0).answers.count == 1 }
            client.send("GET /v1/auth/edge HT")
            begun.signal()
            return client.isClosedByPeer(within: RunningServer.patience)
        }
        await Blocking.run { begun.wait() }
        await running.server.stop()
        #expect(await isCut)
        #expect(await Blocking.run { RawClient(port: port) == nil })
        running.folder.remove()
    }

    /// Whether a port eventually stops accepting connections.
    static func isRefused(_ port: Int) -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if RawClient(port: port) == nil { return true }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return false
    }
}
