/// Whether a feature of the system is kept from organization data.
public enum ManagedAppConfigurationState: String, CaseIterable, Hashable, Sendable {
    /// The feature may be used.
    case notBlocked
    /// The feature is blocked.
    case blocked
}
