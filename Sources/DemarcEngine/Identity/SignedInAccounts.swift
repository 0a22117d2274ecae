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
    /// The numbers of the accounts that have signed out. They outlive the document, so that an account that returns is
    /// still signed out.
    private var signedOut: Set<UInt32> = []
    /// The numbers of the accounts that the host has signed in. They outlive the document too, so that an account that
    /// returns, such as after a faulty document without accounts, is signed in again.
    private var signedInByHost: Set<UInt32> = []
    /// Whether accounts not named by the host are signed in, which is the case unless the host has listed the signed-in
    /// accounts.
    private let admitsOthers: Bool

    /// - Parameters:
    ///   - accounts: The accounts that are signed in, in order of admission; names that are unknown to the policy are
    ///     ignored. Nil signs in every account of the document.
    ///   - policy: The policy in force.
    ///   - numbers: The number of each account of its directory.
    init(_ accounts: [AccountID]?, of policy: CompiledPolicy, _ numbers: [UInt32]) {
        let directory = policy.document.accounts
        admitsOthers = accounts == nil
        admit(accounts?.compactMap { directory.position(of: $0) } ?? Self.order(of: policy), of: policy)
        guard !admitsOthers else { return }
        signedInByHost = Set(isSignedIn.indices.filter { isSignedIn[$0] }.map { numbers[$0] })
    }

    /// Whether the account at a position of the directory is signed in.
    func holds(_ position: Int) -> Bool { isSignedIn[position] }

    /// Signs the account with a number in.
    ///
    /// - Returns: `notAllowed` if the app already has another managed account and cannot have a second.
    mutating func signIn(_ number: UInt32, at position: Int, of policy: CompiledPolicy) -> SwitchIdentityResult {
        guard isSignedIn[position] || hasRoom(for: position, of: policy) else { return .notAllowed }
        // Also of an account that a document has signed in: from now on, it is the host's decision.
        signedOut.remove(number)
        signedInByHost.insert(number)
        guard !isSignedIn[position] else { return .success }
        isSignedIn[position] = true
        resolve(policy)
        return .success
    }

    /// Signs the account with a number out.
    mutating func signOut(_ number: UInt32, at position: Int, of policy: CompiledPolicy) {
        signedOut.insert(number)
        signedInByHost.remove(number)
        isSignedIn[position] = false
        resolve(policy)
    }

    /// Applies another document. An account that both documents contain stays signed in or signed out. What the host
    /// has signed in or out stays so even if a document in between did not contain it. Other new accounts are signed
    /// in, unless the host has listed the signed-in accounts. An account is never signed in if the app has no room for
    /// it.
    ///
    /// - Parameters:
    ///   - policy: The new policy.
    ///   - accounts: The numbers of the accounts of its directory.
    ///   - previous: The number of each account of the directory that was in force before.
    mutating func follow(_ policy: CompiledPolicy, _ accounts: KnownAccounts, after previous: [UInt32]) {
        let (numbers, known) = (accounts.numbers, Set(previous))
        for (number, former) in accounts.formerHolders where signedOut.contains(former) { signedOut.insert(number) }
        let signedIn = Set(previous.indices.filter { isSignedIn[$0] }.map { previous[$0] })
        let order = Self.order(of: policy)
        let staying = order.filter { signedIn.contains(numbers[$0]) }
        let new = order.filter { !known.contains(numbers[$0]) && !signedOut.contains(numbers[$0]) }
        let returning = new.filter { signedInByHost.contains(numbers[$0]) }
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

extension AccountDirectory {
    /// Whether two names belong to one account; a name that the directory lacks, or no user, is only the same as
    /// itself.
    func isSameAccount(_ left: AccountID, _ right: AccountID) -> Bool {
        guard left != right else { return true }
        guard let position = position(of: left) else { return false }
        return position == self.position(of: right)
    }
}
