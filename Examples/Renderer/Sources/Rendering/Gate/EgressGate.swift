package import NIOCore
import NIOHTTP1
import NIOPosix

/// The only connection from one browser to the network: an HTTP proxy on this machine that asks before it connects.
///
/// The DevTools protocol explains what a page does, but is not a boundary: for example, WebSockets are not paused.
/// Traffic that does not pass the gate does not leave. Each browser has its own gate, so every question concerns its
/// pages.
package final class EgressGate: Sendable {
    /// Decides whether a request may leave.
    package typealias Asker = @Sendable (GateQuestion) async -> Bool

    /// The port on loopback.
    package let port: Int

    private let channel: any Channel

    /// Opens a gate.
    ///
    /// - Parameters:
    ///   - group: The threads that it runs on.
    ///   - hosts: The names with an address that the operator chose.
    ///   - ask: Decides whether a request may leave.
    /// - Returns: The gate.
    /// - Throws: An error if no port can be opened.
    package static func open(
        group: any EventLoopGroup,
        hosts: [String: HostAddress],
        ask: @escaping Asker
    ) async throws -> EgressGate {
        let addresses = ReachableAddresses(hosts: hosts)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 128)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let encoder = HTTPResponseEncoder()
                    // Bytes that follow the head of a tunnel belong to the tunnel.
                    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
                    let pipelining = HTTPServerPipelineHandler()
                    try pipeline.addHandlers(encoder, decoder, pipelining)
                    try pipeline.addHandler(
                        GateHandler(addresses: addresses, ask: ask, codec: [encoder, decoder, pipelining])
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        return EgressGate(channel)
    }

    private init(_ channel: any Channel) {
        self.channel = channel
        port = channel.localAddress?.port ?? 0
    }

    /// Closes the gate; its connections end with their browser.
    package func close() { channel.close(promise: nil) }
}
