/// The finer answer of a single setting.
public enum SettingValue: String, CaseIterable, Hashable, Sendable {
    /// Notifications may show everything.
    case allow
    /// Notifications may show that there is something, and nothing of the organization's.
    case blockOrganizationalData
    /// Notifications show nothing.
    case block
    /// Files must be encrypted.
    case required
    /// Files need not be encrypted.
    case notRequired
}
