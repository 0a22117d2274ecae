public import PolicyModel

extension PolicyEngine {
    /// The identity for UI work of the calling task in a window, or outside of any; nil where none is set, and where
    /// several accounts act at once.
    public func effectiveIdentity(in window: WindowID? = nil) -> AccountID? {
        if let account = TaskIdentity.current { return account }
        guard case .account(let account)? = store.read({ $0.identities.effective(in: window) }) else { return nil }
        return account
    }

    /// Who acts for a kind of work of the calling task.
    ///
    /// - Parameter work: The user interface, or files.
    /// - Returns: One account, nobody, or several accounts at once, by the names that they were set by; nil where no level
    ///   has an identity, and nothing is enforced.
    public func effectiveIdentity(for work: IdentityWork) -> LevelIdentity? {
        if let account = TaskIdentity.current { return .account(account) }
        return store.read { $0.identities.effective(for: work) }
    }

    /// Runs an operation whose decisions, and those of its child tasks, are made as an account.
    ///
    /// - Parameters:
    ///   - account: Who acts; ``AccountID/noUser`` for nobody. An account that the policy in force does not
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
}
