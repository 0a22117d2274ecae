/// Where an identity is set.
public enum IdentityLevel: Hashable, Sendable {
    /// For the whole process; the last to be asked.
    case process
    /// For the user interface of the whole host.
    case hostWide
    /// For the user interface of one window.
    case window(WindowID)
}
