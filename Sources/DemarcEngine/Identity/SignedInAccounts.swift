import PolicyModel
import RuleIndex

/// The accounts of the policy in force that are signed in, and the identity of each for decisions.
///
/// In an app that can have only one managed account, two are never signed in at once, whatever its document declares.
struct SignedInAccounts: Sendable {
    /// The identity of each account of the directory; ``ActingIdentity/unknown`` if it is not signed in.
    private(set) var identities: [ActingIdentity] = []
    /// The position of the signed-in, unmanaged account with the smallest id in UTF-8: the order of a document never
    /// matters.
    private(set) var leastUnmanaged: UInt32?
    /// The policy of the first signed-in account that blocks keyboards other than the system's.
    private(set) var keyboardBlockingPolicy: UInt32?
    /// Whether a signed-in account has a policy.
    private(set) var hasManaged = false
    private var isSignedIn: [Bool] = []
    /// The names of the accounts that have signed out. They outlive the document, so that an account that returns under
    /// one of its names is still signed out.
    private var signedOut: Set<AccountID> = []
    /// The names of the accounts that the host has signed in. They outlive the document too, so that an account that
    /// returns, such as after a faulty document without accounts, is signed in again.
    private var signedInByHost: Set<AccountID> = []
    /// Whether accounts not named by the host are signed in, which is the case unless the host has listed the signed-in
    /// accounts.
    private let admitsOthers: Bool

    /// - Parameters:
    ///   - accounts: The accounts that are signed in, in order of admission; names that are unknown to the policy are
    ///     ignored. Nil signs in every account of the document.
    ///   - policy: The policy in force.
    init(_ accounts: [AccountID]?, of policy: CompiledPolicy) {
        let directory = policy.document.accounts
        admitsOthers = accounts == nil
        admit(accounts?.compactMap { directory.position(of: $0) } ?? Self.order(of: policy), of: policy)
        guard !admitsOthers else { return }
        signedInByHost = Set(isSignedIn.indices.filter { isSignedIn[$0] }.flatMap { directory.accounts[$0].names })
    }

    /// Whether the account at a position of the directory is signed in.
    func holds(_ position: Int) -> Bool { isSignedIn[position] }

    /// Signs an account in.
    ///
    /// - Returns: `notAllowed` if the app already has another managed account and cannot have a second.
    mutating func signIn(_ position: Int, of policy: CompiledPolicy) -> SwitchIdentityResult {
        guard isSignedIn[position] || hasRoom(for: position, of: policy) else { return .notAllowed }
        // Also of an account that a document has signed in: from now on, it is the host's decision.
        let names = policy.document.accounts.accounts[position].names
        signedOut.subtract(names)
        signedInByHost.formUnion(names)
        guard !isSignedIn[position] else { return .success }
        isSignedIn[position] = true
        resolve(policy)
        return .success
    }

    /// Signs an account out.
    mutating func signOut(_ position: Int, of policy: CompiledPolicy) {
        let names = policy.document.accounts.accounts[position].names
        signedOut.formUnion(names)
        signedInByHost.subtract(names)
        isSignedIn[position] = false
        resolve(policy)
    }

    /// Applies another document. An account that both documents contain, under any of its names, stays signed in or
    /// signed out. What the host has signed in or out stays so even if a document in between did not contain it. Other
    /// new accounts are signed in, unless the host has listed the signed-in accounts. An account is never signed in if
    /// the app has no room for it.
    mutating func follow(_ policy: CompiledPolicy, after previous: CompiledPolicy) {
        let before = previous.document.accounts.accounts
        let known = Set(before.flatMap(\.names))
        let signedIn = Set(before.indices.filter { isSignedIn[$0] }.flatMap { before[$0].names })
        let accounts = policy.document.accounts.accounts
        let order = Self.order(of: policy).filter { signedOut.isDisjoint(with: accounts[$0].names) }
        let staying = order.filter { !signedIn.isDisjoint(with: accounts[$0].names) }
        let new = order.filter { known.isDisjoint(with: accounts[$0].names) }
        let returning = new.filter { !signedInByHost.isDisjoint(with: accounts[$0].names) }
        admit(staying + returning + (admitsOthers ? new : []), of: policy)
    }

    // MARK: Room

    /// The accounts in the order of admission: the acting account of the document comes first.
    private static func order(of policy: CompiledPolicy) -> [Int] {
        let directory = policy.document.accounts
        let first = policy.document.user.flatMap { directory.position(of: $0) }
        return (first.map { [$0] } ?? []) + directory.accounts.indices.filter { $0 != first }
    }

    private func hasRoom(for position: Int, of policy: CompiledPolicy) -> Bool {
        let isManaged = policy.identityOfAccount[position] != nil
        guard isManaged, !policy.document.app.multiManagedIdentities else { return true }
        return !isSignedIn.indices.contains { isSignedIn[$0] && policy.identityOfAccount[$0] != nil }
    }

    private mutating func admit(_ positions: [Int], of policy: CompiledPolicy) {
        isSignedIn = Array(repeating: false, count: policy.document.accounts.accounts.count)
        for position in positions where !isSignedIn[position] && hasRoom(for: position, of: policy) {
            isSignedIn[position] = true
        }
        resolve(policy)
    }

    private mutating func resolve(_ policy: CompiledPolicy) {
        identities = isSignedIn.indices.map { position in
            guard isSignedIn[position] else { return .unknown }
            return policy.identityOfAccount[position].map { .managed($0) } ?? .unmanaged
        }
        hasManaged = identities.contains { if case .managed = $0 { true } else { false } }
        let accounts = policy.document.accounts.accounts
        leastUnmanaged = identities.indices.filter { identities[$0] == .unmanaged }
            .min { accounts[$0].id.canonical.utf8.lexicographicallyPrecedes(accounts[$1].id.canonical.utf8) }
            .map { UInt32($0) }
        keyboardBlockingPolicy =
            identities.lazy.compactMap { identity in
                guard case .managed(let managed) = identity,
                    policy.featureSettings[Int(managed.policy)].blocks(.keyboards)
                else { return nil }
                return managed.policy
            }.first
    }
}

/// Every account that the documents of an engine have contained so far, under numbers that outlive a reload: pages and
/// decisions store an account by its number.
struct KnownAccounts: Sendable {
    /// The number of each account of the directory in force.
    private(set) var numbers: [UInt32] = []
    /// The identity for each number; ``ActingIdentity/unknown`` if the account is signed out or no longer in the
    /// policy.
    private(set) var identities: [ActingIdentity] = []
    /// The names of each account by number.
    private var names: [[AccountID]] = []
    private var numbersByNames: [[AccountID]: UInt32] = [:]
    /// The position in the directory in force for each number; nil if the directory has no such account, or assigns its
    /// names to two accounts.
    private var positions: [Int?] = []

    /// Numbers the accounts of a directory; known accounts keep their numbers.
    ///
    /// - Complexity: O(*n*) in the number of accounts ever known.
    mutating func follow(_ directory: AccountDirectory) {
        numbers = directory.accounts.map { account in
            let names = account.names
            if let known = numbersByNames[names] { return known }
            let number = UInt32(self.names.count)
            self.names.append(names)
            numbersByNames[names] = number
            return number
        }
        positions = names.map { names in
            let positions = Set(names.compactMap { directory.position(of: $0) })
            return positions.count == 1 ? positions.first : nil
        }
    }

    /// Takes over which accounts are signed in.
    mutating func resolve(_ accounts: SignedInAccounts) {
        identities = positions.map { position in position.map { accounts.identities[$0] } ?? .unknown }
    }
}

extension AccountDirectory {
    /// Whether two names belong to one account; a name that the directory lacks, or no user, is only the same as
    /// itself.
    func isSameAccount(_ left: AccountID, _ right: AccountID) -> Bool {
        guard left != right else { return true }
        guard let position = position(of: left) else { return false }
        return position == self.position(of: right)
    }

    /// The accounts, without repetitions of an earlier account under another name.
    func distinct(_ accounts: [AccountID]) -> [AccountID] {
        accounts.reduce(into: []) { distinct, account in
            if !distinct.contains(where: { isSameAccount($0, account) }) { distinct.append(account) }
        }
    }
}

extension Account {
    /// Every name of the account.
    var names: [AccountID] { [id, userPrincipalName].compactMap(\.self) }
}
