#if GRPC
    public import Answering
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    public import NIOCore
    import Synchronization

    /// Answers Envoy's `ext_authz` over gRPC: `envoy.service.auth.v3.Authorization/Check`.
    ///
    /// It does not listen by itself. A server passes it the connections that use HTTP/2, whatever socket they arrived
    /// at, so that one socket can serve gRPC and plain HTTP. Each event loop has its own worker and gRPC servers, and a
    /// decision never leaves its loop.
    ///
    /// The gRPC status of a check is OK. A denial is `PERMISSION_DENIED` in the message, and so is the answer to a message
    /// that cannot be read. What gRPC itself refuses gets no such answer: another method, a compressed message, another
    /// content type, a message that is too long, or one that stalls midway. The HTTP status of these refusals is 403, so
    /// that a proxy that does not speak gRPC takes none of them for an allow.
    ///
    /// ```swift
    /// let envoy = EnvoyAuthorizationServer(bindings: configuration.bindings, group: group) { workers[$0] }
    /// async let served: Void = envoy.run()
    /// // In the initializer of a connection that begins with HTTP/2's preface:
    /// envoy.adopt(channel, isEncrypted: false, isListed: true)
    /// ```
    public final class EnvoyAuthorizationServer: Sendable {
        /// The clients of a gRPC server: those of one loop that a binding lists, or the others.
        private struct Clients: Hashable {
            var loop: ObjectIdentifier
            var areListed: Bool
        }

        private struct Lane: Sendable {
            var connections: HandedConnections
            var transport: HTTP2ServerTransport.Custom<HandedConnections>
            var server: GRPCServer<HTTP2ServerTransport.Custom<HandedConnections>>
        }

        /// The maximum length of a message in bytes: far more than a head, because Envoy may add the body of a request.
        static let messageLimit = 16 << 20

        /// How many calls a client that no binding lists may have open on a connection: as many as HTTP/2 allows a client
        /// that has not read the setting yet.
        static let strangersStreams = 100
        /// How many calls all such clients of a loop may have open. Each costs some 20 KB until the client has read its
        /// denial.
        static let strangersStreamsOfLoop = 1_000

        /// The gRPC servers of each loop; empty once ``run()`` has ended, so that none of them outlives its loop.
        private let lanes: Mutex<[Clients: Lane]>

        /// Creates a server.
        ///
        /// - Parameters:
        ///   - bindings: The bindings that requests can name in `context_extensions`, under the key `binding`. Bindings
        ///     with conventions other than `envoy` are excluded.
        ///   - limits: The limits for clients.
        ///   - group: The event loops of the connections.
        ///   - worker: Returns the worker of a loop, and is called on it. The caller calls ``DecisionWorker/rest()``.
        public init(
            bindings: [ServerBinding],
            limits: ServerLimits = ServerLimits(),
            group: any EventLoopGroup,
            worker: @escaping @Sendable (any EventLoop) -> DecisionWorker
        ) {
            let served = bindings.filter { $0.convention == .envoy }
            let named = Dictionary(served.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            var lanes: [Clients: Lane] = [:]
            for loop in group.makeIterator() {
                let service = CheckService(checkers: LoopChecker(loop, worker: worker, bindings: named, limits: limits))
                for areListed in [true, false] {
                    let clients = Clients(loop: ObjectIdentifier(loop), areListed: areListed)
                    lanes[clients] = Self.lane(on: loop, service, limits, areListed: areListed)
                }
            }
            self.lanes = Mutex(lanes)
        }

        private static func lane(
            on loop: any EventLoop,
            _ service: CheckService,
            _ limits: ServerLimits,
            areListed: Bool
        ) -> Lane {
            let connections = HandedConnections(on: loop)
            var config = HTTP2ServerTransport.Custom<HandedConnections>.Config.defaults
            config.connection.maxIdleTime = limits.idleTimeout
            // Answers are not coalesced: holding one back would only delay every request of the proxy.
            config.connection.flushCoalescing = nil
            if areListed {
                // Envoy's `connection_keepalive` sends PINGs. By default, a few of them within hours would close the
                // connection, and the requests on it would fail. More than 200 control frames in 30 seconds still do:
                // NIO has that limit, and gRPC has no setting for it.
                config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .zero
                config.connection.keepalive.clientBehavior.allowWithoutCalls = true
            }
            config.http2.maxConcurrentStreams = areListed ? limits.connections : strangersStreams
            // A message that exceeds this fails the call, which some proxies let pass.
            config.rpc.maxRequestPayloadSize = messageLimit
            let streams = areListed ? nil : OpenStreams(on: loop, limit: strangersStreamsOfLoop)
            // This callback, meant for debugging, is the only access to the streams.
            config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RefusalStatus(), position: .first)
                    try streams?.add(channel)
                }
            }
            let transport = HTTP2ServerTransport.Custom(listenerFactory: connections, config: config)
            return Lane(
                connections: connections,
                transport: transport,
                server: GRPCServer(transport: transport, services: [service])
            )
        }

        /// Serves the connections passed to it, until ``beginGracefulShutdown()`` or cancellation.
        ///
        /// - Throws: The error of a loop that cannot be served.
        public func run() async throws {
            defer { lanes.withLock { $0 = [:] } }
            try await withThrowingTaskGroup { group in
                for lane in lanes.withLock({ $0 }).values {
                    group.addTask(executorPreference: LoopTaskExecutor(lane.connections.loop)) {
                        try await lane.server.serve()
                    }
                }
                try await group.waitForAll()
            }
        }

        /// Waits until connections can be accepted, which requires a call of ``run()``.
        ///
        /// - Throws: The error that prevents it.
        public func waitUntilServing() async throws {
            for lane in lanes.withLock({ $0 }).values {
                _ = await lane.transport.listeningAddress
                guard lane.connections.isOpen else { throw ChannelError.ioOnClosedChannel }
            }
        }

        /// Adopts a connection. Call it on the channel's event loop, which must belong to the group.
        ///
        /// - Parameters:
        ///   - channel: An accepted connection, with handlers for TLS, without any handlers that would consume bytes
        ///     first, and from which nothing has been read, or what was read will be delivered again.
        ///   - isEncrypted: Whether it uses TLS.
        ///   - isListed: Whether a binding lists the client. Others get only denials, and few at the same time; how
        ///     long they may stay is the caller's decision.
        /// - Returns: Succeeds when the connection is served, and fails if it cannot be; close it in that case.
        public func adopt(_ channel: any Channel, isEncrypted: Bool, isListed: Bool) -> EventLoopFuture<Void> {
            let clients = Clients(loop: ObjectIdentifier(channel.eventLoop), areListed: isListed)
            guard let lane = lanes.withLock({ $0[clients] }) else {
                return channel.eventLoop.makeFailedFuture(ChannelError.inappropriateOperationForState)
            }
            return lane.connections.adopt(channel, isEncrypted: isEncrypted)
        }

        /// Tells clients to reconnect elsewhere, and lets ``run()`` return after the last answer.
        public func beginGracefulShutdown() {
            for lane in lanes.withLock({ $0 }).values { lane.server.beginGracefulShutdown() }
        }
    }
#endif
