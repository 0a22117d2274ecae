/// How far the clipboard is shared with other apps.
public enum ManagedAppClipboardSharingLevel: String, CaseIterable, Hashable, Sendable {
    /// With every app.
    case allApps
    /// Organization data goes to managed apps only; anything may be pasted in.
    case managedAppsWithPasteIn
    /// Among managed apps only, in either direction.
    case managedApps
    /// With no app.
    case blocked
}
