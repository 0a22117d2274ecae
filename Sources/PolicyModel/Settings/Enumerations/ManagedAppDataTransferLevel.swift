/// Which apps organization data may go to, or come from.
public enum ManagedAppDataTransferLevel: String, CaseIterable, Hashable, Sendable {
    /// Any app.
    case allApps
    /// Only apps with a policy of the same organization.
    case managedApps
    /// No app.
    case none
}
