#if GRPC
    import NIOCore
    import NIOHTTP2

    /// Sends the first of the two GOAWAY frames that end a connection, and hides it from `NIOHTTP2Handler`, which must
    /// come before it.
    ///
    /// The [first frame](https://www.rfc-editor.org/rfc/rfc9113#section-6.8) names the last stream that can exist, and a
    /// PING follows: a request that the client sends until it answers is still served. The second frame names the last of
    /// these requests. But after any GOAWAY, `NIOHTTP2Handler`
    /// [refuses every new stream](https://github.com/apple/swift-nio-http2/issues/466), and the data of such a request
    /// is an error that ends the connection without the answers to the requests that have begun. So it only gets to know
    /// of the second frame.
    final class FirstGoAway: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = HTTP2Frame
        typealias OutboundOut = HTTP2Frame

        /// The frame: a payload of eight bytes, type 7, no flags, stream 0; the last stream, and the code NO_ERROR.
        private static let bytes: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .goAway(let last, let code, _) = unwrapOutboundIn(data).payload,
                last == .maxID, code == .noError,
                let frames = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
            else { return context.write(data, promise: promise) }
            // The PING that follows causes the flush.
            frames.write(NIOAny(ByteBuffer(bytes: Self.bytes)), promise: promise)
        }
    }
#endif
