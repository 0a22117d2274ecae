/// How switching an identity, signing in or signing out ended.
public enum SwitchIdentityResult: String, CaseIterable, Hashable, Sendable {
    /// The identity is set.
    case success
    /// The person gave up on what it takes to act as the account; nothing changed. Hosts that ask for a PIN or for
    /// credentials report it; the engine itself never does.
    case canceled
    /// A task identity on the caller disagrees, or the app can hold no second managed account; nothing changed.
    case notAllowed
    /// The policy in force knows no such account; nothing changed.
    case failed
}
