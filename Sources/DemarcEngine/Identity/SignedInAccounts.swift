import PolicyModel
import RuleIndex

/// Which accounts of the policy in force are signed in, and who each of them is to decisions.
///
/// An app that holds one managed account never has two signed in here, whatever its document declares.
struct SignedInAccounts: Sendable {
    /// For each account of the directory who it is; ``ActingIdentity/unknown`` where it is not signed in.
    private(set) var identities: [ActingIdentity] = []
    /// The position of the account that is signed in, not managed, and has the least id in UTF-8: the order of a document
    /// never matters.
    private(set) var leastUnmanaged: UInt32?
    /// The policy of the first account that is signed in and blocks keyboards other than the system's.
    private(set) var keyboardBlockingPolicy: UInt32?
    /// Whether an account that is signed in has a policy.
    private(set) var hasManaged = false
    private var isSignedIn: [Bool] = []
    /// The names of the accounts that have signed out. They outlive the document, so that an account that comes back
    /// under one of its names is still signed out.
    private var signedOut: Set<AccountID> = []
    /// Whether accounts that nothing was said of are signed in: so it is unless the host has named those that are.
    private let admitsOthers: Bool

    /// - Parameters:
    ///   - accounts: Those that are signed in, the first to be admitted first; names that the policy does not know are
    ///     passed over. Nil signs in every account of the document.
    ///   - policy: The policy in force.
    init(_ accounts: [AccountID]?, of policy: CompiledPolicy) {
        let directory = policy.document.accounts
        admitsOthers = accounts == nil
        admit(accounts?.compactMap { directory.position(of: $0) } ?? Self.order(of: policy), of: policy)
    }

    /// Whether the account at a position of the directory is signed in.
    func holds(_ position: Int) -> Bool { isSignedIn[position] }

    /// Signs an account in.
    ///
    /// - Returns: `notAllowed` where the app holds another managed account, and can hold no second.
    mutating func signIn(_ position: Int, of policy: CompiledPolicy) -> SwitchIdentityResult {
        guard !isSignedIn[position] else { return .success }
        guard hasRoom(for: position, of: policy) else { return .notAllowed }
        signedOut.subtract(policy.document.accounts.accounts[position].names)
        isSignedIn[position] = true
        resolve(policy)
        return .success
    }

    /// Signs an account out.
    mutating func signOut(_ position: Int, of policy: CompiledPolicy) {
        signedOut.formUnion(policy.document.accounts.accounts[position].names)
        isSignedIn[position] = false
        resolve(policy)
    }

    /// Follows another document: an account that both know, by whichever name, stays signed in or not, and one that has
    /// signed out stays so even if a document between them did not know it. Accounts that are new are signed in, unless
    /// the host has named those that are, or there is no room for them.
    mutating func follow(_ policy: CompiledPolicy, after previous: CompiledPolicy) {
        let before = previous.document.accounts.accounts
        let known = Set(before.flatMap(\.names))
        let signedIn = Set(before.indices.filter { isSignedIn[$0] }.flatMap { before[$0].names })
        let accounts = policy.document.accounts.accounts
        let order = Self.order(of: policy).filter { signedOut.isDisjoint(with: accounts[$0].names) }
        let staying = order.filter { !signedIn.isDisjoint(with: accounts[$0].names) }
        let new = admitsOthers ? order.filter { known.isDisjoint(with: accounts[$0].names) } : []
        admit(staying + new, of: policy)
    }

    // MARK: Room

    /// The accounts in the order in which they find room: who acts under the document comes first.
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
        for position in positions where hasRoom(for: position, of: policy) { isSignedIn[position] = true }
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

/// Every account that the documents of an engine have named so far, by numbers that outlive a reload: pages and
/// decisions keep an account by its number.
struct KnownAccounts: Sendable {
    /// For each account of the directory in force its number.
    private(set) var numbers: [UInt32] = []
    /// For each number who that account is; ``ActingIdentity/unknown`` where it is signed out, or gone from the policy.
    private(set) var identities: [ActingIdentity] = []
    /// The names of each account by number.
    private var names: [[AccountID]] = []
    private var numbersByNames: [[AccountID]: UInt32] = [:]
    /// For each number the position in the directory in force; nil where that has no such account, or takes its names
    /// for two.
    private var positions: [Int?] = []

    /// Numbers the accounts of a directory, those that are known as before.
    ///
    /// - Complexity: O(*n*) in the accounts that were ever known.
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

    /// Takes over who is signed in.
    mutating func resolve(_ accounts: SignedInAccounts) {
        identities = positions.map { position in position.map { accounts.identities[$0] } ?? .unknown }
    }
}

extension AccountDirectory {
    /// Whether two names are of one account; a name that the directory lacks, or of no user, is only the same as itself.
    func isSameAccount(_ left: AccountID, _ right: AccountID) -> Bool {
        guard left != right else { return true }
        guard let position = position(of: left) else { return false }
        return position == self.position(of: right)
    }

    /// The accounts without further names of those that come before.
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
