import ByteText
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
            return taken.sorted(on: \.canonical)
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

    /// Notifies every listener of the accounts whose view differs after a reload.
    ///
    /// - Complexity: O(*n*) in accounts, and in the settings of views that may differ; O(1) if there are no listeners.
    func compare(_ old: ConfiguredAccounts, _ new: ConfiguredAccounts) {
        let listeners = state.withLock { Array($0.listeners.values) }
        guard !listeners.isEmpty else { return }
        let changed = Self.changedAccounts(old, new)
        guard !changed.isEmpty else { return }
        for listener in listeners { listener.tell(changed) }
    }

    private static func changedAccounts(_ old: ConfiguredAccounts, _ new: ConfiguredAccounts) -> [AccountID] {
        let accounts = (old.policy.document.accounts.accounts + new.policy.document.accounts.accounts).map(\.id)
        var seen: Set<AccountID> = []
        return accounts.filter { account in
            seen.insert(account).inserted && !old.view(of: account).isEquivalent(to: new.view(of: account))
        }
    }
}

/// What determines the app configuration of each account at one moment: the policy in force, and who is signed in.
struct ConfiguredAccounts: Sendable {
    let policy: CompiledPolicy
    private let accounts: SignedInAccounts

    init(_ state: MutableEngineState) {
        policy = state.policy
        accounts = state.accounts
    }

    /// The view of an account; empty for an account that is not managed, not signed in, or unknown to the policy.
    fileprivate func view(of account: AccountID) -> AppConfigurationView {
        guard let position = policy.document.accounts.position(of: account),
            case .managed = accounts.identities[position]
        else { return .empty }
        return policy.appConfigurations[position]
    }
}
