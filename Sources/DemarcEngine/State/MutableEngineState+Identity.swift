import PolicyModel
import RuleIndex

extension MutableEngineState {
    /// What a level is set to that shows accounts: each of them once, under the first of its names. An empty list means
    /// no user.
    ///
    /// - Returns: The identity; nil if an account is not in the policy, or not signed in.
    /// - Complexity: O(*n*) in the number of accounts.
    func identity(showing names: [AccountID]) -> LevelIdentity? {
        var known: Set<UInt32?> = []
        var accounts: [LevelAccount] = []
        for name in names.isEmpty ? [.noUser] : names {
            guard let account = account(named: name) else { return nil }
            if known.insert(account.number).inserted { accounts.append(account) }
        }
        return LevelIdentity(accounts: accounts)
    }

    /// The signed-in account with a name, or no user; nil if there is no such account.
    private func account(named name: AccountID) -> LevelAccount? {
        guard !name.isNoUser else { return LevelAccount(name: name, number: nil) }
        guard let position = policy.document.accounts.position(of: name), accounts.holds(position) else { return nil }
        return LevelAccount(name: name, number: knownAccounts.numbers[position])
    }

    /// The identity of a level, for decisions.
    func acting(as identity: LevelIdentity?) -> ActingIdentity {
        guard let identity else { return .unmanaged }
        let identities = identity.accounts.map { acting(as: $0) }
        if identities.count == 1 { return identities[0] }
        if identities.contains(.unknown) { return .unknown }
        return identities.allSatisfy { $0 == .unmanaged } ? .unmanaged : .managed(policy.lockDown)
    }

    private func acting(as account: LevelAccount) -> ActingIdentity {
        account.number.map { knownAccounts.identity(of: $0) } ?? .unmanaged
    }

    /// Whether a level can be set to this identity: every account is known and signed in, or is no user.
    func canAct(as identity: LevelIdentity) -> Bool {
        identity.accounts.allSatisfy { acting(as: $0) != .unknown }
    }

    /// The name of an account in the policy in force; nil if it is not managed.
    func managedName(of account: LevelAccount) -> AccountID? {
        guard let number = account.number, case .managed = acting(as: account) else { return nil }
        return knownAccounts.name(of: number, preferring: account.name, in: policy.document.accounts)
    }

    /// Sets a level; see ``renameLevels()`` for the names.
    mutating func setIdentity(_ identity: LevelIdentity?, at level: IdentityLevel) {
        let identity = identity?.renamed(by: knownAccounts, in: policy.document.accounts)
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

    /// Names the accounts of every level as they are called in the policy in force, after it has replaced another.
    mutating func renameLevels() {
        let (known, directory) = (knownAccounts, policy.document.accounts)
        identities.update { $0.renamed(by: known, in: directory) }
        windows.updateAssigned { $0.renamed(by: known, in: directory) }
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
    func identityOfDocument(after previous: PolicyDocument? = nil) -> LevelIdentity? {
        let document = policy.document
        guard !document.app.multiIdentity || document.isUserExplicit else { return nil }
        if let user = document.user, let identity = identity(showing: [user]) { return identity }
        guard !document.app.multiIdentity else { return nil }
        // Under a document that leaves the process without an account, an account acts because it has signed in. Another
        // such document says nothing new.
        if !document.namesNoAccount || previous?.namesNoAccount == true, let enrolledIdentity {
            return enrolledIdentity
        }
        guard !document.namesNoAccount else { return nil }
        let signedIn = document.accounts.managed.filter { account(named: $0.id) != nil }
        return signedIn.count == 1 ? identity(showing: [signedIn[0].id]) : nil
    }

    /// The account that the process acts as, under its id in the document, if it is managed and signed in.
    private var enrolledIdentity: LevelIdentity? {
        guard let process = identities.process, process.accounts.count == 1, case .managed = acting(as: process),
            let account = policy.document.accounts[process.accounts[0].name]
        else { return nil }
        return identity(showing: [account.id])
    }

    // MARK: Signing in and out

    mutating func signIn(_ account: AccountID) -> SwitchIdentityResult {
        guard let position = policy.document.accounts.position(of: account) else { return .failed }
        let isNew = !accounts.holds(position)
        let result = accounts.signIn(knownAccounts.numbers[position], at: position, of: policy)
        guard result == .success, isNew else { return result }
        knownAccounts.resolve(accounts)
        let isManaged = policy.identityOfAccount[position] != nil
        if isManaged, !policy.document.app.multiIdentity, identities.process == nil {
            identities.process = identity(showing: [policy.document.accounts.accounts[position].id])
            isProcessSetByHost = false
        }
        resolveWindows()
        return .success
    }

    mutating func signOut(_ account: AccountID) -> SwitchIdentityResult {
        guard let position = policy.document.accounts.position(of: account) else { return .failed }
        let number = knownAccounts.numbers[position]
        accounts.signOut(number, at: position, of: policy)
        knownAccounts.resolve(accounts)
        let wasSet = identities.process != nil
        identities.update { $0.removing(number) }
        // The host has set an account, and not that the level stays unset.
        if wasSet, identities.process == nil { isProcessSetByHost = false }
        windows.updateAssigned { $0.removing(number) }
        resolveWindows()
        return .success
    }
}

extension PolicyDocument {
    /// Whether a single-identity app starts without an account under the document, whichever are signed in. A document
    /// with several managed accounts and no `user` leaves this open instead.
    fileprivate var namesNoAccount: Bool { user == nil && (isUserExplicit || accounts.managed.count <= 1) }
}
