/// What a host knows of one thing about a device or an account's access.
///
/// Where a policy asks about something that is ``missing`` or ``unreadable``, the app is blocked, and nothing is wiped.
public enum Fact<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing was reported.
    case missing
    /// There is no such thing here: a browser in a data center has no passcode. Rows that ask about it are passed over.
    case inapplicable
    /// Something was reported that cannot be read.
    case unreadable
    /// It is this.
    case known(Value)

    /// A value, or ``missing`` for nil.
    public init(_ value: Value?) { self = value.map { .known($0) } ?? .missing }

    /// The value; nil where none is known.
    public var value: Value? { if case .known(let value) = self { value } else { nil } }

    /// The fact, or where nothing was reported of it, another one.
    func or(_ other: Self) -> Self { if case .missing = self { other } else { self } }

    /// The fact with another type of value; ``unreadable`` where the value has no such form.
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
    /// A version as it was reported: ``unreadable`` where it is not one to four numbers with dots between them.
    public static func reading(_ text: String) -> Self { VersionNumber(text).map { .known($0) } ?? .unreadable }
}

extension Fact<Instant> {
    /// A moment as it was reported: ``unreadable`` where it is not as RFC 3339 writes it.
    public static func reading(_ text: String) -> Self { Instant(text).map { .known($0) } ?? .unreadable }
}
