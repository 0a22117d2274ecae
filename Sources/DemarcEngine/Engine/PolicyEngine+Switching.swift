public import PolicyModel
import RuleIndex

extension PolicyEngine {
    /// Called before an identity level is set to a managed account, so that the host can request a PIN or credentials:
    /// `success` continues, and the switch returns any other result.
    ///
    /// It is called on the caller's thread, outside any lock, once for each managed account.
    public typealias SwitchHandler = @Sendable (_ account: AccountID, _ level: IdentityLevel) -> SwitchIdentityResult

    /// Sets a handler that must agree before a managed account acts.
    ///
    /// - Parameter handler: The host's code; nil, the initial value, lets every switch continue. The handler is called
    ///   by ``switchIdentity(to:at:)`` and ``showAccounts(_:at:)``, but not when an account signs in, for a task's
    ///   identity, or when a reload gives a policy to an account that already acts: after a reload, ask
    ///   ``Evaluator/launch(of:device:access:at:in:)``.
    public func setSwitchHandler(_ handler: SwitchHandler?) {
        store.mutate { state -> SwitchHandler? in
            let replaced = state.switchHandler
            state.switchHandler = handler
            return replaced
        }
    }

    /// Sets the identity that acts at a level.
    ///
    /// The level keeps the identity until it is set again or the account signs out. Every evaluator uses the new
    /// identity from its next decision on. Safe to call from any thread.
    ///
    /// - Parameters:
    ///   - account: An account that is signed in, by either of its names; ``AccountID/noUser``; or nil to use the next
    ///     level.
    ///   - level: The level to set. A window that is not open yet is opened.
    /// - Returns: `notAllowed` if the calling task has a different identity of its own; `failed` if the policy contains
    ///   no such account, it is not signed in, or the window was closed meanwhile, even if it is open again; otherwise
    ///   the result of the ``SwitchHandler``. Nothing has changed unless the result is `success`.
    @discardableResult
    public func switchIdentity(to account: AccountID?, at level: IdentityLevel = .hostWide) -> SwitchIdentityResult {
        set(account.map { .account($0) }, at: level) ?? .failed
    }

    /// Shows the content of several accounts at once at a level.
    ///
    /// If one of them is managed, the strictest policy, ``AppProtectionPolicy/lockDown``, is in force there, regardless
    /// of the accounts' own policies. If none is, nothing is enforced. A list that names only one account, under one or
    /// several of its names, sets that account, and an empty list sets no user.
    ///
    /// - Parameters:
    ///   - accounts: Accounts that are signed in; ``AccountID/noUser`` for unmanaged content.
    ///   - level: The level to set.
    /// - Returns: The same as ``switchIdentity(to:at:)``; several accounts conflict with any identity of the calling
    ///   task.
    @discardableResult
    public func showAccounts(_ accounts: [AccountID], at level: IdentityLevel = .hostWide) -> SwitchIdentityResult {
        set(showing(accounts), at: level) ?? .failed
    }

    /// What a level is set to if it shows several accounts.
    func showing(_ accounts: [AccountID]) -> AssignedIdentity {
        AssignedIdentity(showing: accounts, of: store.latest.policy.document.accounts)
    }

    /// Sets the identity of a level.
    ///
    /// - Parameters:
    ///   - identity: The identity; nil uses the next level.
    ///   - level: The level.
    ///   - opensWindow: Whether a window that is not open is opened.
    /// - Returns: The result; nil if the window is not open, or was closed meanwhile. Nothing has changed unless it is
    ///   `success`.
    func set(
        _ identity: AssignedIdentity?,
        at level: IdentityLevel,
        opensWindow: Bool = true
    ) -> SwitchIdentityResult? {
        let opening = store.read { $0.opening(of: level) }
        guard opensWindow || opening != nil else { return nil }
        if let identity {
            let directory = store.latest.policy.document.accounts
            if let own = TaskIdentity.current(of: store.engine),
                !identity.accounts.allSatisfy({ directory.isSameAccount(own, $0) })
            {
                return .notAllowed
            }
            guard store.read({ $0.canAct(as: identity) }) else { return .failed }
            let answer = askHandler(identity, level)
            guard answer == .success else { return answer }
        }
        return store.mutate { state -> SwitchIdentityResult? in
            // Check again: the account may have signed out, or the window may have closed, while the handler ran. A
            // window that was opened again under the same name inherits nothing.
            if let identity, !state.canAct(as: identity) { return .failed }
            if let opening, state.opening(of: level) != opening { return nil }
            state.setIdentity(identity, at: level)
            return .success
        }
    }

    /// Not under the lock: the handler is host code, which may run for a long time or use the engine.
    private func askHandler(_ identity: AssignedIdentity, _ level: IdentityLevel) -> SwitchIdentityResult {
        guard let handler = store.read({ $0.switchHandler }) else { return .success }
        for account in store.read({ $0.managedAccounts(of: identity) }) {
            let answer = handler(account, level)
            guard answer == .success else { return answer }
        }
        return .success
    }
}
