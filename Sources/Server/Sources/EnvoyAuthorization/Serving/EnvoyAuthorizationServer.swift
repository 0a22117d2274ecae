#if GRPC
    public import Answering
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    public import NIOCore
    import Synchronization

    /// Answers Envoy's `ext_authz` over gRPC: `envoy.service.auth.v3.Authorization/Check`.
    ///
    /// It listens nowhere. A server hands it the connections that speak HTTP/2, whatever socket they came through, so that one
    /// socket can serve gRPC beside plain HTTP. Each event loop has a gRPC server and a worker of its own, and a decision never
    /// leaves its loop.
    ///
    /// The status of gRPC is always OK. A denial is `PERMISSION_DENIED` in the message, and everything that cannot be read is
    /// one.
    ///
    /// ```swift
    /// let envoy = EnvoyAuthorizationServer(decisions, bindings: configuration.bindings, group: group)
    /// async let served: Void = envoy.run()
    /// // In the initializer of a connection that begins with HTTP/2's preface:
    /// envoy.adopt(channel, isEncrypted: false)
    /// ```
    public final class EnvoyAuthorizationServer: Sendable {
        private struct Lane: Sendable {
            var connections: HandedConnections
            var transport: HTTP2ServerTransport.Custom<HandedConnections>
            var server: GRPCServer<HTTP2ServerTransport.Custom<HandedConnections>>
        }

        /// What serves each loop; empty once ``run()`` has ended, so that nothing of it outlives its loop.
        private let lanes: Mutex<[ObjectIdentifier: Lane]>

        /// Makes a server.
        ///
        /// - Parameters:
        ///   - decisions: Decides.
        ///   - bindings: The bindings that requests can name in `context_extensions`, by the key `binding`. Those of other
        ///     conventions than `envoy` are not among them.
        ///   - limits: What a client may cost.
        ///   - group: The event loops of the connections.
        public init(
            _ decisions: DecisionService,
            bindings: [ServerBinding],
            limits: ServerLimits = ServerLimits(),
            group: any EventLoopGroup
        ) {
            let served = bindings.filter { $0.convention == .envoy }
            let named = Dictionary(served.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            var lanes: [ObjectIdentifier: Lane] = [:]
            for loop in group.makeIterator() {
                let connections = HandedConnections(on: loop)
                let service = CheckService(checkers: LoopChecker(loop, decisions, bindings: named, limits: limits))
                var config = HTTP2ServerTransport.Custom<HandedConnections>.Config.defaults
                config.connection.maxIdleTime = nil
                // An answer waits for nothing: to hold it back would only add to every request of the proxy.
                config.connection.flushCoalescing = nil
                config.http2.maxConcurrentStreams = limits.connections
                let transport = HTTP2ServerTransport.Custom(listenerFactory: connections, config: config)
                lanes[ObjectIdentifier(loop)] = Lane(
                    connections: connections,
                    transport: transport,
                    server: GRPCServer(transport: transport, services: [service])
                )
            }
            self.lanes = Mutex(lanes)
        }

        /// Serves the connections that are handed over, until ``beginGracefulShutdown()`` or cancellation.
        ///
        /// - Throws: What a loop that cannot be served throws.
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

        /// Waits until connections can be handed over: ``run()`` has been called and got so far.
        ///
        /// - Throws: What made that impossible.
        public func waitUntilServing() async throws {
            for lane in lanes.withLock({ $0 }).values {
                _ = await lane.transport.listeningAddress
                guard lane.connections.isOpen else { throw ChannelError.ioOnClosedChannel }
            }
        }

        /// Hands a connection over. Call it on the channel's event loop, which must be one of the group's.
        ///
        /// - Parameters:
        ///   - channel: A connection that was accepted, with handlers for TLS and without any that would read the bytes first,
        ///     and from which nothing has been read, or what has been is read again.
        ///   - isEncrypted: Whether it has TLS.
        /// - Returns: Succeeds when the connection is served, and fails where it cannot be: close it then.
        public func adopt(_ channel: any Channel, isEncrypted: Bool) -> EventLoopFuture<Void> {
            guard let lane = lanes.withLock({ $0[ObjectIdentifier(channel.eventLoop)] }) else {
                return channel.eventLoop.makeFailedFuture(ChannelError.inappropriateOperationForState)
            }
            return lane.connections.adopt(channel, isEncrypted: isEncrypted)
        }

        /// Tells clients to go elsewhere, and lets ``run()`` return after the last answer.
        public func beginGracefulShutdown() {
            for lane in lanes.withLock({ $0 }).values { lane.server.beginGracefulShutdown() }
        }
    }
#endif
