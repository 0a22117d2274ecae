/// What identifies an account: an Entra object id or a user principal name, compared without regard to case.
///
/// The empty id is an answer of its own: *no user*, an explicit unmanaged account. An identity level that is not set is
/// a nil `AccountID` instead, and the next level down answers.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The id in lower case.
    public let canonical: String

    /// Makes an id from an object id or a user principal name, in any case. `""` gives ``noUser``.
    public init(_ text: String) { canonical = text.lowercased() }

    /// Nobody: an explicit unmanaged account.
    public static let noUser = AccountID("")

    /// Whether this is ``noUser``.
    public var isNoUser: Bool { canonical.isEmpty }

    /// The id in lower case, or `none` for ``noUser``.
    public var description: String { isNoUser ? "none" : canonical }
}
