import Glibc
import Synchronization

/// System threads that do the same work concurrently.
///
/// They are not tasks: tasks share as many threads as there are processors, and tasks that wait for each other would
/// deadlock if there were more of them than threads.
enum WorkerThreads {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the work on this many threads, including the calling one, and waits for all of them.
    ///
    /// - Returns: The results, in no particular order; nil if the system cannot create all threads. Threads that were
    ///   created may then still be running.
    static func run<Result: Sendable>(_ count: Int, _ work: @escaping @Sendable () -> Result) -> [Result]? {
        let results = ThreadResults<Result>()
        var threads: [pthread_t] = []
        for _ in 1..<max(count, 1) {
            guard let thread = start({ results.add(work()) }) else { return nil }
            threads.append(thread)
        }
        results.add(work())
        // Each thread is joined once, and none is detached.
        for thread in threads { _ = pthread_join(thread, nil) }
        return results.all
    }

    /// Lets another thread run.
    static func yield() { _ = sched_yield() }

    /// Runs work on a detached thread.
    ///
    /// - Returns: Whether the system could create the thread.
    static func runAside(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = start(work) else { return false }
        pthread_detach(thread)
        return true
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            guard let context = unsafe context else { return nil }
            // SAFETY: the thread consumes the one reference that was retained for it.
            unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
        guard unsafe pthread_create(&thread, nil, entry, work.toOpaque()) == 0 else {
            unsafe work.release()
            return nil
        }
        return thread
    }

    /// Collects the results of the threads.
    private final class ThreadResults<Result: Sendable>: Sendable {
        private let collected = Mutex<[Result]>([])

        func add(_ result: Result) { collected.withLock { $0.append(result) } }

        var all: [Result] { collected.withLock { $0 } }
    }
}

/// Lets the threads of a measurement start each pass together, so that they compete as they would in a server.
final class Barrier: Sendable {
    private let parties: Int
    private let arrived = Atomic<Int>(0)

    /// Creates a barrier for this many threads.
    init(parties: Int) { self.parties = parties }

    /// Waits until every thread has called this as often as the current thread.
    func wait() {
        let mine = arrived.add(1, ordering: .acquiringAndReleasing).newValue
        let goal = (mine + parties - 1) / parties * parties
        while arrived.load(ordering: .acquiring) < goal { WorkerThreads.yield() }
    }
}
