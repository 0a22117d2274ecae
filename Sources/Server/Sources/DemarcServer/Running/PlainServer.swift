package import Answering
import NIOPosix

/// An HTTP listener without a decision service, for the benchmark.
///
/// It has no answers of its own: its creator supplies the responder.
package final class PlainServer: Sendable {
    private let listener: Listener

    private init(_ listener: Listener) { self.listener = listener }

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - endpoint: The address.
    ///   - limits: The limits for clients.
    ///   - threads: The number of event loops.
    ///   - responder: Creates the responder of one event loop.
    /// - Returns: The server, which is listening.
    /// - Throws: The error of listening, for example if the address is in use.
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
            entrance: Entrance(ConnectionGate(limit: limits.connections)),
            serve: Listener.http(responders, limits: limits, connections: OpenConnections())
        )
        return PlainServer(listener)
    }
}
