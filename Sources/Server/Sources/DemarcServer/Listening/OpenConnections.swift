import NIOCore
import Synchronization

/// The connections that are open, so that they can be told to end.
final class OpenConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])
    private let isDraining = Atomic<Bool>(false)

    /// Adds a connection until it closes.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.channels.withLock { _ = $0.removeValue(forKey: id) }
        }
        if isDraining.load(ordering: .sequentiallyConsistent) {
            channel.pipeline.fireUserInboundEventTriggered(HTTPConnection.Drain())
        }
    }

    /// Lets every connection finish the request that is under way, and ends what is left when the time is over.
    ///
    /// - Parameter limit: How long requests may take.
    /// - Returns: How many connections were cut off.
    func drain(within limit: Duration) async -> Int {
        isDraining.store(true, ordering: .sequentiallyConsistent)
        for channel in open { channel.pipeline.fireUserInboundEventTriggered(HTTPConnection.Drain()) }
        let clock = ContinuousClock()
        let end = clock.now + limit
        while !open.isEmpty, clock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
        let left = open
        for channel in left { channel.close(promise: nil) }
        return left.count
    }

    private var open: [any Channel] { channels.withLock { Array($0.values) } }
}
