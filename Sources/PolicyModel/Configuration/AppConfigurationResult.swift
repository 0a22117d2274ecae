/// The result for a key of an app configuration, as a value of the requested type.
public enum AppConfigurationVerdict: String, CaseIterable, Hashable, Sendable {
    /// A value.
    case value
    /// Nothing: no configuration that applies to the account has the key.
    case absent
    /// A value that is not of the requested type.
    case invalid
}

/// The value of a key, and whether there are conflicting values.
public struct AppConfigurationResult: Hashable, Sendable {
    /// The value; nil if there is none.
    public var value: AppConfigurationValue?
    /// Whether two targeted values of the key are not identical.
    public var hasConflict: Bool

    /// Creates a result.
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
    /// The replacement in reports for a value that they may not show.
    package static var scrubbed: String { "‹scrubbed›" }

    /// The value as written in a scenario file.
    public var text: String {
        switch self {
        case .string(let text), .token(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
        }
    }
}
