/// How switching an identity ended.
public enum SwitchIdentityResult: String, CaseIterable, Hashable, Sendable {
    /// The identity is set.
    case success
    /// A task identity on the caller disagrees; nothing changed.
    case notAllowed
    /// The policy in force knows no such account; nothing changed.
    case failed
}
