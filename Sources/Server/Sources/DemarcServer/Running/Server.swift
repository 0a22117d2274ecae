public import Answering
public import Logging
import NIOCore
import NIOPosix

#if GRPC
    import EnvoyAuthorization
#endif

/// The server: listeners in front of one decision service.
///
/// It blocks what it cannot decide. Without a policy it starts anyway, and blocks everything until there is one.
///
/// ```swift
/// let messages = OperatorMessages()
/// let logger = messages.logger(label: "demarc-serve")
/// let server = try await Server.start(configuration, logger: logger, messages: messages)
/// await server.reload()
/// await server.stop()
/// ```
public final class Server: Sendable {
    /// The configuration that it was started with.
    public let configuration: ServerConfiguration

    private let service: DecisionService
    private let keeper: PolicyKeeper
    private let group: MultiThreadedEventLoopGroup
    private let listeners: [Listener]
    private let admin: Listener?
    private let pages: Listener?
    private let connections: OpenConnections
    private let follower: Task<Void, Never>
    private let gRPC: RunningGRPC?
    private let logger: Logger

    init(
        _ configuration: ServerConfiguration,
        _ parts: Parts,
        listeners: [Listener],
        admin: Listener?,
        pages: Listener?,
        follower: Task<Void, Never>
    ) {
        self.configuration = configuration
        service = parts.service
        keeper = parts.keeper
        group = parts.group
        connections = parts.connections
        logger = parts.logger
        gRPC = parts.gRPC
        self.listeners = listeners
        self.admin = admin
        self.pages = pages
        self.follower = follower
    }

    /// The parts that listeners are built from.
    struct Parts {
        let service: DecisionService
        let keeper: PolicyKeeper
        let group: MultiThreadedEventLoopGroup
        let workers: PerLoop<DecisionWorker>
        let connections: OpenConnections
        let gate: ConnectionGate
        /// Counts the connections of clients that no binding of their listener lists.
        let strangers: ConnectionGate
        /// Counts the connections of programs that ask questions in JSON.
        let programs: ConnectionGate
        let logger: Logger
        #if GRPC
            let envoy: EnvoyAuthorizationServer?
        #endif
        let gRPC: RunningGRPC?
    }

    /// The gRPC service while it runs, in a form that does not need its module.
    struct RunningGRPC: Sendable {
        /// Tells every client that its connection ends after the requests in progress.
        let beginShutdown: @Sendable () -> Void
        /// Waits for the last connection.
        let waitForEnd: @Sendable () async -> Void
    }

    /// Starts a server: loads the policy, then listens.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - logger: The logger for messages to the operator. It must not make its callers wait.
    ///   - messages: The messages behind the logger, for the metrics; nil if it writes them elsewhere.
    ///   - threads: The number of event loops; nil for one per core.
    ///   - followInterval: How often files are checked for changes.
    /// - Returns: The server, which is already answering.
    /// - Throws: ``ServerError`` and ``AnsweringError``, if it cannot run with its configuration.
    public static func start(
        _ configuration: ServerConfiguration,
        logger: Logger,
        messages: OperatorMessages? = nil,
        threads: Int? = nil,
        followInterval: Duration = .seconds(1)
    ) async throws -> Server {
        let service = try DecisionService(try configuration.answering(logger), messages: messages)
        let keeper = PolicyKeeper(configuration, service, logger)
        await keeper.load()
        FileLimit.raise(for: configuration, logger)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads ?? System.coreCount)
        let workers = try await PerLoop.make(on: group) { loop in
            let worker = service.makeWorker()
            // An idle loop must not keep a policy that was replaced.
            let bound = NIOLoopBound(worker, eventLoop: loop)
            loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in bound.value.rest() }
            return worker
        }
        let parts = Parts(configuration, service, keeper, group, workers, logger)
        var started: [Listener] = []
        do {
            for listener in configuration.listeners { started.append(try await parts.listen(listener, configuration)) }
            let admin = try await parts.listenForOperators(configuration)
            if let admin { started.append(admin) }
            let pages = try await parts.listenForPages(configuration)
            return Server(
                configuration,
                parts,
                listeners: started.filter { $0 !== admin },
                admin: admin,
                pages: pages,
                follower: Task { await keeper.follow(every: followInterval) }
            )
        } catch {
            for listener in started { await listener.close() }
            parts.gRPC?.beginShutdown()
            await parts.gRPC?.waitForEnd()
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// The ports of the listeners in the order of the configuration; nil for a socket in the file system.
    public var ports: [Int?] { listeners.map(\.port) }

    /// The port of the admin listener; nil if there is none.
    public var adminPort: Int? { admin?.port }

    /// Whether new requests should be sent to the server.
    public var readiness: Readiness { service.readiness }

    /// Reads policies and certificates again, and reopens the log. Files that cannot be read change nothing.
    public func reload() async {
        await keeper.load()
        service.reopenLog()
        for tls in (listeners + [admin, pages].compactMap(\.self)).compactMap(\.tls) {
            do throws(ServerError) {
                try tls.reload()
            } catch {
                logger.error("the certificates in use are kept: \(error.finding.message)")
            }
        }
    }

    /// Waits until every event loop has run a task. It does not return while a loop hangs.
    public func waitForLoops() async {
        for loop in group.makeIterator() { try? await loop.submit {}.get() }
    }

    /// Stops accepting connections, lets requests finish, and ends.
    ///
    /// Requests that have begun are decided; ``readiness`` is ``Readiness/draining`` meanwhile. People can still open
    /// pages: each connection ends with its first answer. Connections of operators delay nothing.
    public func stop() async {
        service.beginDrain()
        follower.cancel()
        for listener in listeners { await listener.close() }
        let limit = configuration.limits.drain
        async let undrained = connections.drain(within: limit)
        if let gRPC {
            // Once it ends, gRPC takes over no connection, and the first request on one may have arrived that the loop
            // has not read yet.
            try? await Task.sleep(for: min(HTTPConnection.lateness * 2, limit / 2))
            gRPC.beginShutdown()
        }
        let cut = await undrained
        if cut > 0 { logger.warning("connections cut off at the end of the drain", metadata: ["count": "\(cut)"]) }
        await gRPC?.waitForEnd()
        // Operators may observe the server until the end.
        for listener in [admin, pages].compactMap(\.self) { await listener.close() }
        if !service.flush(within: .seconds(5)) { logger.error("the log could not be written completely") }
        try? await group.shutdownGracefully()
    }
}
