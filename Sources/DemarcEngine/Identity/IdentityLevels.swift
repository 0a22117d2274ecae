import PolicyModel

/// The identities a host has set, level by level; nil means "ask the next".
///
/// For UI work a task's identity comes first, then the window's, then the host-wide one, then the process's. For files a
/// task's comes first, then the process's. The task's is not kept here: it belongs to the task that decides.
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

    /// The identity for a kind of work, where no task has one.
    func effective(for work: IdentityWork) -> LevelIdentity? {
        switch work {
        case .ui(let window): effective(in: window)
        case .files: process
        }
    }

    /// Takes accounts away from every level that names them.
    mutating func remove(where isGone: (AccountID) -> Bool) {
        process = process?.removing(where: isGone)
        hostWide = hostWide?.removing(where: isGone)
        windows = windows.compactMapValues { $0.removing(where: isGone) }
    }
}
