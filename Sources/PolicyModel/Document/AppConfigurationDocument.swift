import ByteText
public import Diagnostics

/// The channel by which an app configuration is delivered to an app.
public enum AppConfigurationChannel: String, CaseIterable, Hashable, Sendable {
    /// App protection: a `targetedManagedAppConfiguration` of Graph.
    case mam
    /// Device management: an `iosMobileAppConfiguration` of Graph. It applies only to the device's own user.
    case mdm
}

/// A value of an app configuration.
///
/// Two values are equal if they are identical: texts are compared byte by byte, so that two spellings that Unicode
/// considers equivalent are still a conflict.
public enum AppConfigurationValue: Hashable, Sendable {
    /// A text.
    case string(String)
    /// `true` or `false`, if the channel has types.
    case boolean(Bool)
    /// A number, if the channel has types; always finite.
    case number(Double)
    /// A text such as `{{userprincipalname}}`, which device management replaces. The replacement is known only on a
    /// device.
    case token(String)

    /// The type of a value, as named in a query.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case string, number, bool
    }

    /// Whether both are of the same type and identical.
    public static func == (one: AppConfigurationValue, other: AppConfigurationValue) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)), (.token(let one), .token(let other)):
            one.utf8.elementsEqual(other.utf8)
        case (.boolean(let one), .boolean(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string, _), (.boolean, _), (.number, _), (.token, _): false
        }
    }

    /// Hashes the data that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text), .token(let text): AppConfigurationKey(text).hash(into: &hasher)
        case .boolean(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        }
    }

    /// Whether a text contains a part such as `{{userid}}`.
    ///
    /// - Complexity: O(*n*); allocates nothing.
    public static func hasToken(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var isOpen = false
        var previous: UInt8 = 0
        for offset in bytes.indices {
            let byte = bytes[offset]
            if byte == previous {
                if byte == UInt8(ascii: "{") { isOpen = true }
                if isOpen, byte == UInt8(ascii: "}") { return true }
            }
            previous = byte
        }
        return false
    }
}

/// A key, compared byte by byte: `Theme` and `theme` are different keys, and so are spellings that Unicode considers
/// equivalent.
package struct AppConfigurationKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: AppConfigurationKey, other: AppConfigurationKey) -> Bool {
        one.text.utf8.span.isEqual(to: other.text.utf8.span)
    }

    /// Texts that Unicode considers equivalent have the same hash; this includes texts with the same bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A key of an app configuration with its value.
public struct AppConfigurationSetting: Hashable, Sendable {
    /// The key, which is case-sensitive.
    public var key: String
    /// Its value.
    public var value: AppConfigurationValue
    /// Where it is written.
    public var location: SourceLocation?

    /// Creates a setting.
    public init(_ key: String, _ value: AppConfigurationValue, location: SourceLocation? = nil) {
        self.key = key
        self.value = value
        self.location = location
    }
}

/// One app configuration: keys with values, and the accounts that it applies to.
public struct AppConfigurationDocument: Hashable, Sendable {
    /// The channel that delivers it.
    public var channel: AppConfigurationChannel
    /// Whether its values count only if no other configuration has a value.
    public var isDefault: Bool
    /// The accounts it applies to; nil for every managed account. A configuration of device management applies at most
    /// to the device's own user.
    public var accounts: [AccountID]?
    /// The settings, in the order of the file, each key once.
    public var settings: [AppConfigurationSetting]
    /// Where it is referenced.
    public var location: SourceLocation?

    /// Creates a document.
    public init(
        _ channel: AppConfigurationChannel = .mam,
        isDefault: Bool = false,
        accounts: [AccountID]? = nil,
        settings: [AppConfigurationSetting] = [],
        location: SourceLocation? = nil
    ) {
        self.channel = channel
        self.isDefault = isDefault
        self.accounts = accounts
        self.settings = settings
        self.location = location
    }

    /// The value of a key; nil if the document has none.
    ///
    /// - Complexity: O(*n*) in the settings.
    public func value(_ key: String) -> AppConfigurationValue? {
        settings.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

extension AppConfigurationDocument {
    /// The key with which a configuration of device management specifies the device's user, as an object id.
    public static var userObjectIDKey: String { "IntuneMAMOID" }
    /// The same as a user principal name; it counts if the object id is missing, or is of no account of the policy.
    public static var userPrincipalNameKey: String { "IntuneMAMUPN" }
    /// The key that marks a dictionary as the default.
    public static var isDefaultKey: String { "__IsDefault" }
    /// The key that takes screen capture out of the control of data transfer.
    public static var screenCaptureKey: String { "com.microsoft.intune.mam.screencapturecontrol" }
    /// The value that does so. Because it loosens protection, no other spelling is accepted.
    public static var screenCaptureDisabled: String { "Disabled" }

    /// The names that the document itself gives to the user of the device: the object id, then the user principal name.
    /// A token names no user.
    public var namedUsers: [AccountID] {
        [Self.userObjectIDKey, Self.userPrincipalNameKey].compactMap { key in
            guard case .string(let text)? = value(key), !text.isEmpty else { return nil }
            return AccountID(text)
        }
    }
}
