package import PolicyModel
import RuleIndex

/// Who acts, as decisions see it: an identity resolved against the policy in force.
enum ActingIdentity: Hashable, Sendable {
    /// No user, an unmanaged account, or no identity at all: nothing is enforced.
    case unmanaged
    /// An identity that the policy in force does not know, or that is not signed in. Whether it is managed cannot be
    /// said, so it fails closed.
    case unknown
    /// A managed account, an app managed for an organization, or several accounts at once under the lock-down policy.
    case managed(ManagedIdentity)
}

/// Two sides of a transfer beside each other.
extension ActingIdentity {
    /// Whether it is several accounts at once.
    @inline(__always)
    var isLockDown: Bool {
        if case .managed(let managed) = self { managed.isLockDown } else { false }
    }

    /// Whether both sides are managed for one organization. Several accounts at once are of no organization.
    @inline(__always)
    func isSameOrganization(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameOrganization(as: other)
    }

    /// Whether both sides are one managed account. Several accounts at once are the same as nothing.
    @inline(__always)
    func isSameAccount(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameAccount(as: other)
    }
}

/// Who a question is asked for, before any identity level.
package enum Asker: Hashable, Sendable {
    /// An account; nil asks the identity levels.
    case account(AccountID?)
    /// Several accounts that are not known one by one: the lock-down policy.
    case lockDown
}
