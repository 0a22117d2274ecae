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
}

/// What an identity is needed for.
public enum IdentityWork: Hashable, Sendable {
    /// The user interface of a window, or outside any window: the task's identity, then the window's, then the
    /// host-wide identity, then the process's.
    case ui(WindowID? = nil)
    /// Files: the task's identity, then the process's. What a window shows is irrelevant to files.
    case files
}

/// An account that an identity level is set to.
struct LevelAccount: Hashable, Sendable {
    /// The name that it was set with, or its id if that name no longer means it.
    let name: AccountID
    /// Its number among the ``KnownAccounts``; nil for no user.
    let number: UInt32?
}

/// What an identity level is set to: at least one account, each once.
struct LevelIdentity: Hashable, Sendable {
    let accounts: [LevelAccount]

    /// The same as hosts see it.
    var assigned: AssignedIdentity {
        accounts.count == 1 ? .account(accounts[0].name) : .merged(accounts.map(\.name))
    }

    /// The identity without an account; nil if none remains.
    func removing(_ number: UInt32) -> LevelIdentity? {
        let left = accounts.filter { $0.number != number }
        return left.isEmpty ? nil : LevelIdentity(accounts: left)
    }

    /// The same accounts, each under the name that it has for hosts under the directory in force.
    func renamed(by known: KnownAccounts, in directory: AccountDirectory) -> LevelIdentity {
        LevelIdentity(
            accounts: accounts.map { account in
                guard let number = account.number else { return account }
                let name = known.name(of: number, preferring: account.name, in: directory)
                return LevelAccount(name: name, number: number)
            }
        )
    }
}

/// The identities that a host has set for the whole process, level by level; nil means that the next level applies.
///
/// For UI work a task's identity comes first, then the window's, then the host-wide identity, then the process's. For
/// files a task's identity comes first, then the process's. The others are not stored here: a task's identity belongs to
/// the task that decides, and a window's to its window.
struct AssignedIdentities: Sendable {
    var process: LevelIdentity?
    var hostWide: LevelIdentity?

    /// The identity for UI work outside any window, and in a window without its own, if the task has none.
    var outsideWindows: LevelIdentity? { hostWide ?? process }

    /// Changes both levels.
    mutating func update(_ change: (LevelIdentity) -> LevelIdentity?) {
        process = process.flatMap(change)
        hostWide = hostWide.flatMap(change)
    }
}
