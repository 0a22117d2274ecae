public import PolicyModel

/// What an identity level is set to.
public enum LevelIdentity: Hashable, Sendable {
    /// One account, or nobody.
    case account(AccountID)
    /// Several accounts whose content is shown at once: the strictest policy is in force if any of them is managed.
    case merged([AccountID])

    /// The accounts by one name each; one that is alone is no merger, and none at all is nobody.
    init(showing accounts: [AccountID], of directory: AccountDirectory) {
        let distinct = directory.distinct(accounts)
        self = distinct.count > 1 ? .merged(distinct) : .account(distinct.first ?? .noUser)
    }

    var accounts: [AccountID] {
        switch self {
        case .account(let account): [account]
        case .merged(let accounts): accounts
        }
    }

    /// What is left without the accounts that are gone; nil where nothing is.
    func removing(where isGone: (AccountID) -> Bool) -> LevelIdentity? {
        let left = accounts.filter { !isGone($0) }
        switch self {
        case .account: return left.isEmpty ? nil : self
        case .merged: return left.count > 1 ? .merged(left) : left.first.map { .account($0) }
        }
    }
}
