import NIOCore
import NIOEmbedded
import Testing

@testable import DevTools

@Suite("Messages in the pipe") struct MessageFramingTests {
    @Test(arguments: [
        ([""], [], "nothing"),
        (["{}"], [], "a message without an end is no message"),
        (["{}\0"], ["{}"], "one message"),
        (["{\"a\"", ":1}\0"], ["{\"a\":1}"], "in two pieces"),
        (["{}\0[]\0{"], ["{}", "[]"], "several in one piece, and the beginning of another"),
        (["a\0", "\0", "b\0"], ["a", "", "b"], "an empty one between others"),
    ])
    func messages(pieces: [String], expected: [String], why: String) throws {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(MessageFraming()))
        for piece in pieces { try channel.writeInbound(ByteBuffer(string: piece)) }
        var messages: [String] = []
        while let message = try channel.readInbound(as: ByteBuffer.self) { messages.append(String(buffer: message)) }
        #expect(messages == expected, "\(why)")
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func aMessageThatDoesNotEndIsRefused() throws {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(MessageFraming()))
        let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(throws: FramingError.messageTooLarge) {
            for _ in 0...(MessageFraming.largestMessage >> 20) { try channel.writeInbound(piece) }
        }
    }
}
