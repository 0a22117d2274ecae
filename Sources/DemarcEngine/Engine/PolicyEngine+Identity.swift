public import PolicyModel
import RuleIndex

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
    /// - Returns: One account, no user, or several accounts at once, by the names that they were set by; nil where no level
    ///   has an identity, and nothing is enforced.
    public func effectiveIdentity(for work: IdentityWork) -> AssignedIdentity? {
        if let account = TaskIdentity.current { return .account(account) }
        return store.read { $0.identities.effective(for: work) }
    }

    /// Runs an operation whose decisions, and those of its child tasks, are made as an account.
    ///
    /// - Parameters:
    ///   - account: Who acts; ``AccountID/noUser`` for none. An account that the policy in force does not
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

extension PolicyEngine {
    /// Signs an account in.
    ///
    /// From the start every account of the document is signed in, unless the engine was made with a list of those that
    /// are. The first managed account that signs in to a single-identity app is the one that the app is enrolled for: it
    /// acts for the process if no account does. An identity of the calling task makes no difference: nothing is switched.
    ///
    /// - Parameter account: An account of the policy in force, by either of its names.
    /// - Returns: `success`, also where it is signed in already; `notAllowed` for a second managed account where the app
    ///   does not declare `multiManagedIdentities`; `failed` where the policy knows no such account. Nothing has changed
    ///   unless it is `success`.
    @discardableResult
    public func signIn(_ account: AccountID) -> SwitchIdentityResult { store.mutate { $0.signIn(account) } }

    /// Signs an account out.
    ///
    /// Every identity level that names it is unset, so that the next level answers, and lists of several accounts lose
    /// it. From then on the account is one that the engine does not know: a task that acts as it, and a request that
    /// names it, are blocked with `identity.unknown`. What is left of its data goes nowhere. Other accounts keep what they
    /// have.
    ///
    /// - Parameter account: An account of the policy in force, by either of its names.
    /// - Returns: `success`, also where it is signed out already; `failed` where the policy knows no such account.
    @discardableResult
    public func signOut(_ account: AccountID) -> SwitchIdentityResult { store.mutate { $0.signOut(account) } }

    /// Whether an account, by either of its names, is signed in; false for no user, and for one that the policy in force
    /// does not know.
    public func isSignedIn(_ account: AccountID) -> Bool {
        store.read { state in
            state.policy.document.accounts.position(of: account).map { state.accounts.holds($0) } ?? false
        }
    }
}
