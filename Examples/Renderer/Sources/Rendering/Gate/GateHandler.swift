import NIOCore
import NIOHTTP1
import NIOPosix

/// One connection from a browser to its gate: reads a request, asks, connects, and forwards.
///
/// Connections to servers use the same event loop, so both sides can be accessed without synchronization.
final class GateHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time limit for a connection attempt to a server.
    private static let connectTimeout: TimeAmount = .seconds(20)

    private enum State {
        case idle
        /// The request is being decided or connected; further input waits.
        case waiting([HTTPServerRequestPart])
        case forwarding(any Channel)
        /// The rest of a refused request is read and dropped.
        case refusing
        case closed
    }

    private let addresses: ReachableAddresses
    private let ask: EgressGate.Asker
    private let codec: [any RemovableChannelHandler]
    private var state = State.idle

    init(addresses: ReachableAddresses, ask: @escaping EgressGate.Asker, codec: [any RemovableChannelHandler]) {
        self.addresses = addresses
        self.ask = ask
        self.codec = codec
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch (state, part) {
        case (.idle, .head(let head)): begin(head, context)
        case (.waiting(let parts), _):
            state = .waiting(parts + [part])
            // Reading of a body continues once there is a connection to send it to.
            context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
        case (.forwarding(let server), _): forward(part, to: server)
        case (.refusing, .end): state = .idle
        case (.idle, _), (.refusing, _), (.closed, _): break
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let request: GateRequest
        do throws(GateRequest.Fault) {
            request = try GateRequest(head)
        } catch {
            state = .refusing
            return refuse(.badRequest, error.rawValue, context)
        }
        state = .waiting([])
        let promise = context.eventLoop.makePromise(of: SocketAddress?.self)
        let (ask, addresses) = (ask, addresses)
        promise.completeWithTask {
            guard await ask(request.question) else { return nil }
            return try await addresses.address(of: request.host, port: request.port)
        }
        promise.futureResult.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(nil): refuseWaiting(.forbidden, "Demarc does not allow this connection.", context)
            case .success(let address?): dial(address, request, head, context)
            case .failure: refuseWaiting(.badGateway, "The server cannot be reached.", context)
            }
        }
    }

    private func dial(
        _ address: SocketAddress,
        _ request: GateRequest,
        _ head: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        guard case .waiting = state else { return }
        let browser = context.channel
        let isTunnel = if case .tunnel = request.question { true } else { false }
        ClientBootstrap(group: context.eventLoop)
            .connectTimeout(Self.connectTimeout)
            .channelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    guard !isTunnel else { return }
                    try server.pipeline.syncOperations.addHTTPClientHandlers(leftOverBytesStrategy: .dropBytes)
                    try server.pipeline.syncOperations.addHandler(ResponseRelay(to: browser))
                }
            }
            .connect(to: address)
            .assumeIsolated()
            .whenComplete { [self] result in
                switch result {
                case .failure: refuseWaiting(.badGateway, "The server cannot be reached.", context)
                case .success(let server) where isTunnel: openTunnel(to: server, context)
                case .success(let server): beginForwarding(request.forwarded(head), to: server, context)
                }
            }
    }

    // MARK: Requests

    private func beginForwarding(_ head: HTTPRequestHead, to server: any Channel, _ context: ChannelHandlerContext) {
        guard case .waiting(let parts) = state else { return server.close(promise: nil) }
        state = .forwarding(server)
        server.write(HTTPClientRequestPart.head(head), promise: nil)
        for part in parts { forward(part, to: server) }
        server.flush()
        context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
        context.read()
        // One request per connection to a server: when it ends, the browser may send the next request, which is decided
        // again.
        server.closeFuture.assumeIsolated().whenComplete { [self] _ in
            if case .forwarding(let current) = state, current === server { state = .idle }
        }
    }

    private func forward(_ part: HTTPServerRequestPart, to server: any Channel) {
        switch part {
        case .head: break
        case .body(let bytes): server.writeAndFlush(HTTPClientRequestPart.body(.byteBuffer(bytes)), promise: nil)
        case .end(let trailers): server.writeAndFlush(HTTPClientRequestPart.end(trailers), promise: nil)
        }
    }

    // MARK: Tunnels

    private func openTunnel(to server: any Channel, _ context: ChannelHandlerContext) {
        guard case .waiting = state else { return server.close(promise: nil) }
        state = .closed
        let browser = context.channel
        do {
            try server.pipeline.syncOperations.addHandler(TunnelHalf(to: browser))
            try context.pipeline.syncOperations.addHandler(TunnelHalf(to: server))
        } catch {
            return browser.close(promise: nil)
        }
        // From here on, data is opaque: the codec is removed, and returns the bytes that it had read ahead.
        let pipeline = context.pipeline.syncOperations
        let removals = (codec + [self]).map { pipeline.removeHandler($0) }
        EventLoopFuture.andAllSucceed(removals, on: browser.eventLoop).assumeIsolated().whenComplete { result in
            guard case .success = result else {
                server.close(promise: nil)
                return browser.close(promise: nil)
            }
            var established = browser.allocator.buffer(capacity: 64)
            established.writeString("HTTP/1.1 200 Connection established\r\n\r\n")
            browser.writeAndFlush(established, promise: nil)
            browser.setOption(.autoRead, value: true).whenFailure { _ in }
            browser.read()
        }
    }

    // MARK: Refusals

    private func refuseWaiting(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext) {
        guard case .waiting(let parts) = state else { return }
        let isComplete = if case .end? = parts.last { true } else { false }
        state = isComplete ? .idle : .refusing
        refuse(status, text, context)
        context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
        context.read()
    }

    private func refuse(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext) {
        let body = context.channel.allocator.buffer(string: text + "\n")
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
            "Cache-Control": "no-store",
        ]
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))))
            .whenFailure { _ in }
        context.write(wrapOutboundOut(.body(.byteBuffer(body)))).whenFailure { _ in }
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenFailure { _ in }
    }

    // MARK: The connection

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // A browser that reads slowly slows the server down, without using memory here.
        if case .forwarding(let server) = state {
            server.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .forwarding(let server) = state { server.close(promise: nil) }
        state = .closed
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension GateHandler: RemovableChannelHandler {}
