/// A feature that one setting allows or blocks, whatever it is used with.
public enum SingleSetting: String, CaseIterable, Hashable, Sendable {
    /// Printing.
    case print
    /// Writing contacts to the device's own.
    case contactSync
    /// Organization data in widgets.
    case widgetSync
    /// Backups of the app's data.
    case backup
    /// Keyboards other than the system's.
    case keyboards
    /// Genmoji.
    case genmoji
    /// Writing Tools.
    case writingTools
    /// Organization data in the system's search.
    case spotlight
    /// Donations to Siri.
    case siriIntents
    /// App intents.
    case appIntents
    /// Capturing the screen.
    case screenCapture
    /// Organization data in notifications; the answer has a finer value.
    case notifications
    /// Whether files must be encrypted; the answer has a finer value.
    case fileEncryption
}
