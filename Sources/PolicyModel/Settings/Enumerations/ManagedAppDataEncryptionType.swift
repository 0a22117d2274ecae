/// When the app's data is encrypted.
public enum ManagedAppDataEncryptionType: String, CaseIterable, Hashable, Sendable {
    /// As the device has it.
    case useDeviceSettings
    /// From a restart until the device is first unlocked.
    case afterDeviceRestart
    /// While the device is locked, open files excepted.
    case whenDeviceLockedExceptOpenFiles
    /// While the device is locked.
    case whenDeviceLocked
}
