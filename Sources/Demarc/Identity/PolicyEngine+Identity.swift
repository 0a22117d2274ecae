public import PolicyModel
import RuleIndex

extension PolicyEngine {
    /// Sets who acts at a level.
    ///
    /// The level keeps the identity until it is set again; the next decision of every evaluator sees it. Safe to call
    /// from any thread.
    ///
    /// - Parameters:
    ///   - account: An account of the policy in force, ``PolicyModel/AccountID/noUser``, or nil to ask the next level.
    ///   - level: The level to set.
    /// - Returns: `notAllowed` where the calling task has an identity of its own that is another one; `failed` where the
    ///   policy knows no such account.
    @discardableResult
    public func switchIdentity(to account: AccountID?, at level: IdentityLevel = .hostWide) -> SwitchIdentityResult {
        if let taskIdentity = TaskIdentity.current, let account, !isSameAccount(taskIdentity, account) {
            return .notAllowed
        }
        return store.mutate { state in
            if let account, !account.isNoUser, state.policy.document.accounts[account] == nil { return .failed }
            switch level {
            case .process: state.identities.process = account
            case .hostWide: state.identities.hostWide = account
            case .window(let window): state.identities[window] = account
            }
            return .success
        }
    }

    /// The identity for UI work of the calling task in a window, or outside of any.
    public func effectiveIdentity(in window: WindowID? = nil) -> AccountID? {
        TaskIdentity.current ?? store.mutate { $0.identities.effective(in: window) }
    }

    /// Runs an operation whose decisions, and those of its child tasks, are made as an account.
    ///
    /// - Parameters:
    ///   - account: Who acts; ``PolicyModel/AccountID/noUser`` for nobody. An account that the policy in force does not
    ///     know blocks.
    ///   - operation: What to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func withTaskIdentity<Result>(
        _ account: AccountID,
        operation: () throws -> Result
    ) rethrows -> Result {
        noteTaskIdentities()
        return try TaskIdentity.$current.withValue(account, operation: operation)
    }

    /// Runs an asynchronous operation whose decisions, and those of its child tasks, are made as an account.
    ///
    /// - Parameters:
    ///   - account: Who acts; see ``withTaskIdentity(_:operation:)-(_,()->Result)``.
    ///   - operation: What to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func withTaskIdentity<Result>(
        _ account: AccountID,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        noteTaskIdentities()
        return try await TaskIdentity.$current.withValue(account, operation: operation)
    }

    /// PERF: looking a task-local value up costs a call per decision, so only hosts that use them pay for it.
    private func noteTaskIdentities() {
        guard !store.latest.usesTaskIdentities else { return }
        store.mutate { $0.usesTaskIdentities = true }
    }

    private func isSameAccount(_ left: AccountID, _ right: AccountID) -> Bool {
        let accounts = store.latest.policy.document.accounts
        return left == right
            || (accounts.position(of: left) != nil && accounts.position(of: left) == accounts.position(of: right))
    }
}
