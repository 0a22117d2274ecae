/// The value of an ``AppSetting``, of the kind that the setting asks for.
public enum AppSettingValue: Hashable, Sendable {
    /// `true` or `false`.
    case boolean(Bool)
    /// A text, a color or one of a few words.
    case text(String)
    /// A list of texts or schemes.
    case texts([String])
    /// A number.
    case number(Double)
    /// The major version of a system.
    case systemRelease(Int)
    /// Texts by name.
    case dictionary([String: String])
}
