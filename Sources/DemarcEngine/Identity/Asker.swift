package import PolicyModel

/// Who a question is asked for, before any identity level.
package enum Asker: Hashable, Sendable {
    /// An account; nil asks the identity levels.
    case account(AccountID?)
    /// Several accounts that are not known one by one: the lock-down policy.
    case lockDown
}
