import PolicyModel

/// What an identity level is set to.
enum LevelIdentity: Hashable, Sendable {
    /// One account, or nobody.
    case account(AccountID)
    /// Several accounts whose content is shown at once: the strictest policy is in force if any of them is managed.
    case merged([AccountID])
}
