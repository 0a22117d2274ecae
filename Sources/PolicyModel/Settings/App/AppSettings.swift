public import Diagnostics

/// The settings that the embedding app declares about itself.
public struct AppSettings: Hashable, Sendable {
    private var values: [AppSetting: AppSettingValue] = [:]
    private var locations: [AppSetting: SourceLocation] = [:]
    private var variables: [AppSetting: String] = [:]
    /// The further declarations of the app's Info.plist; nil if none was read.
    public var bundle: BundleDeclarations?

    /// Creates settings with everything at its default.
    public init() {}

    /// The value of a setting as given; nil if its default applies.
    ///
    /// - Complexity: O(1).
    public subscript(setting: AppSetting) -> AppSettingValue? {
        get { values[setting] }
        set { values[setting] = newValue }
    }

    /// Where a setting is written; nil if its default applies.
    ///
    /// - Complexity: O(1).
    public func location(of setting: AppSetting) -> SourceLocation? { locations[setting] }

    /// Notes where a setting is written.
    public mutating func setLocation(of setting: AppSetting, to location: SourceLocation?) {
        locations[setting] = location
    }

    /// The value of a boolean setting; false for a setting of any other kind.
    ///
    /// - Complexity: O(1).
    public func isOn(_ setting: AppSetting) -> Bool {
        if case .boolean(let value)? = values[setting] { return value }
        if case .boolean(let standard) = setting.kind { return standard }
        return false
    }

    /// The value of a text setting; nil if it isn't set.
    ///
    /// - Complexity: O(1).
    public func text(_ setting: AppSetting) -> String? {
        if case .text(let value)? = values[setting] { return value }
        return nil
    }

    /// The value of a list setting; empty if it isn't set.
    ///
    /// - Complexity: O(1).
    public func texts(_ setting: AppSetting) -> [String] {
        if case .texts(let value)? = values[setting] { return value }
        return []
    }

    /// The text with a build variable, such as `$(PRODUCT_BUNDLE_IDENTIFIER)`, that an Info.plist has for a setting.
    /// The value isn't known, so the setting has its default. Nil if there is no such text.
    ///
    /// - Complexity: O(1).
    public func variable(for setting: AppSetting) -> String? { variables[setting] }

    /// Notes a text with a build variable.
    public mutating func setVariable(for setting: AppSetting, to text: String?) { variables[setting] = text }
}

/// The value of an ``AppSetting``, of the setting's kind.
public enum AppSettingValue: Hashable, Sendable {
    /// `true` or `false`.
    case boolean(Bool)
    /// A text, a color or one word from a list.
    case text(String)
    /// A list of texts or schemes.
    case texts([String])
    /// A number.
    case number(Double)
    /// The major version of a system.
    case systemRelease(Int)
    /// Texts with names.
    case dictionary([String: String])
}
