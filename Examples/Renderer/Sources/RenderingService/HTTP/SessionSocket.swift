import Foundation
import NIOCore
import NIOWebSocket
import Rendering

/// The WebSocket between a page and its session.
struct SessionSocket: Sendable {
    let registry: SessionRegistry

    /// How long a page may take to name its session.
    private static let patience: Duration = .seconds(10)

    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
        let idle = Task {
            try await Task.sleep(for: Self.patience)
            channel.channel.close(promise: nil)
        }
        try await channel.executeThenClose { inbound, outbound in
            var messages = inbound.makeAsyncIterator()
            guard let first = try await Self.message(&messages, outbound), first.type == .begin,
                let text = first.token
            else { return }
            let token = SessionRegistry.Token(text)
            guard let session = await registry.session(token) else { return }
            idle.cancel()
            await registry.countViewer(of: token, 1)
            let updates = await session.updates()
            let sender = Task {
                for await update in updates {
                    guard let frame = update.frame(channel.channel.allocator) else { continue }
                    try await outbound.write(frame)
                }
                // The session has ended, or another page now shows it.
                channel.channel.close(promise: nil)
            }
            defer { sender.cancel() }
            do {
                while let message = try await Self.message(&messages, outbound) {
                    if message.type == .endSession {
                        await registry.end(token)
                        break
                    }
                    await session.handle(message)
                }
            } catch {
                // An unreadable message ends the connection; the session waits for the next one.
            }
            await registry.countViewer(of: token, -1)
        }
        idle.cancel()
    }

    /// The next message; nil at the end.
    private static func message(
        _ frames: inout NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws -> PageMessage? {
        while let frame = try await frames.next(isolation: #isolation) {
            switch frame.opcode {
            case .text:
                return try JSONDecoder().decode(PageMessage.self, from: Data(frame.unmaskedData.readableBytesView))
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose: return nil
            default: continue
            }
        }
        return nil
    }
}
