public import PolicyModel
import RuleIndex

extension PolicyEngine {
    /// Signs an account in.
    ///
    /// From the start every account of the document is signed in, unless the engine was made with a list of those that
    /// are. The first managed account that signs in to a single-identity app is the one that the app is enrolled for: it
    /// acts for the process if nobody does. An identity of the calling task has no say, for nobody is switched.
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

    /// Whether an account, by either of its names, is signed in; false for nobody, and for one that the policy in force
    /// does not know.
    public func isSignedIn(_ account: AccountID) -> Bool {
        store.read { state in
            state.policy.document.accounts.position(of: account).map { state.accounts.holds($0) } ?? false
        }
    }
}
