/// What notifications may show of organization data.
public enum ManagedAppNotificationRestriction: String, CaseIterable, Hashable, Sendable {
    /// Everything.
    case allow
    /// That there is something, not what it is.
    case blockOrganizationalData
    /// Nothing.
    case block
}
