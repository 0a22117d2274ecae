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
            state.setIdentity(account.map { .account($0) }, at: level)
            return .success
        }
    }

    /// Shows the content of several accounts at once at a level.
    ///
    /// If one of them is managed, the strictest policy is in force there, whatever the accounts' own policies say:
    /// ``PolicyModel/AppProtectionPolicy/lockDown``.
    ///
    /// - Parameters:
    ///   - accounts: Accounts of the policy in force.
    ///   - level: The level to set.
    /// - Returns: `notAllowed` where the calling task has an identity of its own; `failed` where the policy knows no
    ///   such account.
    @discardableResult
    public func showAccounts(_ accounts: [AccountID], at level: IdentityLevel = .hostWide) -> SwitchIdentityResult {
        if TaskIdentity.current != nil { return .notAllowed }
        return store.mutate { state in
            let directory = state.policy.document.accounts
            guard accounts.allSatisfy({ $0.isNoUser || directory[$0] != nil }) else { return .failed }
            state.setIdentity(.merged(accounts), at: level)
            return .success
        }
    }

    /// The identity for UI work of the calling task in a window, or outside of any; nil where none is set, and where
    /// several accounts act at once.
    public func effectiveIdentity(in window: WindowID? = nil) -> AccountID? {
        if let account = TaskIdentity.current { return account }
        guard case .account(let account)? = store.read({ $0.identities.effective(in: window) }) else { return nil }
        return account
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

extension MutableEngineState {
    fileprivate mutating func setIdentity(_ identity: LevelIdentity?, at level: IdentityLevel) {
        switch level {
        case .process: identities.process = identity
        case .hostWide: identities.hostWide = identity
        case .window(let window):
            _ = position(of: window)  // Decisions find the identities of the windows that the engine knows.
            identities[window] = identity
        }
    }
}
