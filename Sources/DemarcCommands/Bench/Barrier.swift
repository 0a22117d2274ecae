import Synchronization

/// Lets the threads of a measurement begin each pass together, so that they compete as they would in a server.
final class Barrier: Sendable {
    private let parties: Int
    private let arrived = Atomic<Int>(0)

    /// Makes a barrier for so many threads.
    init(parties: Int) { self.parties = parties }

    /// Waits until every thread has come as often as this one.
    func wait() {
        let mine = arrived.add(1, ordering: .acquiringAndReleasing).newValue
        let goal = (mine + parties - 1) / parties * parties
        while arrived.load(ordering: .acquiring) < goal { WorkerThreads.yield() }
    }
}
