/// What the host must do.
public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// As asked; the destination says where.
    case allow
    /// Do not open it.
    case block
    /// Open the decision's route at its destination instead.
    case route
}
