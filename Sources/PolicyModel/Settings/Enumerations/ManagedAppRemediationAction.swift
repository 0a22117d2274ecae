/// What happens where a condition of launch isn't met.
public enum ManagedAppRemediationAction: String, CaseIterable, Hashable, Sendable {
    /// The app doesn't open.
    case block
    /// Organization data is removed from the app.
    case wipe
    /// The person is warned.
    case warn
    /// The app doesn't open on devices that know the setting.
    case blockWhenSettingIsSupported
}
