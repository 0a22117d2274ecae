package import PolicyModel
import RuleIndex

/// The acting identity, resolved against the policy in force.
enum ActingIdentity: Hashable, Sendable {
    /// No user, an unmanaged account, or no identity at all: nothing is enforced.
    case unmanaged
    /// An identity that the policy in force does not contain, or that is not signed in. It may or may not be managed,
    /// so it fails closed.
    case unknown
    /// A managed account, an app managed for an organization, or several accounts at once under the lock-down policy.
    case managed(ManagedIdentity)
}

/// Comparison of the two sides of a transfer.
extension ActingIdentity {
    /// Whether it is several accounts at once.
    @inline(__always)
    var isLockDown: Bool {
        if case .managed(let managed) = self { managed.isLockDown } else { false }
    }

    /// Whether both sides are managed for the same organization. Several accounts at once belong to no organization.
    @inline(__always)
    func isSameOrganization(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameOrganization(as: other)
    }

    /// Whether both sides are the same managed account. Several accounts at once are never the same as another side.
    @inline(__always)
    func isSameAccount(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameAccount(as: other)
    }
}

/// On whose behalf a question is asked; takes precedence over the identity levels.
package enum Asker: Hashable, Sendable {
    /// An account; nil uses the identity levels.
    case account(AccountID?)
    /// Several accounts that are not known individually: the lock-down policy.
    case lockDown
}
