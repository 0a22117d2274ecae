import NIOCore

/// Splits the output of the pipe into messages, each of which ends with a zero byte.
///
/// A browser that sends an endless message is released when the limit is reached, so that it cannot exhaust the memory
/// of the service.
struct MessageFraming: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// The maximum size of a message. A picture of a large page takes several megabytes.
    static let largestMessage = 64 << 20

    /// How much of the buffer was already searched, so that a long message that arrives in pieces costs one pass.
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
        // Data without a terminator is not a message.
        try decode(context: context, buffer: &buffer)
    }
}

/// An error in the output of the pipe.
enum FramingError: Error, Equatable {
    case messageTooLarge
}
