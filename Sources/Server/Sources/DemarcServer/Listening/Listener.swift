import Answering
import NIOCore
import NIOPosix
import NIOSSL

/// One listening address of the server.
final class Listener: Sendable {
    /// Serves the connections of a listener: adds the handlers of a protocol to a channel, on its loop.
    typealias Serve = @Sendable (any Channel, Arrival) throws -> Void

    let endpoint: Endpoint
    let tls: ServerTLS?
    private let channel: any Channel
    /// The socket in the file system; nil for a network address.
    private let file: SocketFile?

    /// How many connections may wait to be accepted.
    private static let backlog: Int32 = 1_024

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - endpoint: The address.
    ///   - protocols: The protocols that clients may use under TLS, by their ALPN names; the first one that a client
    ///     offers is used.
    ///   - group: The loops that serve connections.
    ///   - entrance: Counts the connections.
    ///   - serve: Serves a connection.
    /// - Throws: ``ServerError`` if the address or a certificate cannot be used.
    init(
        _ endpoint: Endpoint,
        protocols: [String] = ["http/1.1"],
        on group: any EventLoopGroup,
        entrance: Entrance,
        serve: @escaping Serve
    ) async throws(ServerError) {
        let tls = try endpoint.tls.map { files throws(ServerError) in try ServerTLS(files, protocols: protocols) }
        self.endpoint = endpoint
        self.tls = tls
        let isUnix = if case .unix = endpoint.address { true } else { false }
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A half-closed connection belongs to a client that is waiting for its last answers.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let network = channel.remoteAddress?.ipAddress.flatMap { PeerList.Address($0) }
                    // A network connection without an address must not be mistaken for one through the file system.
                    guard isUnix || network != nil else { throw ChannelError.eof }
                    let address = isUnix ? nil : network
                    let (isListed, gate) = entrance.way(for: address)
                    let admission = gate.enter()
                    channel.closeFuture.whenComplete { _ in gate.leave() }
                    guard admission != .dropped else { throw ChannelError.eof }
                    if let tls { try channel.pipeline.syncOperations.addHandler(tls.handler()) }
                    let isSurplus = admission == .refused
                    try serve(channel, Arrival(address: address, isListed: isListed, isSurplus: isSurplus))
                }
            }
        (channel, file) = try await Self.bind(bootstrap, to: endpoint)
    }

    /// Binds a socket to an address, and listens.
    private static func bind(
        _ bootstrap: ServerBootstrap,
        to endpoint: Endpoint
    ) async throws(ServerError) -> (any Channel, SocketFile?) {
        do {
            switch endpoint.address {
            case .unix(let path, let mode):
                // NIO would remove a socket that it binds itself by its path, whoever has that by then.
                let file = try SocketFile(listeningAt: path, mode: mode, backlog: backlog, for: endpoint.place)
                // If this fails, the socket stays there, unused, until the next start: its descriptor is closed, so
                // another server may already have the path.
                let channel = try await bootstrap.withBoundSocket(file.descriptor).get()
                // NIO lets such a socket listen with a backlog of its own.
                file.setBacklog(backlog)
                return (channel, file)
            case .tcp(let host, let port):
                let channel = try await bootstrap.childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .bind(host: host, port: port).get()
                return (channel, nil)
            }
        } catch let error as ServerError {
            throw error
        } catch {
            throw ServerError(
                "cannot listen on `\(endpoint.text)`: \(error)",
                at: endpoint.place,
                help: "choose a free address that this user may listen on"
            )
        }
    }

    /// The port; nil for a socket in the file system.
    var port: Int? { channel.localAddress?.port }

    /// Stops accepting connections. Its socket in the file system is removed, but not one that has taken its place.
    func close() async {
        file?.remove()
        try? await channel.close().get()
    }
}

extension Listener {
    /// Serves HTTP with the responder of each loop.
    static func http(
        _ responders: PerLoop<any HTTPResponder>,
        limits: ServerLimits,
        connections: OpenConnections
    ) -> Serve {
        { channel, arrival in
            guard let responder = responders.value(on: channel.eventLoop) else { throw ChannelError.eof }
            let isDraining = connections.add(channel)
            try channel.pipeline.syncOperations.addHandler(
                HTTPConnection(
                    responder,
                    limits: arrival.limits(limits),
                    address: arrival.address,
                    isSurplus: arrival.isSurplus,
                    isDraining: isDraining
                )
            )
        }
    }
}
