import NIOCore

/// Examines the first bytes of a connection, so that clients of HTTP/2 and HTTP/1.1 can share an address.
///
/// A client that uses HTTP/2 without negotiation begins with a
/// [preface](https://www.rfc-editor.org/rfc/rfc9113#section-3.4) that is not a request of HTTP/1.1. Nothing is
/// consumed: the selected protocol receives every byte.
final class ProtocolChoice: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    /// Takes over a connection, on its loop.
    typealias TakeOver = (any Channel) throws -> EventLoopFuture<Void>

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private let patience: Duration
    private let http2: TakeOver
    private let http1: TakeOver
    private var bytes = ByteBuffer()
    private var hasChosen = false
    private var timer: Scheduled<Void>?

    init(patience: Duration, http2: @escaping TakeOver, http1: @escaping TakeOver) {
        self.patience = patience
        self.http2 = http2
        self.http1 = http1
    }

    func handlerAdded(context: ChannelHandlerContext) { end(context, in: patience) }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        bytes.writeBuffer(&more)
        guard !hasChosen else { return }
        let begin = bytes.readableBytesView.prefix(Self.preface.count)
        guard Self.preface.starts(with: begin) else { return hand(over: http1, context) }
        // Every request of HTTP/1.1 differs from the preface before the end of the preface.
        if begin.count == Self.preface.count { hand(over: http2, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed where !hasChosen: context.close(promise: nil)
        case is HTTPConnection.Drain where !hasChosen: end(context, in: HTTPConnection.lateness)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Closes the connection after a time, unless a protocol is chosen before.
    private func end(_ context: ChannelHandlerContext, in time: Duration) {
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }

    private func hand(over takeOver: TakeOver, _ context: ChannelHandlerContext) {
        hasChosen = true
        timer?.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        do {
            try takeOver(context.channel).assumeIsolated().whenComplete { result in
                let (choice, context) = bound.value
                guard case .success = result else { return context.close(promise: nil) }
                // Bytes that arrived in the meantime are included.
                context.fireChannelRead(choice.wrapInboundOut(choice.bytes))
                context.fireChannelReadComplete()
                context.pipeline.syncOperations.removeHandler(choice, promise: nil)
            }
        } catch {
            context.close(promise: nil)
        }
    }
}
