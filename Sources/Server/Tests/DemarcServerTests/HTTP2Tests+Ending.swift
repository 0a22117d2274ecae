#if GRPC
    import DemarcServer
    import Foundation
    import Testing

    /// How connections of HTTP/2 end.
    extension HTTP2Tests {
        @Test("Connections of HTTP/2 that their clients close, or do not use, are closed", arguments: [true, false])
        func endedHTTP2(isClosed: Bool) async throws {
            let limit = 4
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: [auth, grpc]}",
                more: "log: {to: none}\nlimits: {connections: \(limit), idleTimeout: \(isClosed ? 60 : 1)s}"
            )
            let port = running.port()
            let ended = await Blocking.run {
                let clients = (0..<limit).compactMap { _ -> RawClient? in
                    guard let client = RawClient(port: port) else { return nil }
                    client.send(Self.preface)
                    // The server's settings.
                    _ = client.receive { $0.count >= 9 }
                    if isClosed { client.finishSending() }
                    return client
                }
                return clients.count { $0.isClosedByPeer(within: RunningServer.patience) }
            }
            #expect(ended == limit)
            #expect(await running.waits { await running.statuses(to: TestPolicy.request()) == [204] })
            await running.stop()
        }

        @Test("A server that stops tells HTTP/2 clients, and does not wait for the end of the drain")
        func drainingHTTP2() async throws {
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}",
                bindings: """
                      mesh: {view: E, convention: envoy, account: {fixed: dana@contoso.com}, peers: [127.0.0.1]}
                    """,
                more: "log: {to: none}\nlimits: {drain: 60s}"
            )
            let port = running.port()
            let begun = DispatchSemaphore(value: 0)
            let told = Task {
                await Blocking.run {
                    defer { begun.signal() }
                    guard let client = RawClient(port: port) else { return false }
                    client.send(Self.preface)
                    // The connection is served once the server has acknowledged the client's settings.
                    var received = client.receive { Self.frames($0).count { $0.type == 4 } >= 2 }
                    begun.signal()
                    received += client.receive { Self.frames(received + $0).contains { $0.type == 7 } }
                    return Self.frames(received).contains { $0.type == 7 }
                }
            }
            await Blocking.run { begun.wait() }
            let start = ContinuousClock.now
            await running.stop()
            #expect(ContinuousClock.now - start < .seconds(30))
            #expect(await told.value)
        }

        /// A listener on which the first bytes of a connection determine its protocol.
        private static let shared = "  - {tcp: 127.0.0.1:0, serves: [auth, grpc]}"

        @Test("A connection on which nothing has arrived is told to end when the server stops")
        func silence() async throws {
            let more = "log: {to: none}\nlimits: {drain: 60s}"
            let running = try await RunningServer.start(listeners: Self.shared, more: more, threads: 1)
            let port = running.port()
            let begun = DispatchSemaphore(value: 0)
            let seen = Task {
                await Blocking.run { () -> Bool in
                    defer { begun.signal() }
                    guard let silent = RawClient(port: port), let client = RawClient(port: port) else { return false }
                    // A request that has begun keeps the server from ending. The other connection was accepted first.
                    client.send(TestPolicy.request(more: "Expect: 100-continue\r\nContent-Length: 1\r\n"))
                    _ = client.receive { String(decoding: $0, as: UTF8.self).hasSuffix("\r\n\r\n") }
                    begun.signal()
                    let isEnded = silent.isClosedByPeer(within: 30)
                    client.send("x")
                    return isEnded
                }
            }
            await Blocking.run { begun.wait() }
            await running.stop()
            #expect(await seen.value)
        }

        @Test(
            "The first request on a connection is answered if it arrives just after the server begins to stop",
            arguments: [true, false]
        )
        func firstRequest(isHTTP2: Bool) async throws {
            var isAnswered = false
            // On a busy machine, one of them may come too late.
            for _ in 0..<10 where !isAnswered { isAnswered = try await Self.isLateRequestAnswered(isHTTP2) }
            #expect(isAnswered)
        }

        private static func isLateRequestAnswered(_ isHTTP2: Bool) async throws -> Bool {
            let running = try await RunningServer.start(listeners: shared, threads: 1)
            let port = running.port()
            let begun = DispatchSemaphore(value: 0)
            let answered = Task {
                await Blocking.run { () -> Bool in
                    defer { begun.signal() }
                    guard let late = RawClient(port: port), let client = RawClient(port: port) else { return false }
                    // Once a connection is served, those before it were accepted.
                    client.send(TestPolicy.request())
                    _ = client.receive { RawAnswers($0).answers.count == 1 }
                    client.close()
                    begun.signal()
                    guard FailClosedTests.isRefused(port) else { return false }
                    // Longer than a server takes to end that waits for no connection.
                    Thread.sleep(forTimeInterval: 0.02)
                    late.send(isHTTP2 ? Self.preface + Self.checking(on: 1) : Array(TestPolicy.request().utf8))
                    if isHTTP2 {
                        let answer = late.receive { Self.frames($0).contains { $0.type == 1 } }
                        return Self.frames(answer).contains { $0.type == 1 }
                    }
                    return RawAnswers(late.receive { RawAnswers($0).answers.count == 1 }).statuses == [204]
                }
            }
            await Blocking.run { begun.wait() }
            await running.stop()
            return await answered.value
        }

        @Test("Requests under way while a connection is told to end are answered", arguments: [true, false])
        func underWay(isStopping: Bool) async throws {
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}",
                bindings: Self.mesh,
                more: "log: {to: none}\nlimits: {drain: 60s, idleTimeout: \(isStopping ? 60 : 3)s}"
            )
            let port = running.port()
            let begun = DispatchSemaphore(value: 0)
            let seen = Task {
                await Blocking.run { () -> [Frame] in
                    defer { begun.signal() }
                    guard let client = RawClient(port: port) else { return [] }
                    client.send(Self.preface)
                    var received = client.receive { Self.frames($0).count { $0.type == 4 } >= 2 }
                    let first = Self.checking(on: 1)
                    if isStopping {
                        // The answer to the PING shows that the server has read the head of the request.
                        let ping = Self.frame(6, flags: 0, on: 0, Array(repeating: 0, count: 8))
                        client.send(Array(first.dropLast(9)) + ping)
                        received += client.receive { Self.frames(received + $0).contains { $0.type == 6 } }
                        begun.signal()
                    } else {
                        client.send(first)
                    }
                    received += client.receive { Self.question(in: received + $0) != nil }
                    guard let question = Self.question(in: received) else { return [] }
                    // As if the client had sent two more requests before it read GOAWAY.
                    client.send(Self.checking(on: 3) + Self.checking(on: 5))
                    if isStopping { client.send(Array(first.suffix(9))) }
                    client.send(Self.frame(6, flags: 1, on: 0, question))
                    return Self.frames(received + client.receive())
                }
            }
            if isStopping { await Blocking.run { begun.wait() } } else { _ = await seen.value }
            let start = ContinuousClock.now
            await running.stop()
            #expect(ContinuousClock.now - start < .seconds(30))
            let frames = await seen.value
            #expect(Set(frames.filter { $0.type == 1 }.map { $0.stream }) == [1, 3, 5])
            #expect(!frames.contains { $0.type == 3 })
            let ends: [[UInt8]] = [[0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], [0, 0, 0, 5, 0, 0, 0, 0]]
            #expect(frames.filter { $0.type == 7 }.map { $0.payload } == ends)
        }

        @Test(
            "A listed client may send 200 control frames in 30 seconds, and any other client only a few PINGs",
            arguments: [("127.0.0.1", 190, true), ("127.0.0.1", 210, false), ("127.0.0.2", 10, false)]
        )
        func pings(source: String, count: Int, isAnswered: Bool) async throws {
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}",
                bindings: Self.mesh
            )
            let port = running.port()
            let received: [UInt8] = await Blocking.run {
                guard let client = RawClient(port: port, from: source) else { return [] }
                var bytes = Self.preface
                for _ in 0..<count { bytes += Self.frame(6, flags: 0, on: 0, Array(repeating: 0, count: 8)) }
                client.send(bytes + Self.checking(on: 1))
                return client.receive { Self.frames($0).contains { $0.type == 1 || $0.type == 7 } }
            }
            let frames = Self.frames(received)
            #expect(frames.contains { $0.type == 1 } == isAnswered)
            #expect(frames.contains { $0.type == 7 } == !isAnswered)
            await running.stop()
        }

        /// A check, whose last nine bytes are its data.
        private static func checking(on stream: UInt8) -> [UInt8] {
            request(check, call, method: "POST", hasBody: true, on: stream)
        }

        /// The data of the PING that follows GOAWAY; nil if it has not arrived.
        private static func question(in bytes: [UInt8]) -> [UInt8]? {
            frames(bytes).drop { $0.type != 7 }.first { $0.type == 6 }?.payload
        }
    }
#endif
