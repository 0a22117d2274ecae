public import PolicyModel

/// Where an identity is set.
public enum IdentityLevel: Hashable, Sendable {
    /// For the whole process; the level that is used last.
    case process
    /// For the user interface of the whole host.
    case hostWide
    /// For the user interface of one window.
    case window(WindowID)
}

/// What an identity level is set to.
public enum AssignedIdentity: Hashable, Sendable {
    /// One account, or ``AccountID/noUser``.
    case account(AccountID)
    /// Several accounts whose content is shown at once: the strictest policy is in force if any of them is managed.
    case merged([AccountID])

    /// Lists each account under one name; a single account acts as itself, and an empty list is ``AccountID/noUser``.
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

    /// The identity without the accounts that are gone; nil if none remains.
    func removing(where isGone: (AccountID) -> Bool) -> AssignedIdentity? {
        let left = accounts.filter { !isGone($0) }
        switch self {
        case .account: return left.isEmpty ? nil : self
        case .merged: return left.count > 1 ? .merged(left) : left.first.map { .account($0) }
        }
    }
}

/// What an identity is needed for.
public enum IdentityWork: Hashable, Sendable {
    /// The user interface of a window, or outside any window: the task's identity, then the window's, then the
    /// host-wide identity, then the process's.
    case ui(WindowID? = nil)
    /// Files: the task's identity, then the process's. What a window shows is irrelevant to files.
    case files
}

/// The identities that a host has set for the whole process, level by level; nil means that the next level applies.
///
/// For UI work a task's identity comes first, then the window's, then the host-wide identity, then the process's. For
/// files a task's identity comes first, then the process's. The others are not stored here: a task's identity belongs to
/// the task that decides, and a window's to its window.
struct AssignedIdentities: Sendable {
    var process: AssignedIdentity?
    var hostWide: AssignedIdentity?

    /// The identity for UI work outside any window, and in a window without its own, if the task has none.
    var outsideWindows: AssignedIdentity? { hostWide ?? process }

    /// Removes accounts from both levels.
    mutating func remove(where isGone: (AccountID) -> Bool) {
        process = process?.removing(where: isGone)
        hostWide = hostWide?.removing(where: isGone)
    }
}
