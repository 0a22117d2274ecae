#if GRPC
    import DemarcServer
    import Foundation
    import NIOCore
    import NIOHPACK
    import Testing

    /// Connections of HTTP/2, as bytes: requests that gRPC's own clients do not send, and the end of connections, which
    /// has a file of its own.
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

        static let call = ["content-type": "application/grpc"]

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

        // MARK: Clients that no binding lists, and clients that cancel

        /// A binding that lists one address.
        static let mesh = """
              mesh: {view: E, convention: envoy, account: {fixed: dana@contoso.com}, peers: [127.0.0.1]}
            """

        /// What a client may send without ever completing a request or accepting an answer: how it begins, and the
        /// frame that follows again and again.
        static let idling: [(begin: [UInt8], frame: [UInt8])] = [
            // WINDOW_UPDATE, PRIORITY, and a frame of an unknown type.
            (preface, frame(8, flags: 0, on: 0, [0, 0, 0, 1])), (preface, frame(2, flags: 0, on: 1, [0, 0, 0, 0, 16])),
            (preface, frame(0xFE, flags: 0, on: 0, [])),
            // A denial that is never accepted.
            (
                stalled + request(check, call, method: "POST", hasBody: true),
                frame(8, flags: 0, on: 0, [0, 0, 0, 1])
            ),
        ]

        @Test("The connection of an unlisted client ends in time, whatever it sends, and a listed one's does not")
        func deadline() async throws {
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}",
                bindings: Self.mesh,
                more: "log: {to: none}\nlimits: {headerTimeout: 1s}"
            )
            let port = running.port()
            for (begin, frame) in Self.idling {
                let (isStrangerClosed, isPeerClosed) = await Blocking.run {
                    guard let peer = RawClient(port: port),
                        let stranger = RawClient(port: port, from: "127.0.0.2")
                    else { return (false, true) }
                    peer.send(begin)
                    stranger.send(begin)
                    let end = ContinuousClock.now + .seconds(Int(RunningServer.patience))
                    while ContinuousClock.now < end {
                        peer.send(frame)
                        guard stranger.send(frame), !stranger.isClosedByPeer(within: 0.2) else {
                            return (true, peer.isClosedByPeer(within: 0.5))
                        }
                    }
                    return (false, peer.isClosedByPeer(within: 0.5))
                }
                #expect(isStrangerClosed, "\(begin.count) \(frame)")
                #expect(!isPeerClosed, "\(begin.count) \(frame)")
            }
            await running.stop()
        }

        @Test(
            "An unlisted proxy gets an answer to every request that it sends at once",
            arguments: ["127.0.0.1", "127.0.0.2"]
        )
        func burst(source: String) async throws {
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}",
                bindings: Self.mesh
            )
            let port = running.port()
            let received: [UInt8] = await Blocking.run {
                guard let client = RawClient(port: port, from: source) else { return [] }
                client.send(Self.stalled + Self.requests(100))
                return client.receive { Self.frames($0).count { $0.type == 1 } >= 100 }
            }
            let frames = Self.frames(received)
            #expect(frames.count { $0.type == 1 } == 100 && !frames.contains { $0.type == 3 })
            let isAnnounced = frames.contains { $0.type == 4 && $0.payload.contains([0, 3, 0, 0, 0, 100]) }
            #expect(isAnnounced == (source == "127.0.0.2"))
            await running.stop()
        }

        @Test("All unlisted clients of a loop together have few requests open, and listed ones are answered")
        func surplus() async throws {
            let running = try await RunningServer.start(
                listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}",
                bindings: Self.mesh,
                threads: 1
            )
            let port = running.port()
            let (frames, isPeerAnswered) = await Blocking.run { () -> ([Frame], Bool) in
                let clients = (0..<11).compactMap { _ in RawClient(port: port, from: "127.0.0.2") }
                for client in clients { client.send(Self.stalled + Self.requests(100)) }
                let frames = clients.flatMap { client in
                    Self.frames(client.receive { Self.frames($0).count { $0.type == 1 || $0.type == 3 } >= 100 })
                }
                guard let peer = RawClient(port: port) else { return (frames, false) }
                peer.send(Self.preface + Self.requests(1))
                let answer = peer.receive { Self.frames($0).contains { $0.type == 1 } }
                return (frames, Self.frames(answer).contains { $0.type == 1 })
            }
            #expect(frames.count { $0.type == 1 } == 1_000 && frames.count { $0.type == 3 } == 100)
            #expect(isPeerAnswered)
            await running.stop()
        }

        @Test("If all requests on a connection of Envoy's example but the last are canceled, the last one is answered")
        func canceled() async throws {
            var root = URL(filePath: #filePath)
            for _ in 0..<5 { root.deleteLastPathComponent() }
            let pages = try ["Examples/envoy/envoy.yaml", "Sources/Demarc/Demarc.docc/Envoy.md"].map {
                try String(contentsOf: root.appending(path: $0), encoding: .utf8)
            }
            let numbers = pages.compactMap { $0.firstMatch(of: /max_requests_per_connection: ([0-9]+)/)?.output.1 }
            try #require(numbers.count == 2 && numbers[0] == numbers[1])
            let count = try #require(UInt8(numbers[0]))
            try #require(count > 1 && count <= 128)
            let running = try await RunningServer.start(listeners: "  - {tcp: 127.0.0.1:0, serves: grpc}")
            let port = running.port()
            let received: [UInt8] = await Blocking.run {
                guard let client = RawClient(port: port) else { return [] }
                let requests = (0..<count).map { number in
                    Self.request(Self.check, Self.call, method: "POST", hasBody: true, on: 2 * number + 1)
                }
                // The data of the others never follows, so that they cannot be answered before they are canceled.
                let canceled = requests.dropLast().enumerated().flatMap { number, request in
                    Array(request.dropLast(9)) + Self.frame(3, flags: 0, on: UInt8(2 * number + 1), [0, 0, 0, 8])
                }
                client.send(Self.preface + canceled + requests[Int(count) - 1])
                return client.receive { Self.frames($0).contains { $0.type == 1 || $0.type == 7 } }
            }
            #expect(Self.frames(received).contains { $0.type == 1 })
            #expect(!Self.frames(received).contains { $0.type == 7 })
            await running.stop()
        }

        /// Checks on the first streams of a connection.
        private static func requests(_ count: Int) -> [UInt8] {
            (0..<count).flatMap { request(check, call, method: "POST", hasBody: true, on: UInt8(2 * $0 + 1)) }
        }

        // MARK: Frames

        private static let magic = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

        /// The beginning of a connection: the preface, and an empty SETTINGS frame.
        static let preface = magic + frame(4, flags: 0, on: 0, [])

        /// The beginning of a connection whose client accepts no data: its initial window is 0.
        private static let stalled = magic + frame(4, flags: 0, on: 0, [0, 4, 0, 0, 0, 0])

        /// A request, by default the first one of a connection. Its data, if there is a body, is empty.
        static func request(
            _ path: String,
            _ fields: [String: String],
            method: String,
            hasBody: Bool,
            on stream: UInt8 = 1
        ) -> [UInt8] {
            let pseudo = [(":method", method), (":scheme", "http"), (":path", path), (":authority", "good.test")]
            var block: [UInt8] = []
            for (name, value) in pseudo + fields.map({ ($0.key, $0.value) }) {
                // A literal field, without compression: the texts follow their lengths.
                block += [0, UInt8(name.utf8.count)] + Array(name.utf8)
                block += [UInt8(value.utf8.count)] + Array(value.utf8)
            }
            let head = frame(1, flags: hasBody ? 4 : 5, on: stream, block)
            return hasBody ? head + frame(0, flags: 1, on: stream, []) : head
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

        static func frame(_ type: UInt8, flags: UInt8, on stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags, 0, 0, 0, stream] + payload
        }

        /// A frame that was received; of its stream's number, the last byte.
        typealias Frame = (type: UInt8, stream: UInt8, payload: [UInt8])

        /// The whole HTTP/2 frames in some bytes; type 1 is HEADERS, 3 is RST_STREAM, 4 is SETTINGS, 6 is PING and 7 is
        /// GOAWAY.
        static func frames(_ bytes: [UInt8]) -> [Frame] {
            var frames: [Frame] = []
            var rest = bytes[...]
            while rest.count >= 9 {
                let head = Array(rest.prefix(9))
                let length = Int(head[0]) << 16 + Int(head[1]) << 8 + Int(head[2])
                guard rest.count >= 9 + length else { break }
                frames.append((head[3], head[8], Array(rest.dropFirst(9).prefix(length))))
                rest = rest.dropFirst(9 + length)
            }
            return frames
        }
    }
#endif
