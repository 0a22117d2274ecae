#if GRPC
    import NIOCore
    import NIOHPACK
    import NIOHTTP2

    /// Gives the HTTP status 403 to every request of HTTP/2 that is not answered with a message. One for each stream.
    ///
    /// gRPC refuses calls with the HTTP status 200, and writes its own status into a field. A proxy that asks for plain
    /// authorization would take that for an allow, and its clients can make a request look like a call, because some
    /// proxies pass on `content-type`. Clients of gRPC prefer the field to the HTTP status, according to
    /// [gRPC](https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md).
    ///
    /// It must be the first handler of its stream: it sees requests before gRPC does, and answers after gRPC.
    final class RefusalStatus: ChannelDuplexHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias InboundOut = HTTP2Frame.FramePayload
        typealias OutboundIn = HTTP2Frame.FramePayload
        typealias OutboundOut = HTTP2Frame.FramePayload

        private static let refusal: HPACKHeaders = [":status": "403"]

        private var hasRequest = false
        private var hasAnswer = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let isFirst = !hasRequest
            hasRequest = true
            // Without a body there is no message, so this is not a check. Some of these calls gRPC would never answer.
            guard isFirst, case .headers(let head) = unwrapInboundIn(data), head.endStream else {
                return context.fireChannelRead(data)
            }
            let answer = HTTP2Frame.FramePayload.Headers(headers: Self.refusal, endStream: true)
            context.writeAndFlush(wrapOutboundOut(.headers(answer)), promise: nil)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard !hasAnswer, case .headers(var head) = unwrapOutboundIn(data) else {
                return context.write(data, promise: promise)
            }
            hasAnswer = true
            // The first fields of an answer are also its last ones only if no message follows.
            if head.endStream {
                // The status must precede the other fields.
                let others = head.headers.filter { $0.name != ":status" }
                head.headers = Self.refusal
                head.headers.add(contentsOf: others)
            }
            context.write(wrapOutboundOut(.headers(head)), promise: promise)
        }
    }
#endif
