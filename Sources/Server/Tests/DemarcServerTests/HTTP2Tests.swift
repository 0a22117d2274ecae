#if GRPC
    import DemarcServer
    import Foundation
    import NIOCore
    import NIOHPACK
    import Testing

    /// Connections of HTTP/2, as bytes: requests that gRPC's own clients do not send, and the end of connections.
    @Suite("HTTP/2") struct HTTP2Tests {
        static let check = "/envoy.service.auth.v3.Authorization/Check"

        /// Requests whose answer contains no decision: the path, the other fields, the method, and whether a frame of
        /// data ends them.
        static let refused: [(path: String, fields: [String: String], method: String, hasBody: Bool)] = [
            ("/v1/auth/caddy", call, "GET", false), ("/v1/auth/caddy", call, "GET", true),
            ("/v1/auth/caddy", call, "POST", false), ("/v1/auth/caddy", call, "POST", true),
            ("/v1/auth/caddy", ["content-type": "application/grpc+proto"], "POST", true),
            ("/v1/auth/caddy", ["content-type": "text/html"], "POST", true), ("/v1/auth/caddy", [:], "GET", false),
            ("/v1/auth/envoy/a", call, "POST", true), ("/v1/auth/strangers", call, "POST", true),
            ("/v1/auth/none", call, "POST", true), ("/", call, "POST", true), ("/nonsense", call, "POST", true),
            ("/envoy.service.auth.v3.Authorization/Other", call, "POST", true), ("/\(check)", call, "POST", true),
            ("\(check)/", call, "POST", true), (check, call, "GET", true), (check, call, "GET", false),
            (check, call, "POST", false), (check, [:], "POST", true),
            (check, call.merging(["grpc-encoding": "br"]) { $1 }, "POST", true),
        ]

        private static let call = ["content-type": "application/grpc"]

        @Test("Over HTTP/2, everything but an answer to a check gets 403", arguments: ["[auth, grpc]", "grpc"])
        func refusals(services: String) async throws {
            let running = try await RunningServer.start(listeners: "  - {tcp: 127.0.0.1:0, serves: \(services)}")
            let port = running.port()
            for request in Self.refused {
                let bytes = Self.request(request.path, request.fields, method: request.method, hasBody: request.hasBody)
                let status = await Blocking.run { Self.status(of: bytes, port: port) }
                #expect(status == "403", "\(request)")
            }
            #expect(await running.statuses(to: TestPolicy.request()) == [services == "grpc" ? 403 : 204])
            // A denial in a message.
            let denied = Self.request(Self.check, Self.call, method: "POST", hasBody: true)
            #expect(await Blocking.run { Self.status(of: denied, port: port) } == "200")
            await running.stop()
        }

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

        // MARK: Frames

        /// The beginning of a connection: the preface, and an empty SETTINGS frame.
        private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, flags: 0, on: 0, [])

        /// The first request of a connection, whose data, if there is a body, is empty.
        private static func request(
            _ path: String,
            _ fields: [String: String],
            method: String,
            hasBody: Bool
        ) -> [UInt8] {
            let pseudo = [(":method", method), (":scheme", "http"), (":path", path), (":authority", "good.test")]
            var block: [UInt8] = []
            for (name, value) in pseudo + fields.map({ ($0.key, $0.value) }) {
                // A literal field, without compression: the texts follow their lengths.
                block += [0, UInt8(name.utf8.count)] + Array(name.utf8)
                block += [UInt8(value.utf8.count)] + Array(value.utf8)
            }
            let head = frame(1, flags: hasBody ? 4 : 5, on: 1, block)
            return hasBody ? head + frame(0, flags: 1, on: 1, []) : head
        }

        /// The status of the answer to a request; nil if there is none.
        private static func status(of request: [UInt8], port: Int) -> String? {
            guard let client = RawClient(port: port) else { return nil }
            client.send(preface + request)
            let received = client.receive(seconds: 10) { frames($0).contains { $0.type == 1 } }
            guard let head = frames(received).first(where: { $0.type == 1 }) else { return nil }
            var bytes = ByteBuffer(bytes: head.payload)
            var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
            return try? decoder.decodeHeaders(from: &bytes).first(name: ":status")
        }

        private static func frame(_ type: UInt8, flags: UInt8, on stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags, 0, 0, 0, stream] + payload
        }

        /// The whole HTTP/2 frames in some bytes; type 1 is HEADERS, 4 is SETTINGS and 7 is GOAWAY.
        private static func frames(_ bytes: [UInt8]) -> [(type: UInt8, payload: [UInt8])] {
            var frames: [(type: UInt8, payload: [UInt8])] = []
            var rest = bytes[...]
            while rest.count >= 9 {
                let head = Array(rest.prefix(9))
                let length = Int(head[0]) << 16 + Int(head[1]) << 8 + Int(head[2])
                guard rest.count >= 9 + length else { break }
                frames.append((head[3], Array(rest.dropFirst(9).prefix(length))))
                rest = rest.dropFirst(9 + length)
            }
            return frames
        }
    }
#endif
