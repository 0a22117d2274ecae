#if GRPC
    import NIOCore
    import NIOHTTP2

    /// The open streams of the connections of an event loop, of which all together may have a limited number.
    ///
    /// A client may have a hundred on each of its connections, and none of them ends while it does not accept its answer.
    final class OpenStreams: Sendable {
        private let count: NIOLoopBoundBox<Int>
        private let limit: Int

        init(on loop: any EventLoop, limit: Int) {
            count = NIOLoopBoundBox.makeBoxSendingValue(0, eventLoop: loop)
            self.limit = limit
        }

        /// Adds a stream until it closes, and resets it if there are too many. Call it on the loop.
        func add(_ stream: any Channel) throws {
            count.value += 1
            stream.closeFuture.whenComplete { [count] _ in count.value -= 1 }
            if count.value > limit { try stream.pipeline.syncOperations.addHandler(SurplusStream(), position: .first) }
        }
    }

    /// Resets a stream after its first frame, and takes in nothing of its request. It cannot be refused before: gRPC
    /// has set it up by then, and NIO traps if such a stream is dropped without being served.
    private final class SurplusStream: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // Its first frame can arrive before gRPC has been told that it is open, and then it cannot close.
            let stream = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.eventLoop.execute { stream.value.close(promise: nil) }
        }
    }

    /// Passes on an error of a connection in a later turn of the loop.
    ///
    /// gRPC closes the connection at once, and never serves the streams that began just before the error. They and the
    /// connection would stay in memory for ever.
    final class LateErrors: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTP2Frame

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.eventLoop.execute { connection.value.fireErrorCaught(error) }
        }
    }
#endif
