import Foundation
package import NIOCore
import NIOPosix
import Synchronization

/// One browser's DevTools protocol, over the pipe that the browser was started with.
///
/// Answers go to the sender of the command. Events go to ``events`` in the order in which the browser sent them,
/// because decisions depend on that order. Safe to use from any thread.
package final class DevToolsConnection: Sendable {
    /// The events of the browser, in order. The stream ends with the browser. It supports one reader.
    package let events: AsyncStream<DevToolsEvent>

    /// A caller that waits for an answer, and the end of the wait.
    private struct Waiting: Sendable {
        var continuation: CheckedContinuation<[UInt8], any Error>
        var end: Scheduled<Void>
    }

    private struct State {
        var nextID = 1
        var waiting: [Int: Waiting] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let channel: any Channel
    private let patience: TimeAmount
    private let continuation: AsyncStream<DevToolsEvent>.Continuation

    /// Takes over the two ends of the pipe.
    ///
    /// - Parameters:
    ///   - input: The descriptor that the browser writes to; the connection closes it.
    ///   - output: The descriptor that the browser reads from; the connection closes it.
    ///   - group: The threads that read and write.
    ///   - patience: How long an answer may take. A page that never settles never answers.
    /// - Returns: The connection.
    /// - Throws: An error if the pipe cannot be opened.
    package static func over(
        input: CInt,
        output: CInt,
        group: any EventLoopGroup,
        patience: TimeAmount = .seconds(20)
    ) async throws -> DevToolsConnection {
        let channel = try await NIOPipeBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(MessageFraming()))
                }
            }
            .takingOwnershipOfDescriptors(input: input, output: output)
            .get()
        let connection = DevToolsConnection(channel, patience: patience)
        try await channel.pipeline.addHandler(MessageHandler(connection)).get()
        return connection
    }

    private init(_ channel: any Channel, patience: TimeAmount) {
        self.channel = channel
        self.patience = patience
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Sends a command and waits for its answer.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - session: The target for the command; nil for the browser itself.
    /// - Returns: The answer.
    /// - Throws: ``DevToolsError``.
    package func send<Command: DevToolsCommand>(
        _ command: Command,
        to session: DevToolsSessionID? = nil
    ) async throws -> Command.Answer {
        let message = try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<[UInt8], any Error>) in
            write(command, to: session, waiting: waiting)
        }
        let answer: AnswerEnvelope<Command.Answer>
        do {
            answer = try JSONDecoder().decode(AnswerEnvelope<Command.Answer>.self, from: Data(message))
        } catch {
            throw DevToolsError.unreadable(method: Command.method)
        }
        if let error = answer.error {
            throw DevToolsError.refused(method: Command.method, code: error.code, message: error.message)
        }
        guard let result = answer.result else { throw DevToolsError.unreadable(method: Command.method) }
        return result
    }

    /// Sends a command whose answer does not matter. Commands of one session are carried out in the order they were sent.
    package func post(_ command: some DevToolsCommand, to session: DevToolsSessionID? = nil) {
        write(command, to: session, waiting: nil)
    }

    /// Releases the browser, which ends when its pipe is closed.
    package func close() { channel.close(promise: nil) }

    private func write<Command: DevToolsCommand>(
        _ command: Command,
        to session: DevToolsSessionID?,
        waiting: CheckedContinuation<[UInt8], any Error>?
    ) {
        let id: Int? = state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.nextID += 1 }
            if let waiting {
                let end = channel.eventLoop.scheduleTask(in: patience) { [id = state.nextID, weak self] in
                    guard let self else { return }
                    answer(id, .failure(.late(method: Command.method)))
                }
                state.waiting[state.nextID] = Waiting(continuation: waiting, end: end)
            }
            return state.nextID
        }
        guard let id else {
            waiting?.resume(throwing: DevToolsError.closed)
            return
        }
        let envelope = CommandEnvelope(id: id, method: Command.method, params: command, sessionId: session)
        guard let bytes = try? JSONEncoder().encode(envelope) else {
            return answer(id, .failure(.unreadable(method: Command.method)))
        }
        var buffer = channel.allocator.buffer(capacity: bytes.count + 1)
        buffer.writeBytes(bytes)
        buffer.writeInteger(UInt8(0))
        channel.writeAndFlush(buffer, promise: nil)
    }

    fileprivate func receive(_ buffer: ByteBuffer) {
        let message = Data(buffer.readableBytesView)
        guard let head = try? JSONDecoder().decode(MessageHead.self, from: message) else { return }
        if let id = head.id {
            answer(id, .success(Array(message)))
        } else if let method = head.method, let event = DevToolsEvent(method, session: head.sessionId, message) {
            continuation.yield(event)
        }
    }

    /// Delivers an answer if a caller still waits for it.
    private func answer(_ id: Int, _ result: Result<[UInt8], DevToolsError>) {
        guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: id) }) else { return }
        waiting.end.cancel()
        waiting.continuation.resume(with: result)
    }

    fileprivate func end() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for each in waiting {
            each.end.cancel()
            each.continuation.resume(throwing: DevToolsError.closed)
        }
        continuation.finish()
    }
}

/// Passes messages to the connection, and reports the end of the stream.
private final class MessageHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let connection: DevToolsConnection

    init(_ connection: DevToolsConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { connection.receive(unwrapInboundIn(data)) }

    func channelInactive(context: ChannelHandlerContext) {
        connection.end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The browser has closed its end, so no more messages will come.
        if case .some(.inputClosed) = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// A command in the form that is sent.
private struct CommandEnvelope<Command: DevToolsCommand>: Encodable {
    var id: Int
    var method: String
    var params: Command
    var sessionId: DevToolsSessionID?
}

/// The fields that distinguish an answer from an event.
private struct MessageHead: Decodable {
    var id: Int?
    var method: String?
    var sessionId: DevToolsSessionID?
}

/// An answer in the form that is received.
private struct AnswerEnvelope<Answer: Decodable>: Decodable {
    struct Failure: Decodable {
        var code: Int
        var message: String
    }
    var result: Answer?
    var error: Failure?
}
