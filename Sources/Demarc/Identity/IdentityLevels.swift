import PolicyModel

/// The identities a host has set, level by level; nil means "ask the next".
///
/// For UI work a task's identity comes first, then the window's, then the host-wide one, then the process's. The task's
/// is not kept here: it belongs to the task that decides.
struct IdentityLevels: Sendable {
    var process: LevelIdentity?
    var hostWide: LevelIdentity?
    private(set) var windows: [WindowID: LevelIdentity] = [:]

    subscript(window: WindowID) -> LevelIdentity? {
        get { windows[window] }
        set { windows[window] = newValue }
    }

    /// The identity for UI work in a window, or outside of any, where no task has one.
    func effective(in window: WindowID?) -> LevelIdentity? {
        window.flatMap { windows[$0] } ?? hostWide ?? process
    }
}
