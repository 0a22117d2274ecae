/// What the host must do.
public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// As asked; the destination says where.
    case allow
    /// Do not do it.
    case block
    /// Open the decision's route at its destination instead.
    case route
    /// Hand the data over, but only encrypted, so that no app without the organization's key can read it.
    case allowEncrypted
    /// Take the data in, and treat it as the organization's from then on.
    case allowAsOrganizationData
    /// Take the data in under another account: the decision's account.
    case switchAccount
    /// Write it to the pasteboard as it is.
    case plain
    /// Write it to the pasteboard so that only apps managed for the owner can read it.
    case protected
}
