import PolicyModel
import RuleIndex

extension MutableEngineState {
    /// The identity of a level, for decisions.
    func acting(as identity: AssignedIdentity?) -> ActingIdentity {
        guard let identity else { return .unmanaged }
        // Names that belonged to two accounts when the level was set may belong to one account of the document in
        // force.
        let identities = policy.document.accounts.distinct(identity.accounts).map { acting(as: $0) }
        if identities.count == 1 { return identities[0] }
        if identities.contains(.unknown) { return .unknown }
        return identities.allSatisfy { $0 == .unmanaged } ? .unmanaged : .managed(policy.lockDown)
    }

    private func acting(as account: AccountID) -> ActingIdentity {
        guard !account.isNoUser else { return .unmanaged }
        return policy.document.accounts.position(of: account).map { accounts.identities[$0] } ?? .unknown
    }

    /// Whether a level can be set to this identity: every account is known and signed in, or is no user.
    func canAct(as identity: AssignedIdentity) -> Bool {
        identity.accounts.allSatisfy { acting(as: $0) != .unknown }
    }

    /// The accounts of an identity that are managed.
    func managedAccounts(of identity: AssignedIdentity) -> [AccountID] {
        identity.accounts.filter { account in
            if case .managed = acting(as: account) { true } else { false }
        }
    }

    mutating func setIdentity(_ identity: AssignedIdentity?, at level: IdentityLevel) {
        switch level {
        case .process:
            identities.process = identity
            isProcessSetByHost = true
        case .hostWide: identities.hostWide = identity
        case .window(let window):
            let position = windows.open(window)
            windows.setIdentity(identity, identity.map { acting(as: $0) }, at: position)
        }
    }

    /// Resolves the identity of each window again, after accounts have changed.
    mutating func resolveWindows() {
        let state = self
        windows.resolveIdentities { state.acting(as: $0) }
    }

    /// The number of the opening of a level's window; 0 for a level of no window, and nil if the window is not open.
    func opening(of level: IdentityLevel) -> UInt64? {
        guard case .window(let window) = level else { return 0 }
        return windows.opening(of: window)
    }

    // MARK: The document

    /// The identity that the process has under the document if the host has not set it.
    ///
    /// A multi-identity app starts without an identity unless the document names its `user`. A single-identity app
    /// starts as the enrolled account: the `user`, or the only managed account that is signed in. Where a document leaves
    /// open which account acts, the enrolled account stays while it is managed and signed in.
    ///
    /// - Parameter previous: The document that was in force before; nil at the start of the engine.
    /// - Returns: The identity; nil if nothing is enforced.
    func identityOfDocument(after previous: PolicyDocument? = nil) -> AssignedIdentity? {
        let document = policy.document
        guard !document.app.multiIdentity || document.isUserExplicit else { return nil }
        if let user = document.user, acting(as: user) != .unknown { return .account(user) }
        guard !document.app.multiIdentity else { return nil }
        // Under a document that leaves the process without an account, an account acts because it has signed in. Another
        // such document says nothing new.
        if !document.namesNoAccount || previous?.namesNoAccount == true, let enrolledAccount {
            return .account(enrolledAccount)
        }
        guard !document.namesNoAccount else { return nil }
        let signedIn = document.accounts.managed.filter { acting(as: $0.id) != .unknown }
        return signedIn.count == 1 ? .account(signedIn[0].id) : nil
    }

    /// The account that the process acts as, under its id in the document, if it is managed and signed in.
    private var enrolledAccount: AccountID? {
        guard case .account(let account)? = identities.process, case .managed = acting(as: account) else { return nil }
        return policy.document.accounts[account]?.id
    }

    // MARK: Signing in and out

    mutating func signIn(_ account: AccountID) -> SwitchIdentityResult {
        guard let position = policy.document.accounts.position(of: account) else { return .failed }
        let isNew = !accounts.holds(position)
        let result = accounts.signIn(position, of: policy)
        guard result == .success, isNew else { return result }
        knownAccounts.resolve(accounts)
        let isManaged = policy.identityOfAccount[position] != nil
        if isManaged, !policy.document.app.multiIdentity, identities.process == nil {
            identities.process = .account(policy.document.accounts.accounts[position].id)
            isProcessSetByHost = false
        }
        resolveWindows()
        return .success
    }

    mutating func signOut(_ account: AccountID) -> SwitchIdentityResult {
        let directory = policy.document.accounts
        guard let position = directory.position(of: account) else { return .failed }
        accounts.signOut(position, of: policy)
        knownAccounts.resolve(accounts)
        let wasSet = identities.process != nil
        identities.remove { directory.position(of: $0) == position }
        // The host has set an account, and not that the level stays unset.
        if wasSet, identities.process == nil { isProcessSetByHost = false }
        windows.removeAccounts { directory.position(of: $0) == position }
        resolveWindows()
        return .success
    }
}

extension PolicyDocument {
    /// Whether a single-identity app starts without an account under the document, whichever are signed in. A document
    /// with several managed accounts and no `user` leaves this open instead.
    fileprivate var namesNoAccount: Bool { user == nil && (isUserExplicit || accounts.managed.count <= 1) }
}
