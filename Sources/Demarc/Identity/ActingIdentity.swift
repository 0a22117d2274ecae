/// Who acts, as decisions see it: an identity resolved against the policy in force.
enum ActingIdentity: Hashable, Sendable {
    /// Nobody, an unmanaged account, or no identity at all: nothing is enforced.
    case unmanaged
    /// An identity that the policy in force does not know. Whether it is managed cannot be said, so it fails closed.
    case unknown
    /// A managed account, by the position of its policy.
    case managed(policy: UInt32)
}
