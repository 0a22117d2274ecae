#if GRPC
    import NIOCore
    import NIOHTTP2

    /// The open streams of each connection of an event loop, of which there may be few.
    ///
    /// The setting of HTTP/2 for this number binds a client only once it has acknowledged it. A client that never does
    /// so could have a hundred, and none of them ends while it does not accept its answer.
    final class OpenStreams: Sendable {
        private let counts: NIOLoopBoundBox<[ObjectIdentifier: Int]>
        private let limit: Int

        init(on loop: any EventLoop, limit: Int) {
            counts = NIOLoopBoundBox.makeBoxSendingValue([:], eventLoop: loop)
            self.limit = limit
        }

        /// Adds a stream until it closes, and resets it if its connection has too many. Call it on the loop.
        func add(_ stream: any Channel) throws {
            guard let connection = stream.parent.map({ ObjectIdentifier($0) }) else { return }
            let count = counts.value[connection, default: 0] + 1
            counts.value[connection] = count
            stream.closeFuture.whenComplete { [counts] _ in
                let rest = counts.value[connection, default: 0] - 1
                counts.value[connection] = rest > 0 ? rest : nil
            }
            if count > limit { try stream.pipeline.syncOperations.addHandler(SurplusStream(), position: .first) }
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
#endif
