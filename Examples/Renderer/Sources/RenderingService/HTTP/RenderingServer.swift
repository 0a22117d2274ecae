import NIOCore
import NIOHTTP1
package import NIOPosix
import NIOWebSocket
package import Rendering

/// The server behind the service's page.
package struct RenderingServer: Sendable {
    private enum Connection: Sendable {
        case page(NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>)
        case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    }

    /// The largest message of a page; the longest is a pasted text.
    private static let largestMessage = 1 << 20

    private let registry: SessionRegistry
    private let host: String
    private let port: Int
    private let key: String
    private let group: MultiThreadedEventLoopGroup

    /// Prepares a server.
    ///
    /// - Parameters:
    ///   - settings: How sessions run.
    ///   - host: The address to listen on.
    ///   - port: The port; 0 takes any.
    ///   - key: The key that a person needs to begin a session; nil generates one.
    ///   - group: The threads.
    /// - Throws: `PolicyLoadingError`.
    package init(
        _ settings: RendererSettings,
        host: String,
        port: Int,
        key: String?,
        group: MultiThreadedEventLoopGroup
    ) throws {
        registry = try SessionRegistry(settings, group: group)
        self.host = host
        self.port = port
        self.key = key ?? SessionRegistry.Token().text
        self.group = group
    }

    /// Serves until the task is cancelled, and then ends every session.
    ///
    /// - Parameter started: Receives the address to open, once the server listens.
    /// - Throws: An error if the port cannot be opened.
    package func run(started: @Sendable (String) -> Void) async throws {
        let files = try PageFiles()
        let listener = try await listen()
        let port = listener.channel.localAddress?.port ?? port
        let authorities: Set = ["\(host):\(port)", "localhost:\(port)"]
        let routes = ServiceRoutes(registry: registry, key: key, authorities: authorities, files: files)
        started("http://\(host):\(port)/#\(key)")
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await registry.run() }
            tasks.addTask {
                try? await listener.executeThenClose { connections in
                    await withDiscardingTaskGroup { group in
                        do {
                            for try await connection in connections {
                                group.addTask { await serve(connection, routes) }
                            }
                        } catch { group.cancelAll() }
                    }
                }
            }
        }
    }

    private func listen() async throws -> NIOAsyncChannel<EventLoopFuture<Connection>, Never> {
        try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Self.configure(channel)
                }
            }
    }

    private static func configure(_ channel: any Channel) throws -> EventLoopFuture<Connection> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Connection>(
            maxFrameSize: largestMessage,
            shouldUpgrade: { channel, head in
                let authority = channel.localAddress?.port.map { port in
                    Set(["\(channel.localAddress?.ipAddress ?? ""):\(port)", "localhost:\(port)"])
                }
                // The same-origin policy does not apply to WebSockets: any page of any site may open one.
                let isOwn = ServiceRequest.isFromOwnPage(head, authority ?? [], mustSayOrigin: true)
                return channel.eventLoop.makeSucceededFuture(isOwn && head.uri == "/socket" ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 1,
                            maxAccumulatedFrameCount: 64,
                            maxAccumulatedFrameSize: largestMessage
                        )
                    )
                    return .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
                }
            }
        )
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    .page(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
                }
            }
        )
        return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
            configuration: .init(upgradeConfiguration: upgrade)
        )
    }

    private func serve(_ connection: EventLoopFuture<Connection>, _ routes: ServiceRoutes) async {
        do {
            switch try await connection.get() {
            case .page(let channel): try await serve(channel, routes)
            case .socket(let channel): try await SessionSocket(registry: registry).serve(channel)
            }
        } catch {
            // A failed connection ends, and the others continue.
        }
    }

    private func serve(
        _ channel: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>,
        _ routes: ServiceRoutes
    ) async throws {
        try await channel.executeThenClose { inbound, outbound in
            var request: ServiceRequest?
            var bytesLeft = 0
            for try await part in inbound {
                switch part {
                case .head(let head):
                    request = ServiceRequest(head: head, body: [])
                    bytesLeft = await routes.largestBody(head)
                case .body(let bytes):
                    bytesLeft -= bytes.readableBytes
                    // Bytes beyond the limit are read but not kept, so that the answer can give the reason.
                    if bytesLeft >= 0 {
                        request?.body += Array(bytes.readableBytesView)
                    } else {
                        request?.isWhole = false
                    }
                case .end:
                    guard let complete = request else { return }
                    request = nil
                    let answer = await routes.answer(complete)
                    try await outbound.write(.head(answer.head))
                    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body))))
                    try await outbound.write(.end(nil))
                }
            }
        }
    }
}
