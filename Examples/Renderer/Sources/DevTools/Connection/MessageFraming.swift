import NIOCore

/// Splits the bytes from the pipe into messages, which end with a zero byte each.
///
/// A browser that sends a message without an end is released when the limit is reached, so it cannot fill the service's
/// memory.
struct MessageFraming: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// The largest message. An image of a large page takes some megabytes.
    static let largestMessage = 64 << 20

    /// The number of bytes already searched, so that a long message in pieces takes a single pass.
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
        // Bytes without an end are not a message.
        try decode(context: context, buffer: &buffer)
    }
}

/// A mistake in the bytes from the pipe.
enum FramingError: Error, Equatable {
    case messageTooLarge
}
