/// What an identity is asked for.
public enum IdentityWork: Hashable, Sendable {
    /// The user interface of a window, or outside of any: the task's identity, then the window's, then the host-wide one,
    /// then the process's.
    case ui(WindowID? = nil)
    /// Files: the task's identity, then the process's. What a window shows says nothing of them.
    case files
}
