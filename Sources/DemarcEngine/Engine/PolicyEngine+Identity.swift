public import PolicyModel
import RuleIndex

extension PolicyEngine {
    /// The identity for UI work of the calling task, in a window or outside any window; nil if none is set, if several
    /// accounts act at once, or if the window is not open.
    public func effectiveIdentity(in window: WindowID? = nil) -> AccountID? {
        guard case .account(let account)? = effectiveIdentity(for: .ui(window)) else { return nil }
        return account
    }

    /// The identity that acts for a kind of work of the calling task.
    ///
    /// Ask no questions as an account that the policy in force does not contain: its name may be that of another one.
    ///
    /// - Parameter work: The user interface, or files.
    /// - Returns: One account, no user, or several accounts at once, each under the name that it was set with, or under
    ///   its id if a reload has taken that name from it; nil if no level has an identity, in which case nothing is
    ///   enforced, and for a window that is not open, in which nothing is allowed.
    public func effectiveIdentity(for work: IdentityWork) -> AssignedIdentity? {
        if let account = TaskIdentity.current(of: store.engine) { return .account(account) }
        return store.latest.assignedIdentity(for: work)?.assigned
    }

    /// Runs an operation in which this engine's decisions, including those of its child tasks, are made as an account.
    ///
    /// - Parameters:
    ///   - account: The acting account; ``AccountID/noUser`` for no account. An account that is unknown to the policy
    ///     in force blocks. If the operation can outlast a reload, use the object id: the new policy may give an address
    ///     to another account.
    ///   - operation: The operation to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func withTaskIdentity<Result>(
        _ account: AccountID,
        operation: () throws -> Result
    ) rethrows -> Result {
        noteTaskIdentities()
        return try TaskIdentity.with(account, of: store.engine, operation)
    }

    /// Runs an asynchronous operation in which this engine's decisions, including those of its child tasks, are made as
    /// an account.
    ///
    /// - Parameters:
    ///   - account: The acting account; see ``withTaskIdentity(_:operation:)-(_,()->Result)``.
    ///   - operation: The operation to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func withTaskIdentity<Result>(
        _ account: AccountID,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        noteTaskIdentities()
        return try await TaskIdentity.with(account, of: store.engine, operation)
    }

    /// PERF: reading a task-local value costs a call per decision, so only hosts that use task identities pay for it.
    private func noteTaskIdentities() {
        guard !store.latest.usesTaskIdentities else { return }
        store.mutate { $0.usesTaskIdentities = true }
    }
}

extension PolicyEngine {
    /// Signs an account in.
    ///
    /// Initially every account of the document is signed in, unless the engine was created with a list of signed-in
    /// accounts. The first managed account that signs in to a single-identity app becomes the account that the app is
    /// enrolled for: it acts for the process if no other account does. An identity of the calling task has no effect,
    /// because no identity is switched.
    ///
    /// - Parameter account: An account of the policy in force, by either of its names.
    /// - Returns: `success`, including when the account is already signed in; `notAllowed` for a second managed account
    ///   if the app does not declare `multiManagedIdentities`; `failed` if the policy contains no such account. Nothing
    ///   changes unless the result is `success`.
    @discardableResult
    public func signIn(_ account: AccountID) -> SwitchIdentityResult { store.mutate { $0.signIn(account) } }

    /// Signs an account out.
    ///
    /// Every identity level that is set to the account is unset, so that the next level applies, and the account is
    /// removed from lists of several accounts. From then on the account is unknown to the engine: a task that acts as
    /// it, and a request that names it, are blocked with `identity.unknown`. So is what goes into or out of pages that
    /// were loaded for it. Other accounts keep their data.
    ///
    /// Any other content, such as in native views, belongs to whoever acts where it is shown, and no longer to this
    /// account. Remove that content, or close its windows, before this call.
    ///
    /// - Parameter account: An account of the policy in force, by either of its names.
    /// - Returns: `success`, including when the account is already signed out; `failed` if the policy contains no such
    ///   account.
    @discardableResult
    public func signOut(_ account: AccountID) -> SwitchIdentityResult { store.mutate { $0.signOut(account) } }

    /// Whether an account, by either of its names, is signed in; false for no user, and for an account that is unknown
    /// to the policy in force.
    public func isSignedIn(_ account: AccountID) -> Bool {
        store.read { state in
            state.policy.document.accounts.position(of: account).map { state.accounts.holds($0) } ?? false
        }
    }
}
