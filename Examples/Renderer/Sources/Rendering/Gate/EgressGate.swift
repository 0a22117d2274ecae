package import NIOCore
import NIOHTTP1
import NIOPosix

/// The only way from a browser to the network: an HTTP proxy on this machine that asks before it connects.
///
/// The DevTools protocol shows what a page does, but it is not a boundary: WebSockets, for example, are not paused.
/// Only traffic that passes the gate leaves. Each browser has its own gate, so that questions are asked for its pages.
package final class EgressGate: Sendable {
    /// Decides whether a request or tunnel may leave.
    package typealias Asker = @Sendable (GateQuestion) async -> Bool

    /// The port on loopback.
    package let port: Int

    private let channel: any Channel

    /// Opens a gate.
    ///
    /// - Parameters:
    ///   - group: The threads that it runs on.
    ///   - hosts: The names that resolve to an address chosen by the operator.
    ///   - ask: Decides questions.
    /// - Returns: The gate.
    /// - Throws: The error of opening a port.
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
