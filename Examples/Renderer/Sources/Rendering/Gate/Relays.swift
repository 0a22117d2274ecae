import NIOCore
import NIOHTTP1

/// Relays a server's response to the browser.
final class ResponseRelay: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let browser: any Channel
    private var hasEnded = false

    init(to browser: any Channel) { self.browser = browser }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            // Fields that apply only between the gate and the server end here.
            for name in ["Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Connection", "Upgrade", "Alt-Svc"] {
                head.headers.remove(name: name)
            }
            browser.write(HTTPServerResponsePart.head(head), promise: nil)
        case .body(let bytes): browser.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
        case .end(let trailers):
            hasEnded = true
            browser.writeAndFlush(HTTPServerResponsePart.end(trailers), promise: nil)
            context.close(promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        browser.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A truncated response must not look complete.
        if !hasEnded { browser.close(promise: nil) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// One direction of a tunnel.
final class TunnelHalf: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) { self.other = other }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        other.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
