import Answering
import DemarcServer
import Foundation
import Glibc
import Hosting
import Logging
import Testing

/// The operator's interfaces: the admin listener, sockets in the file system, checks, and messages to a service
/// manager.
@Suite("Operation") struct OperationTests {
    @Test("The admin listener reports the server's state and authorizes nothing")
    func admin() async throws {
        let running = try await RunningServer.start(
            policy: nil,
            more: "log: {to: decisions.log}\nadmin: {tcp: 127.0.0.1:0}"
        )
        let port = try #require(running.server.adminPort)
        func get(_ path: String, method: String = "GET") async -> (status: Int, body: String) {
            await Blocking.run { Self.ask(port, path, method: method) }
        }
        #expect(await get("/healthz").status == 200)
        #expect(await get("/readyz").status == 503)
        try running.folder.write(TestPolicy.text, to: "policy.yaml")
        #expect(await running.waits { await get("/readyz").status == 200 })
        let denied = await running.answers(to: TestPolicy.request("evil.test"))
        let id = denied.first?.head.split(separator: "\r\n").first { $0.hasPrefix("x-demarc-id: ") }?.dropFirst(13)
        let path = "/v1/explain/\(try #require(id))"
        // The log receives decisions from the loops with a short delay.
        #expect(await running.waits { await get(path).status == 200 })
        let metrics = await get("/metrics")
        #expect(metrics.status == 200)
        #expect(metrics.body.contains("demarc_decisions_total{host=\"nginx\",binding=\"edge\",verdict=\"block\""))
        #expect(await get("/v1/explain/none").status == 404)
        let unknown = await get("/v1/auth/edge")
        #expect(unknown.status == 404)
        #expect(unknown.body == "the paths are /metrics, /healthz, /readyz and /v1/explain/ID\n")
        let refused = await Blocking.run { Self.answer(port, "/metrics", method: "POST") }
        #expect(refused.status == 405)
        #expect(refused.head.contains("\r\nallow: GET, HEAD\r\n"))
        #expect(await get("/healthz", method: "HEAD").status == 200)
        await running.stop()
    }

    /// The answer of the admin listener. Blocks its thread.
    private static func ask(_ port: Int, _ path: String, method: String = "GET") -> (status: Int, body: String) {
        let answer = answer(port, path, method: method)
        return (answer.status, answer.body)
    }

    private static func answer(
        _ port: Int,
        _ path: String,
        method: String
    ) -> (status: Int, head: String, body: String) {
        guard let client = RawClient(port: port) else { return (0, "", "") }
        client.send("\(method) \(path) HTTP/1.1\r\nHost: d\r\n\r\n")
        return RawAnswers(client.receive { RawAnswers($0).answers.count == 1 }).answers.first ?? (0, "", "")
    }

    @Test("A server that stops is not ready, and still answers the request that has begun")
    func draining() async throws {
        let running = try await RunningServer.start(
            more: "log: {to: none}\nadmin: {tcp: 127.0.0.1:0}\nlimits: {drain: 60s}"
        )
        let admin = try #require(running.server.adminPort)
        let port = running.port()
        #expect(await Blocking.run { Self.ask(admin, "/readyz") } == (200, "ready\n"))
        let begun = DispatchSemaphore(value: 0)
        let seen = Task {
            await Blocking.run { () -> (isDraining: Bool, statuses: [Int]) in
                defer { begun.signal() }
                guard let client = RawClient(port: port) else { return (false, []) }
                // The server asks for the body once it has read the head: the request has begun.
                client.send(TestPolicy.request(more: "Expect: 100-continue\r\nContent-Length: 1\r\n"))
                var received = client.receive { String(decoding: $0, as: UTF8.self).hasSuffix("\r\n\r\n") }
                begun.signal()
                let end = ContinuousClock.now + .seconds(RunningServer.patience)
                var isDraining = false
                while !isDraining, ContinuousClock.now < end {
                    isDraining = Self.ask(admin, "/readyz") == (503, "draining\n")
                    Thread.sleep(forTimeInterval: 0.02)
                }
                client.send("x")
                received += client.receive { RawAnswers($0).answers.count == 1 }
                return (isDraining, RawAnswers(received).statuses)
            }
        }
        await Blocking.run { begun.wait() }
        await running.stop()
        let (isDraining, statuses) = await seen.value
        #expect(isDraining)
        #expect(statuses == [204])
    }

    @Test("While a server stops, pages still open, each on a connection of its own, and operators delay nothing")
    func lateConnections() async throws {
        let running = try await RunningServer.start(
            more: """
                log: {to: none}
                admin: {tcp: 127.0.0.1:0}
                explain: {unix: pages.sock}
                limits: {drain: 60s}
                """
        )
        let admin = try #require(running.server.adminPort)
        let (port, pages) = (running.port(), running.folder.path("pages.sock"))
        let begun = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        let seen = Task {
            await Blocking.run { () -> (page: (status: Int, head: String)?, isClosed: Bool, statuses: [Int]) in
                defer { begun.signal() }
                guard let idle = RawClient(port: port), let client = RawClient(port: port) else {
                    return (nil, false, [])
                }
                idle.send(TestPolicy.request())
                _ = idle.receive { RawAnswers($0).answers.count == 1 }
                client.send(TestPolicy.request(more: "Expect: 100-continue\r\nContent-Length: 1\r\n"))
                var received = client.receive { String(decoding: $0, as: UTF8.self).hasSuffix("\r\n\r\n") }
                begun.signal()
                // An idle connection ends once connections are told to end.
                guard idle.isClosedByPeer(within: RunningServer.patience), let late = RawClient(path: pages),
                    let watching = RawClient(port: admin)
                else { return (nil, false, []) }
                late.send("GET /v1/page?ticket=x HTTP/1.1\r\nHost: d\r\n\r\n")
                let page = RawAnswers(late.receive { RawAnswers($0).answers.count == 1 }).answers.first
                let isClosed = late.isClosedByPeer(within: RunningServer.patience)
                late.close()
                watching.send("GET /readyz HTTP/1.1\r\nHost: d\r\n\r\n")
                let readiness = RawAnswers(watching.receive { RawAnswers($0).answers.count == 1 }).statuses
                client.send("x")
                received += client.receive { RawAnswers($0).answers.count == 1 }
                let statuses = readiness + RawAnswers(received).statuses
                client.close()
                // The operator's connection stays open until the server has stopped.
                ended.wait()
                return (page.map { ($0.status, $0.head) }, isClosed, statuses)
            }
        }
        await Blocking.run { begun.wait() }
        let begin = ContinuousClock.now
        await running.stop()
        #expect(ContinuousClock.now - begin < .seconds(50))
        ended.signal()
        let (page, isClosed, statuses) = await seen.value
        #expect(page?.status == 403)
        #expect(page?.head.lowercased().contains("connection: close") == true)
        #expect(isClosed)
        #expect(statuses == [503, 204])
    }

    @Test("A Unix socket gets its permissions, and is removed when the server stops")
    func unixSocket() async throws {
        let running = try await RunningServer.start(
            listeners: "  - {unix: auth.sock, mode: \"0620\", serves: auth}\n  - {tcp: 127.0.0.1:0, serves: auth}"
        )
        let path = running.folder.path("auth.sock")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o620)
        let statuses: [Int] = await Blocking.run {
            ["edge", "caddy", "strangers"]
                .map { binding in
                    guard let client = RawClient(path: path) else { return 0 }
                    client.send(TestPolicy.request(binding: binding))
                    return RawAnswers(client.receive { RawAnswers($0).answers.count == 1 }).statuses.first ?? 0
                }
        }
        // Of the three, only `edge` lists `unix`.
        #expect(statuses == [204, 403, 403])
        await running.server.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
        running.folder.remove()
    }

    @Test("An address in use is an error at its place in the configuration")
    func takenAddress() async throws {
        let running = try await RunningServer.start()
        do {
            let second = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:\(running.port()), serves: auth}"
            )
            await second.stop()
            Issue.record("two servers listen at one address")
        } catch let error as ServerError {
            #expect(error.finding.places.first?.start.line == 10)
        }
        await running.stop()
    }

    @Test("A ticket is readable with the same key file, whatever its last byte is")
    func sharedKey() async throws {
        let key = String(repeating: "0123456789abcdef", count: 2) + "\n"
        let running = try await RunningServer.start(
            more: "log: {to: none}\ntickets: {key: tickets.key}",
            files: ["tickets.key": key]
        )
        // As created by the helper for Squid.
        let seal = Ticket.Seal(try SecretKey(contentsOf: running.folder.path("tickets.key")))
        let expiry = Int(Date.now.timeIntervalSince1970) + Ticket.lifetime
        let ticket = Ticket(verdict: .block, urlClass: .blocked, rule: "games-of-chance", id: "abc", expiry: expiry)
        let request = "GET /v1/page?ticket=\(seal.text(of: ticket)) HTTP/1.1\r\nHost: d\r\n\r\n"
        let answers = await running.answers(to: request)
        #expect(answers.map(\.status) == [403])
        #expect(answers.first?.body.contains("games-of-chance") == true)
        await running.stop()
    }

    @Test("A policy may refer to files outside its folder only if whoever starts the server allows it")
    func outsideFiles() async throws {
        let (folder, outside) = (try TestFolder(), try TestFolder())
        defer {
            folder.remove()
            outside.remove()
        }
        try outside.write("good.test\n", to: "list.txt")
        let list = "list: {file: '\(outside.path("list.txt"))', format: domains}"
        try folder.write(TestPolicy.text.replacing("domain: good.test", with: list), to: "policy.yaml")
        let text = """
            demarc-serve: 1
            policy: policy.yaml
            bindings: {e: {view: E, convention: nginx, peers: [unix]}}
            listeners: [{unix: s, serves: auth}]
            shadow: {policy: policy.yaml}

            """
        try folder.write(text, to: "serve.yaml")
        let path = folder.path("serve.yaml")
        #expect(ServerCheck(path: path).diagnostics.map(\.code).contains("outside-folder"))
        #expect(ServerCheck(path: path, allowsOutside: true).diagnostics.isEmpty)
        for allowsOutside in [false, true] {
            var configuration = try #require(ServerConfigurationReader().load(path: path).configuration)
            configuration.allowsOutside = allowsOutside
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = try await Server.start(configuration, logger: logger, threads: 1)
            #expect((server.readiness == .ready) == allowsOutside)
            await server.reload()
            #expect((server.readiness == .ready) == allowsOutside)
            await server.stop()
        }
    }

    @Test("Requests during a reload cause one more, and the end waits for none")
    func reloads() async throws {
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reloads = Reloads {
            begun.signal()
            await Blocking.run { goOn.wait() }
        }
        func isBegun(within time: DispatchTime) async -> Bool {
            await Blocking.run { begun.wait(timeout: time) == .success }
        }
        reloads.request()
        #expect(await isBegun(within: .now() + RunningServer.patience))
        for _ in 0..<10 { reloads.request() }
        goOn.signal()
        #expect(await isBegun(within: .now() + RunningServer.patience))
        goOn.signal()
        let isOneTooMany = await isBegun(within: .now() + 0.3)
        #expect(!isOneTooMany)
        reloads.request()
        #expect(await isBegun(within: .now() + RunningServer.patience))
        reloads.request()
        reloads.cancel()
        goOn.signal()
        let isLate = await isBegun(within: .now() + 0.3)
        #expect(!isLate)
    }

    @Test("The service manager is notified of the server's state")
    func serviceManager() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let socket = try #require(BoundSocket(path: folder.path("notify")))
        let manager = ServiceManager(["NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": "3000000"])
        #expect(manager.watchdogInterval == .microseconds(1_500_000))
        manager.ready("decides")
        #expect(socket.receive() == "READY=1\nSTATUS=decides")
        manager.reloading()
        #expect(socket.receive()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        manager.alive()
        #expect(socket.receive() == "WATCHDOG=1")
        manager.stopping()
        #expect(socket.receive() == "STOPPING=1")
        // Without a manager nothing is sent, and nothing fails.
        ServiceManager([:]).ready("decides")
        #expect(ServiceManager(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"]).watchdogInterval == nil)
    }
}
