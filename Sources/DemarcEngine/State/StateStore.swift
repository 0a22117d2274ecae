import Atomics
import Synchronization

/// Holds the engine's state: read with one atomic operation, replaced under a lock that readers never take.
final class StateStore: Sendable {
    private let published: ManagedAtomic<EngineState>
    private let version: Atomic<UInt64>
    private let mutable: Mutex<MutableEngineState>
    /// The number of the engine.
    let engine: EngineNumber
    /// Distinguishes navigations by when they were decided.
    let serials = NavigationSerials()
    private let reloads = Atomic<UInt64>(0)
    /// The listeners for changes of accounts' app configuration.
    let configurationListeners = ConfigurationListeners()

    init(_ state: consuming sending MutableEngineState) {
        engine = state.engine
        let first = EngineState(state, version: 1)
        published = ManagedAtomic(first)
        version = Atomic(first.version)
        mutable = Mutex(state)
    }

    /// Numbers the reloads of the engine in the order in which they begin.
    func beginReload() -> UInt64 { reloads.add(1, ordering: .relaxed).newValue }

    /// The state in force.
    var latest: EngineState { published.load(ordering: .acquiring) }

    /// Whether another state is in force now.
    ///
    /// PERF: one load and a comparison. Reading ``latest`` instead counts a reference on a cache line that every thread
    /// shares; an evaluator does that once per change, not once per decision.
    @inline(__always)
    func hasMoved(from state: EngineState) -> Bool { version.load(ordering: .acquiring) != state.version }

    /// Changes the state and puts it in force; a change that throws has no effect on decisions.
    ///
    /// The last reference to an object of the host may be in what a change replaces, and the object's `deinit` may call
    /// the engine, which would then wait for its own lock. The state that was in force is therefore released after the
    /// lock; what the host passed in and decisions do not see, such as a handler, a change must return.
    ///
    /// INVARIANT: a change throws before it changes anything. Otherwise the next change would put that in force too.
    @discardableResult
    func mutate<Result, Failure: Error>(
        _ change: (inout MutableEngineState) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var replaced: EngineState?
        defer { withExtendedLifetime(replaced) {} }
        return try mutable.withLock { state throws(Failure) in
            let result = try change(&state)
            let next = EngineState(state, version: version.load(ordering: .relaxed) + 1)
            replaced = published.exchange(next, ordering: .acquiringAndReleasing)
            version.store(next.version, ordering: .releasing)
            return result
        }
    }

    /// Reads state that decisions do not see.
    func read<Result>(_ body: (borrowing MutableEngineState) -> sending Result) -> sending Result {
        mutable.withLock { body($0) }
    }
}
