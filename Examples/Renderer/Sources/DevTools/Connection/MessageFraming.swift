import NIOCore

/// Cuts what comes out of the pipe into messages: each ends with a zero byte.
///
/// A browser that sends a message without an end is let go when the bound is reached, so that it cannot fill the memory of
/// the service.
struct MessageFraming: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// The largest message. A picture of a large page is some megabytes.
    static let largestMessage = 64 << 20

    /// How much of the buffer was looked at already, so that a long message that comes in pieces costs one pass.
    private var searched = 0

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        let unsearched = buffer.readableBytesView.dropFirst(searched)
        guard let end = unsearched.firstIndex(of: 0) else {
            searched = buffer.readableBytes
            guard searched <= Self.largestMessage else { throw FramingError.messageTooLarge }
            return .needMoreData
        }
        searched = 0
        guard let message = buffer.readSlice(length: end - buffer.readerIndex) else { return .needMoreData }
        buffer.moveReaderIndex(forwardBy: 1)
        context.fireChannelRead(wrapInboundOut(message))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext,
        buffer: inout ByteBuffer,
        seenEOF: Bool
    ) throws -> DecodingState {
        // What has no end is no message.
        try decode(context: context, buffer: &buffer)
    }
}

/// What is wrong with what came out of the pipe.
enum FramingError: Error, Equatable {
    case messageTooLarge
}
