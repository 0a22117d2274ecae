/// What an app configuration has of a key, as a value of the type that was asked for.
public enum AppConfigurationVerdict: String, CaseIterable, Hashable, Sendable {
    /// A value.
    case value
    /// Nothing: no configuration that reaches the account has the key.
    case absent
    /// Something that is no value of the type.
    case invalid
}

/// The value of a key, and whether others than it were to be had.
public struct AppConfigurationResult: Hashable, Sendable {
    /// The value; nil unless there is one.
    public var value: AppConfigurationValue?
    /// Whether two targeted values of the key are not identical.
    public var hasConflict: Bool

    /// Makes a result.
    public init(value: AppConfigurationValue? = nil, hasConflict: Bool = false) {
        self.value = value
        self.hasConflict = hasConflict
    }
}

extension AppConfigurationAnswer {
    /// The same answer with another value.
    func map<Other: Hashable & Sendable>(_ transform: (Value) -> Other) -> AppConfigurationAnswer<Other> {
        switch self {
        case .value(let value): .value(transform(value))
        case .absent: .absent
        case .invalid(let place): .invalid(at: place)
        }
    }
}

extension AppConfigurationValue {
    /// What reports write in place of a value that they may not show.
    package static var scrubbed: String { "‹scrubbed›" }

    /// The value as it is written in a scenario file.
    public var text: String {
        switch self {
        case .string(let text), .token(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
        }
    }
}
