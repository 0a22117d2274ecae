import Answering
import ICAP
import Logging
import NIOCore
import NIOPosix

#if GRPC
    import EnvoyAuthorization
#endif

/// Creates the listeners of a configuration.
extension Server.Parts {
    init(
        _ configuration: ServerConfiguration,
        _ service: DecisionService,
        _ keeper: PolicyKeeper,
        _ group: MultiThreadedEventLoopGroup,
        _ workers: PerLoop<DecisionWorker>,
        _ logger: Logger
    ) {
        self.service = service
        self.keeper = keeper
        self.group = group
        self.workers = workers
        self.logger = logger
        connections = OpenConnections()
        gate = ConnectionGate(limit: configuration.limits.connections)
        strangers = ConnectionGate(limit: configuration.limits.ofStrangers.connections)
        programs = ConnectionGate(limit: configuration.limits.connections)
        #if GRPC
            let servesGRPC = configuration.listeners.contains { $0.services.contains(.grpc) }
            envoy =
                servesGRPC
                ? EnvoyAuthorizationServer(
                    bindings: configuration.bindings,
                    limits: configuration.limits,
                    group: group,
                    worker: { workers.value(on: $0) ?? service.makeWorker() }
                ) : nil
            if let envoy {
                let running = Task {
                    do {
                        try await envoy.run()
                    } catch {
                        logger.error("gRPC ended: \(error)")
                    }
                }
                gRPC = Server.RunningGRPC(
                    beginShutdown: { envoy.beginGracefulShutdown() },
                    waitForEnd: { await running.value }
                )
            } else {
                gRPC = nil
            }
        #else
            gRPC = nil
        #endif
    }

    /// Starts listening for the services of a listener.
    func listen(_ listener: ServerListener, _ configuration: ServerConfiguration) async throws -> Listener {
        let limits = configuration.limits
        if listener.services.contains(.json) {
            // No binding lists the programs that ask in JSON, so they must not take the connections of proxies either.
            return try await http(listener.endpoint, limits, Entrance(programs)) {
                QuestionResponder($0, limits: limits)
            }
        }
        if listener.services.contains(.icap) { return try await icap(listener, configuration) }
        var bindings: [[UInt8]: ServerBinding] = [:]
        if listener.services.contains(.auth) {
            for binding in configuration.bindings { bindings[Array(binding.name.utf8)] = binding }
        }
        let known = bindings
        let responders = try await responders { ForwardAuthResponder($0, bindings: known, limits: limits) }
        let http = Listener.http(responders, limits: limits, connections: connections)
        let entrance = entrance(of: listener, configuration)
        guard listener.services.contains(.grpc) else {
            return try await Listener(listener.endpoint, on: group, entrance: entrance, serve: http)
        }
        #if GRPC
            guard let envoy else { throw ServerError.withoutGRPC(listener) }
            let isEncrypted = listener.endpoint.tls != nil
            let connections = connections
            // `auth` is only answered over HTTP/1.1, so a client that offers both must use that. Clients of gRPC do not
            // offer it.
            let protocols = listener.services.contains(.auth) ? ["http/1.1", "h2"] : ["h2", "http/1.1"]
            return try await Listener(listener.endpoint, protocols: protocols, on: group, entrance: entrance) {
                channel,
                arrival in
                // HTTP/1.1 can answer that there are too many connections; HTTP/2 has no short way to do so.
                if arrival.isSurplus { return try http(channel, arrival) }
                let ownLimits = arrival.limits(limits)
                // Until its first bytes arrive, a connection is idle like any other.
                let isDraining = connections.add(channel)
                try channel.pipeline.syncOperations.addHandler(
                    ProtocolChoice(
                        patience: isDraining ? ownLimits.headerTimeout : ownLimits.idleTimeout,
                        http2: { channel in
                            // The gRPC service itself tells its connections to end.
                            _ = connections.add(channel) { _ in }
                            // gRPC asks an idle client to end its connection, and waits for the reply for ever.
                            let silence = TimeAmount(ownLimits.idleTimeout * 2)
                            // Any frame ends the silence, also one that is no part of a request, and a client need not
                            // accept its answers. A client that gets only denials loses little with its connection.
                            let limit = arrival.isListed ? nil : ownLimits.idleTimeout
                            try channel.pipeline.syncOperations.addHandlers([
                                IdleStateHandler(readTimeout: silence), EndOfInput(limit: limit),
                            ])
                            return envoy.adopt(channel, isEncrypted: isEncrypted, isListed: arrival.isListed)
                        },
                        http1: { channel in
                            try http(channel, arrival)
                            return channel.eventLoop.makeSucceededVoidFuture()
                        }
                    )
                )
            }
        #else
            throw ServerError.withoutGRPC(listener)
        #endif
    }

    private func icap(_ listener: ServerListener, _ configuration: ServerConfiguration) async throws -> Listener {
        guard let binding = listener.binding.flatMap({ configuration.binding(named: $0) }) else {
            throw ServerError("ICAP needs a binding", at: listener.endpoint.place)
        }
        let connections = connections
        let workers = workers
        let icap = ICAPService(service, binding: binding, limits: configuration.limits)
        let ofStrangers = ICAPService(service, binding: binding, limits: configuration.limits.ofStrangers)
        let entrance = entrance(of: listener, configuration)
        return try await Listener(listener.endpoint, protocols: [], on: group, entrance: entrance) { channel, arrival in
            guard let worker = workers.value(on: channel.eventLoop) else { throw ChannelError.eof }
            let isDraining = connections.add(channel) { ICAPService.drain($0) }
            // A proxy treats a connection that ends without an answer as an outage, and with `bypass=on` lets the
            // requests through.
            try (arrival.isListed ? icap : ofStrangers).configure(
                channel,
                worker: worker,
                refusing: arrival.isSurplus ? .overloaded : nil,
                isDraining: isDraining
            )
        }
    }

    /// The maximum number of connections to the listener for operators.
    static let operatorConnections = 64

    /// Starts listening for operators.
    func listenForOperators(_ configuration: ServerConfiguration) async throws -> Listener? {
        guard let endpoint = configuration.admin else { return nil }
        let service = service
        // Operators must reach a server that has too many connections.
        let entrance = Entrance(ConnectionGate(limit: Self.operatorConnections))
        // Their connections are not told to end and delay nothing: the end of the loops closes them.
        return try await http(endpoint, configuration.limits, entrance, OpenConnections()) { _ in
            AdminResponder(service)
        }
    }

    /// Starts listening for people who were redirected to a page.
    func listenForPages(_ configuration: ServerConfiguration) async throws -> Listener? {
        guard let endpoint = configuration.pages.endpoint else { return nil }
        // Anybody may open pages, and must not take the connections of the proxies that ask for decisions.
        let entrance = Entrance(ConnectionGate(limit: configuration.limits.connections))
        return try await http(endpoint, configuration.limits, entrance) { PageResponder($0) }
    }

    /// The entrance of a listener for the peers of the bindings that its requests can use.
    private func entrance(of listener: ServerListener, _ configuration: ServerConfiguration) -> Entrance {
        let bindings = configuration.bindings.filter { configuration.listeners(for: $0).contains(listener) }
        return Entrance(
            gate,
            peers: Entrance.Peers(list: PeerList(bindings.flatMap(\.peers.entries)), strangers: strangers)
        )
    }

    private func http(
        _ endpoint: Endpoint,
        _ limits: ServerLimits,
        _ entrance: Entrance,
        _ connections: OpenConnections? = nil,
        _ responder: @escaping @Sendable (DecisionWorker) -> any HTTPResponder
    ) async throws -> Listener {
        let responders = try await responders(responder)
        return try await Listener(
            endpoint,
            on: group,
            entrance: entrance,
            serve: Listener.http(responders, limits: limits, connections: connections ?? self.connections)
        )
    }

    /// A responder for each loop, which answers with the loop's worker.
    private func responders(
        _ responder: @escaping @Sendable (DecisionWorker) -> any HTTPResponder
    ) async throws -> PerLoop<any HTTPResponder> {
        let workers = workers
        let service = service
        return try await PerLoop.make(on: group) { loop in
            // Every loop of the group has a worker; a new one would be equally correct.
            responder(workers.value(on: loop) ?? service.makeWorker())
        }
    }
}
