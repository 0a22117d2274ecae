public import PolicyModel
import RuleIndex

extension PolicyEngine {
    /// Asked before an identity level is set to a managed account, so that the host can ask for a PIN or for credentials:
    /// `success` goes on, anything else is what the switch returns.
    ///
    /// It is called on the caller's thread, outside of any lock, once for each managed account.
    public typealias SwitchHandler = @Sendable (_ account: AccountID, _ level: IdentityLevel) -> SwitchIdentityResult

    /// Lets the host agree before a managed account acts.
    ///
    /// - Parameter handler: The host's code; nil, as from the start, lets every switch go on. It is asked by
    ///   ``switchIdentity(to:at:)`` and ``showAccounts(_:at:)``, and not by signing in, nor for a task's identity.
    public func setSwitchHandler(_ handler: SwitchHandler?) { store.mutate { $0.switchHandler = handler } }

    /// Sets who acts at a level.
    ///
    /// The level keeps the identity until it is set again, or the account signs out; the next decision of every evaluator
    /// sees it. Safe to call from any thread.
    ///
    /// - Parameters:
    ///   - account: An account that is signed in, by either of its names; ``AccountID/noUser``; or nil to ask
    ///     the next level.
    ///   - level: The level to set.
    /// - Returns: `notAllowed` where the calling task has an identity of its own that is another one; `failed` where the
    ///   policy knows no such account, or it is not signed in; what the ``SwitchHandler`` says, unless that is `success`.
    ///   Nothing has changed then.
    @discardableResult
    public func switchIdentity(to account: AccountID?, at level: IdentityLevel = .hostWide) -> SwitchIdentityResult {
        set(account.map { .account($0) }, at: level)
    }

    /// Shows the content of several accounts at once at a level.
    ///
    /// If one of them is managed, the strictest policy is in force there, whatever the accounts' own policies say:
    /// ``AppProtectionPolicy/lockDown``. If none is, nothing is enforced. An account that is alone, by however
    /// many of its names, acts as itself, and an empty list is no user.
    ///
    /// - Parameters:
    ///   - accounts: Accounts that are signed in; ``AccountID/noUser`` for unmanaged content.
    ///   - level: The level to set.
    /// - Returns: As ``switchIdentity(to:at:)``; several accounts disagree with any identity of the calling task.
    @discardableResult
    public func showAccounts(_ accounts: [AccountID], at level: IdentityLevel = .hostWide) -> SwitchIdentityResult {
        set(AssignedIdentity(showing: accounts, of: store.latest.policy.document.accounts), at: level)
    }

    private func set(_ identity: AssignedIdentity?, at level: IdentityLevel) -> SwitchIdentityResult {
        if let identity {
            let directory = store.latest.policy.document.accounts
            if let own = TaskIdentity.current, !identity.accounts.allSatisfy({ directory.isSameAccount(own, $0) }) {
                return .notAllowed
            }
            guard store.read({ $0.canAct(as: identity) }) else { return .failed }
            let answer = askHandler(identity, level)
            guard answer == .success else { return answer }
        }
        return store.mutate { state in
            // Once more: the account may have signed out while the handler was asked.
            if let identity, !state.canAct(as: identity) { return .failed }
            state.setIdentity(identity, at: level)
            return .success
        }
    }

    /// Not under the lock: the handler is host code, which may take its time or use the engine.
    private func askHandler(_ identity: AssignedIdentity, _ level: IdentityLevel) -> SwitchIdentityResult {
        guard let handler = store.read({ $0.switchHandler }) else { return .success }
        for account in store.read({ $0.managedAccounts(of: identity) }) {
            let answer = handler(account, level)
            guard answer == .success else { return answer }
        }
        return .success
    }
}
