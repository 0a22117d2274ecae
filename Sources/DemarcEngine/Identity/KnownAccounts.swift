import PolicyModel
import RuleIndex

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
