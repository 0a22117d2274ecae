import PolicyModel
import RuleIndex
import Synchronization

/// The listeners for changes of accounts' app configuration.
///
/// Notifying them never waits: the pending changes of a listener are a set of accounts, however often they change.
final class ConfigurationListeners: Sendable {
    /// One listener.
    final class Listener: Sendable {
        private let pending = Mutex<Set<AccountID>>([])
        private let wakes: AsyncStream<Void>.Continuation

        init(_ wakes: AsyncStream<Void>.Continuation) { self.wakes = wakes }

        fileprivate func tell(_ accounts: [AccountID]) {
            pending.withLock { $0.formUnion(accounts) }
            wakes.yield()
        }

        /// The accounts that have changed since the last call, in the order of their ids.
        func take() -> [AccountID] {
            let taken = pending.withLock { pending in
                let taken = pending
                pending = []
                return taken
            }
            return taken.sorted { $0.canonical < $1.canonical }
        }
    }

    private struct State: Sendable {
        var next: UInt64 = 0
        var listeners: [UInt64: Listener] = [:]
    }

    private let state = Mutex(State())

    /// Adds a listener.
    ///
    /// - Returns: The listener, and the stream that wakes it up; the listener is removed when that stream ends.
    func add() -> (listener: Listener, wakes: AsyncStream<Void>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listener = Listener(continuation)
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return (listener, stream)
    }

    /// Notifies every listener of the accounts whose view differs under a new policy.
    ///
    /// - Complexity: O(*n*) in accounts, and in the settings of views that may differ; O(1) if there are no listeners.
    func compare(_ old: CompiledPolicy, _ new: CompiledPolicy) {
        let listeners = state.withLock { Array($0.listeners.values) }
        guard !listeners.isEmpty else { return }
        let changed = Self.changedAccounts(old, new)
        guard !changed.isEmpty else { return }
        for listener in listeners { listener.tell(changed) }
    }

    private static func changedAccounts(_ old: CompiledPolicy, _ new: CompiledPolicy) -> [AccountID] {
        func view(_ account: AccountID, _ policy: CompiledPolicy) -> AppConfigurationView {
            policy.document.accounts.position(of: account).map { policy.appConfigurations[$0] } ?? .empty
        }
        let accounts = (old.document.accounts.accounts + new.document.accounts.accounts).map(\.id)
        var seen: Set<AccountID> = []
        return accounts.filter { account in
            seen.insert(account).inserted && !view(account, old).isEquivalent(to: view(account, new))
        }
    }
}
