import Foundation
import NIOCore
import NIOWebSocket
import Rendering

extension SessionUpdate {
    /// The update as it goes through the WebSocket: pictures as they are, everything else in JSON.
    func frame(_ allocator: ByteBufferAllocator) -> WebSocketFrame? {
        switch self {
        case .picture(let bytes): WebSocketFrame(fin: true, opcode: .binary, data: allocator.buffer(bytes: bytes))
        case .state(let state): Self.text(Message(type: "state", value: state), allocator)
        case .note(let note): Self.text(Message(type: "note", value: note), allocator)
        case .noPicture: Self.text(Message(type: "noPicture", value: true), allocator)
        case .text(let text): Self.text(Message(type: "text", value: text), allocator)
        case .chooseFiles(let request): Self.text(Message(type: "chooseFiles", value: request), allocator)
        case .file(let file): Self.text(Message(type: "file", value: file), allocator)
        }
    }

    private struct Message<Value: Encodable>: Encodable {
        var type: String
        var value: Value
    }

    private static func text(_ message: Message<some Encodable>, _ allocator: ByteBufferAllocator) -> WebSocketFrame? {
        guard let json = try? JSONEncoder().encode(message) else { return nil }
        return WebSocketFrame(fin: true, opcode: .text, data: allocator.buffer(bytes: Array(json)))
    }
}
