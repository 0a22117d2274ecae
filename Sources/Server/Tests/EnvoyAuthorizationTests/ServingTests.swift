#if GRPC
    import Answering
    import Foundation
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    import GRPCProtobuf
    import NIOCore
    import NIOPosix
    import Testing

    @testable import EnvoyAuthorization

    /// The server behind real sockets, with gRPC's own client.
    @Suite("Envoy over gRPC", .timeLimit(.minutes(5)))
    struct ServingTests {
        @Test(
            "Adopted connections are served, over TCP and Unix sockets",
            arguments: [false, true]
        )
        func served(isUnix: Bool) async throws {
            try await serving(isUnix: isUnix) { client in
                for _ in 0..<20 {
                    let isAllowed = try await check(client, EnvoyFixture.request()).isAllowed
                    #expect(isAllowed)
                    let isDenial = try await check(client, EnvoyFixture.request("gambling.example")).isDenial
                    #expect(isDenial)
                }
            }
        }

        @Test("Concurrent checks on one connection get their own answers")
        func concurrent() async throws {
            try await serving(isUnix: false) { client in
                try await withThrowingTaskGroup { group in
                    for number in 0..<200 {
                        group.addTask {
                            let isBlocked = number.isMultiple(of: 3)
                            let response = try await check(
                                client,
                                EnvoyFixture.request(isBlocked ? "gambling.example" : "contoso.example")
                            )
                            #expect(response.isDenial == isBlocked)
                            #expect(response.isAllowed == !isBlocked)
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test(
            "Bytes that are not a valid message get a denial with status OK",
            arguments: [[0xFF], [0x0A, 0x7F], [0x0A, 0x02, 0x08], [UInt8](repeating: 0x0A, count: 4_000)]
        )
        func unreadable(bytes: [UInt8]) async throws {
            try await serving(isUnix: false) { client in
                let response = try await client.unary(
                    request: ClientRequest(message: bytes),
                    descriptor: Envoy_Service_Auth_V3_Authorization.Method.Check.descriptor,
                    serializer: RawSerializer(),
                    deserializer: ProtobufDeserializer<Envoy_Service_Auth_V3_CheckResponse>(),
                    options: .defaults
                ) { try $0.message }
                #expect(response.isDenial)
            }
        }

        @Test("Another method is not answered, and fails as Envoy's documentation page says")
        func otherMethod() async throws {
            try await serving(isUnix: false) { client in
                let check = Envoy_Service_Auth_V3_Authorization.Method.Check.descriptor
                let error = await #expect(throws: RPCError.self) {
                    try await client.unary(
                        request: ClientRequest(message: EnvoyFixture.request()),
                        descriptor: MethodDescriptor(service: check.service, method: "Other"),
                        serializer: ProtobufSerializer<Envoy_Service_Auth_V3_CheckRequest>(),
                        deserializer: ProtobufDeserializer<Envoy_Service_Auth_V3_CheckResponse>(),
                        options: .defaults
                    ) { try $0.message }
                }
                #expect(error?.code == .unimplemented)
            }
        }

        @Test("A loop that is idle releases the policy that it decided with, once its worker rests")
        func resting() async throws {
            let fixture = try EnvoyFixture()
            let loop = MultiThreadedEventLoopGroup.one.next()
            let worker = try await loop.submit { NIOLoopBound(fixture.decisions.makeWorker(), eventLoop: loop) }.get()
            let bindings = Dictionary(uniqueKeysWithValues: fixture.bindings.map { ($0.name, $0) })
            let checkers = LoopChecker(loop, worker: { _ in worker.value }, bindings: bindings, limits: ServerLimits())
            let isDenial = try await loop.submit {
                checkers.checker().answer(
                    .request(EnvoyFixture.request("gambling.example")),
                    from: "ipv4:127.0.0.1:4000",
                    isLate: false
                ).isDenial
            }.get()
            #expect(isDenial)
            weak let engine = fixture.decisions.policy?.engine
            #expect(engine != nil)
            let next = try EnvoyFixture().decisions.policy
            fixture.decisions.put(try #require(next).engine.policy)
            try await loop.submit { worker.value.rest() }.get()
            #expect(fixture.decisions.flush(within: .seconds(60)))
            #expect(engine == nil)
        }

        @Test("A connection of a foreign event loop is refused")
        func foreignLoop() async throws {
            let fixture = try EnvoyFixture()
            let server = EnvoyAuthorizationServer(bindings: fixture.bindings, group: .one) { _ in
                fixture.decisions.makeWorker()
            }
            let other = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let channel = try await ServerBootstrap(group: other).bind(host: "127.0.0.1", port: 0).get()
            await #expect(throws: (any Error).self) {
                try await channel.eventLoop
                    .flatSubmit { server.adopt(channel, isEncrypted: false, isListed: true) }
                    .get()
            }
            try await channel.close()
            try await other.shutdownGracefully()
        }

        // MARK: A server and a client

        private func check(
            _ client: GRPCClient<HTTP2ClientTransport.Posix>,
            _ request: Envoy_Service_Auth_V3_CheckRequest
        ) async throws -> Envoy_Service_Auth_V3_CheckResponse {
            try await client.unary(
                request: ClientRequest(message: request),
                descriptor: Envoy_Service_Auth_V3_Authorization.Method.Check.descriptor,
                serializer: ProtobufSerializer<Envoy_Service_Auth_V3_CheckRequest>(),
                deserializer: ProtobufDeserializer<Envoy_Service_Auth_V3_CheckResponse>(),
                options: .defaults
            ) { try $0.message }
        }

        private func serving(
            isUnix: Bool,
            _ body: @Sendable (GRPCClient<HTTP2ClientTransport.Posix>) async throws -> Void
        ) async throws {
            let fixture = try EnvoyFixture()
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
            let server = EnvoyAuthorizationServer(bindings: fixture.bindings, group: group) { _ in
                fixture.decisions.makeWorker()
            }
            let running = Task { try await server.run() }
            try await server.waitUntilServing()
            let bootstrap = ServerBootstrap(group: group)
                .childChannelInitializer { channel in server.adopt(channel, isEncrypted: false, isListed: true) }
            let path = FileManager.default.temporaryDirectory.path + "/demarc-\(UUID().uuidString.prefix(8)).sock"
            let listener =
                isUnix
                ? try await bootstrap.bind(unixDomainSocketPath: path).get()
                : try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
            defer { try? FileManager.default.removeItem(atPath: path) }
            let target: any ResolvableTarget =
                isUnix
                ? .unixDomainSocket(path: path) : .ipv4(address: "127.0.0.1", port: listener.localAddress?.port ?? 0)
            try await withGRPCClient(transport: .http2NIOPosix(target: target, transportSecurity: .plaintext)) {
                client in
                try await body(client)
            }
            try await listener.close()
            server.beginGracefulShutdown()
            try await running.value
            try await group.shutdownGracefully()
        }
    }

    /// Sends bytes unchanged.
    private struct RawSerializer: MessageSerializer {
        func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }
    }

    extension EventLoopGroup where Self == MultiThreadedEventLoopGroup {
        /// A single loop of the process.
        fileprivate static var one: MultiThreadedEventLoopGroup { .singletonMultiThreadedEventLoopGroup }
    }
#endif
