import NIOCore
import Synchronization

/// The open connections, so that they can be told to end.
final class OpenConnections: Sendable {
    /// Tells a connection to end after the request in progress.
    typealias Ending = @Sendable (any Channel) -> Void

    private struct Entry {
        var channel: any Channel
        var end: Ending
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
    private let isDraining = Atomic<Bool>(false)

    /// Adds a connection until it closes. Adding it again replaces how to tell it to end.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - end: How to tell it to end; nil for one of HTTP/1.1, and for one whose protocol is not known yet. Called
    ///     from any thread.
    /// - Returns: Whether the server is stopping. Then the connection is not told, and must end after its first answer.
    func add(_ channel: any Channel, end: Ending? = nil) -> Bool {
        let id = ObjectIdentifier(channel)
        let entry = Entry(
            channel: channel,
            end: end ?? { $0.pipeline.fireUserInboundEventTriggered(HTTPConnection.Drain()) }
        )
        entries.withLock { $0[id] = entry }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.entries.withLock { _ = $0.removeValue(forKey: id) }
        }
        return isDraining.load(ordering: .sequentiallyConsistent)
    }

    /// Lets every connection finish the request in progress, and ends the remaining connections at the time limit.
    ///
    /// - Parameter limit: How long requests may take.
    /// - Returns: The number of connections that were cut off.
    func drain(within limit: Duration) async -> Int {
        isDraining.store(true, ordering: .sequentiallyConsistent)
        for entry in open { entry.end(entry.channel) }
        let clock = ContinuousClock()
        let end = clock.now + limit
        while !open.isEmpty, clock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
        let left = open
        for entry in left { entry.channel.close(promise: nil) }
        return left.count
    }

    private var open: [Entry] { entries.withLock { Array($0.values) } }
}

/// Closes a connection of HTTP/2 when its client has closed it, sends nothing, or has had it for long enough.
///
/// Connections of HTTP/1.1 may be half-closed while a client waits for its last answers, so the socket does not close
/// them by itself, and gRPC does not expect that.
final class EndOfInput: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let limit: Duration?
    private var timer: Scheduled<Void>?

    /// Creates a handler.
    ///
    /// - Parameter limit: How long the connection may last, whatever is sent on it; nil for any time.
    init(limit: Duration?) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let limit else { return }
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed, IdleStateHandler.IdleStateEvent.read: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}
