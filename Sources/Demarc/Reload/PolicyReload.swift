/// What became of a policy whose files have changed.
public enum PolicyReload: Sendable {
    /// The files as they are now are in force.
    case inForce
    /// They cannot be used; the policy that was in force stays.
    case refused(PolicyLoadingError)
}
