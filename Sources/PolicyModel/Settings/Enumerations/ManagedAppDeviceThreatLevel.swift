/// The highest threat level of a device that may still use the app.
public enum ManagedAppDeviceThreatLevel: String, CaseIterable, Hashable, Sendable {
    /// Any.
    case notConfigured
    /// None but a secured device.
    case secured
    /// Low.
    case low
    /// Medium.
    case medium
    /// High.
    case high
}
