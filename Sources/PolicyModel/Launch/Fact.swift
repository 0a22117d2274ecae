/// What a host knows about one fact of a device or an account's access.
///
/// If a policy depends on a fact that is ``missing`` or ``unreadable``, the app is blocked, and nothing is wiped.
public enum Fact<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing was reported.
    case missing
    /// The fact does not exist here: a browser in a data center has no passcode. Rows that depend on it are skipped.
    case inapplicable
    /// Something was reported that cannot be read.
    case unreadable
    /// The value is known.
    case known(Value)

    /// A value, or ``missing`` for nil.
    public init(_ value: Value?) { self = value.map { .known($0) } ?? .missing }

    /// The value; nil if none is known.
    public var value: Value? { if case .known(let value) = self { value } else { nil } }

    /// The fact, or another fact if nothing was reported.
    func or(_ other: Self) -> Self { if case .missing = self { other } else { self } }

    /// The fact with another type of value; ``unreadable`` if the value cannot be converted.
    func map<Other>(_ transform: (Value) -> Other?) -> Fact<Other> {
        switch self {
        case .missing: .missing
        case .inapplicable: .inapplicable
        case .unreadable: .unreadable
        case .known(let value): transform(value).map { .known($0) } ?? .unreadable
        }
    }
}

extension Fact<VersionNumber> {
    /// A version as reported: ``unreadable`` if it is not one to four numbers separated by dots.
    public static func reading(_ text: String) -> Self { VersionNumber(text).map { .known($0) } ?? .unreadable }
}

extension Fact<Instant> {
    /// A moment as reported: ``unreadable`` if it is not in RFC 3339 form.
    public static func reading(_ text: String) -> Self { Instant(text).map { .known($0) } ?? .unreadable }
}
