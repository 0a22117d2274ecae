import NIOCore
import Synchronization

/// The connections that are open, so that they can be told to end.
final class OpenConnections: Sendable {
    /// How a connection is told to end behind the request that is under way.
    typealias Ending = @Sendable (any Channel) -> Void

    private struct Entry {
        var channel: any Channel
        var end: Ending
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
    private let isDraining = Atomic<Bool>(false)

    /// Adds a connection until it closes.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - end: How it is told to end; nil for one of HTTP/1.1.
    func add(_ channel: any Channel, end: Ending? = nil) {
        let id = ObjectIdentifier(channel)
        let entry = Entry(
            channel: channel,
            end: end ?? { $0.pipeline.fireUserInboundEventTriggered(HTTPConnection.Drain()) }
        )
        entries.withLock { $0[id] = entry }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.entries.withLock { _ = $0.removeValue(forKey: id) }
        }
        if isDraining.load(ordering: .sequentiallyConsistent) { entry.end(channel) }
    }

    /// Lets every connection finish the request that is under way, and ends what is left when the time is over.
    ///
    /// - Parameter limit: How long requests may take.
    /// - Returns: How many connections were cut off.
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
