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
        set(account.map { [$0] }, at: level) ?? .failed
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
        set(accounts, at: level) ?? .failed
    }

    /// Sets the identity of a level.
    ///
    /// - Parameters:
    ///   - accounts: The accounts, an empty list for no user; nil uses the next level.
    ///   - level: The level.
    ///   - opensWindow: Whether a window that is not open is opened.
    /// - Returns: The result; nil if the window is not open, or was closed meanwhile. Nothing has changed unless it is
    ///   `success`.
    func set(
        _ accounts: [AccountID]?,
        at level: IdentityLevel,
        opensWindow: Bool = true
    ) -> SwitchIdentityResult? {
        let opening = store.read { $0.opening(of: level) }
        guard opensWindow || opening != nil else { return nil }
        var shown: LevelIdentity?
        if let accounts {
            guard isOfTask(accounts) else { return .notAllowed }
            guard let found = store.read({ $0.identity(showing: accounts) }) else { return .failed }
            let answer = askHandler(found, level)
            guard answer == .success else { return answer }
            shown = found
        }
        let identity = shown
        return store.mutate { state -> SwitchIdentityResult? in
            // Check again: the account may have signed out, or the window may have closed, while the handler ran. A
            // window that was opened again under the same name inherits nothing. After a reload, the names may belong
            // to others; the accounts that the handler was asked about act.
            if let identity, !state.canAct(as: identity) { return .failed }
            if let opening, state.opening(of: level) != opening { return nil }
            state.setIdentity(identity, at: level)
            return .success
        }
    }

    /// Whether the calling task may set a level to accounts: it has no identity of its own, or all of them are its
    /// account.
    private func isOfTask(_ accounts: [AccountID]) -> Bool {
        guard let own = TaskIdentity.current(of: store.engine) else { return true }
        let directory = store.latest.policy.document.accounts
        guard !accounts.isEmpty else { return own.isNoUser }
        return accounts.allSatisfy { directory.isSameAccount(own, $0) }
    }

    /// Not under the lock: the handler is host code, which may run for a long time or use the engine.
    private func askHandler(_ identity: LevelIdentity, _ level: IdentityLevel) -> SwitchIdentityResult {
        guard let handler = store.read({ $0.switchHandler }) else { return .success }
        for account in identity.accounts {
            // The handler may have reloaded, so that names belong to others.
            guard let name = store.read({ $0.managedName(of: account) }) else { continue }
            let answer = handler(name, level)
            guard answer == .success else { return answer }
        }
        return .success
    }
}
