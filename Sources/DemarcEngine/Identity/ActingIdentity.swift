import RuleIndex

/// Who acts, as decisions see it: an identity resolved against the policy in force.
enum ActingIdentity: Hashable, Sendable {
    /// Nobody, an unmanaged account, or no identity at all: nothing is enforced.
    case unmanaged
    /// An identity that the policy in force does not know, or that is not signed in. Whether it is managed cannot be
    /// said, so it fails closed.
    case unknown
    /// A managed account, an app managed for an organization, or several accounts at once under the lock-down policy.
    case managed(ManagedIdentity)
}
