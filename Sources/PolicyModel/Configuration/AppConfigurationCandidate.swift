public import Diagnostics

/// A candidate value for a key of an app configuration, with its origin.
public struct AppConfigurationCandidate: Hashable, Sendable {
    /// The value.
    public let value: AppConfigurationValue
    /// The channel that delivered it.
    public let channel: AppConfigurationChannel
    /// Whether it counts only if no other configuration has a value.
    public let isDefault: Bool
    /// Where it is written.
    public let location: SourceLocation?
    /// The value as a number; nil if it is of another type.
    public let number: Double?
    /// The value as a Boolean; nil if it is of another type.
    public let bool: Bool?

    init(_ setting: AppConfigurationSetting, of document: AppConfigurationDocument) {
        value = setting.value
        channel = document.channel
        isDefault = document.isDefault
        location = setting.location
        switch setting.value {
        case .string(let text):
            number = AppConfigurationValue.number(of: text)
            bool = AppConfigurationValue.boolean(of: text)
        case .number(let value): (number, bool) = (value, nil)
        case .boolean(let value): (number, bool) = (nil, value)
        case .token: (number, bool) = (nil, nil)
        }
    }

    /// The value as a text; nil if it is of another type, or a token.
    public var text: String? { if case .string(let text) = value { text } else { nil } }

    /// The order of candidates: by type and value, then by their other properties, so that the order of files has no
    /// effect.
    static func isBefore(_ one: AppConfigurationCandidate, _ other: AppConfigurationCandidate) -> Bool {
        let order = order(one.value, other.value)
        if order != 0 { return order < 0 }
        if one.channel != other.channel { return one.channel == .mam }
        if one.isDefault != other.isDefault { return other.isDefault }
        guard let first = one.location, let second = other.location else {
            return one.location == nil && other.location != nil
        }
        if first.path != second.path { return first.path < second.path }
        return (first.line, first.column) < (second.line, second.column)
    }

    /// Negative if the first is less, positive if it is greater, 0 if both are identical.
    private static func order(_ one: AppConfigurationValue, _ other: AppConfigurationValue) -> Int {
        switch (one, other) {
        case (.string(let one), .string(let other)), (.token(let one), .token(let other)):
            order(one.utf8.span, other.utf8.span)
        case (.number(let one), .number(let other)): one < other ? -1 : one > other ? 1 : 0
        case (.boolean(let one), .boolean(let other)): (one ? 1 : 0) - (other ? 1 : 0)
        case (.string, _), (.boolean, _), (.number, _), (.token, _): rank(one) - rank(other)
        }
    }

    /// PERF: one pass over both texts; a thousand documents are a million comparisons.
    private static func order(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
        for offset in 0..<min(one.count, other.count) where one[offset] != other[offset] {
            return Int(one[offset]) - Int(other[offset])
        }
        return one.count - other.count
    }

    private static func rank(_ value: AppConfigurationValue) -> Int {
        switch value {
        case .boolean: 0
        case .number: 1
        case .string: 2
        case .token: 3
        }
    }
}

/// The result of a query for one value.
public enum AppConfigurationAnswer<Value: Hashable & Sendable>: Hashable, Sendable {
    /// A value.
    case value(Value)
    /// No configuration has the key.
    case absent
    /// A candidate is of another type, or a token that has no value here; with its location.
    case invalid(at: SourceLocation?)
}

/// Which of several texts or numbers to return.
public enum AppConfigurationRange: String, CaseIterable, Hashable, Sendable {
    /// Any of them; always the least, so that the result is stable.
    case any
    /// The least.
    case min
    /// The greatest.
    case max
}

/// Which of several Booleans to return.
public enum AppConfigurationJunction: String, CaseIterable, Hashable, Sendable {
    /// Any of them; `false` if one is, so that the result is stable.
    case any
    /// `true` if one of them is.
    case or
    /// `true` if all of them are.
    case and
}

/// A query for one value, as files and command lines name it.
public enum AppConfigurationQuery: String, CaseIterable, Hashable, Sendable {
    case any, min, max, or, and

    /// Whether the query is supported for values of a type.
    public func exists(for kind: AppConfigurationValue.Kind) -> Bool {
        switch self {
        case .any: true
        case .min, .max: kind != .bool
        case .or, .and: kind == .bool
        }
    }
}
