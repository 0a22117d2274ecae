import Glibc
import Synchronization

/// Threads of the system that do the same work at once.
///
/// Not tasks: these share as many threads as there are processors, and work that waits for its like would wait for ever
/// where there is more of it.
enum WorkerThreads {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Does the work on so many threads, the calling one among them, and waits for all.
    ///
    /// - Returns: What each did, in no order; nil if the system has not so many threads. Those that it gave may then
    ///   still be at work.
    static func run<Result: Sendable>(_ count: Int, _ work: @escaping @Sendable () -> Result) -> [Result]? {
        let results = ThreadResults<Result>()
        var threads: [pthread_t] = []
        for _ in 1..<max(count, 1) {
            guard let thread = start({ results.add(work()) }) else { return nil }
            threads.append(thread)
        }
        results.add(work())
        // Each is joined once, and none was detached.
        for thread in threads { _ = pthread_join(thread, nil) }
        return results.all
    }

    /// Lets another thread run.
    static func yield() { _ = sched_yield() }

    /// Does work on a thread that nobody waits for.
    static func runAside(_ work: @escaping @Sendable () -> Void) {
        if let thread = start(work) { pthread_detach(thread) }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            guard let context = unsafe context else { return nil }
            // SAFETY: the thread takes over the one reference that was made for it.
            unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
        guard unsafe pthread_create(&thread, nil, entry, work.toOpaque()) == 0 else {
            unsafe work.release()
            return nil
        }
        return thread
    }

    /// Collects what the threads did.
    private final class ThreadResults<Result: Sendable>: Sendable {
        private let collected = Mutex<[Result]>([])

        func add(_ result: Result) { collected.withLock { $0.append(result) } }

        var all: [Result] { collected.withLock { $0 } }
    }
}

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
