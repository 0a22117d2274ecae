package import Answering
import NIOPosix

/// One listener for HTTP without a decision service behind it, for the benchmark.
///
/// It has no answers of its own: whoever makes it brings what answers.
package final class PlainServer: Sendable {
    private let listener: Listener

    private init(_ listener: Listener) { self.listener = listener }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - endpoint: Where.
    ///   - limits: How much clients may use.
    ///   - threads: How many event loops there are.
    ///   - responder: Makes what answers on one event loop.
    /// - Returns: The server, which listens.
    /// - Throws: What listening throws, as where the address is in use.
    package static func start(
        _ endpoint: Endpoint,
        limits: ServerLimits,
        threads: Int,
        responder: @escaping @Sendable () -> any HTTPResponder
    ) async throws -> PlainServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let responders = try await PerLoop.make(on: group) { _ in responder() }
        let listener = try await Listener(
            endpoint,
            on: group,
            gate: ConnectionGate(limit: limits.connections),
            serve: Listener.http(responders, limits: limits, connections: OpenConnections())
        )
        return PlainServer(listener)
    }
}
