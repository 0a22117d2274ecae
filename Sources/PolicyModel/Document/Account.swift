public import Diagnostics

/// An account of a policy document.
public struct Account: Hashable, Sendable {
    /// The object id, or any other name that the document gives the account.
    public var id: AccountID
    /// The user principal name, a second name of the same account.
    public var userPrincipalName: AccountID?
    /// The tenant that the account belongs to. A managed account without a tenant is an organization of its own.
    public var organization: String?
    /// The name of the app protection policy in force; nil makes the account unmanaged.
    public var policy: String?
    /// Where the account is declared.
    public var location: SourceLocation?

    /// Creates an account.
    public init(
        id: AccountID,
        userPrincipalName: AccountID? = nil,
        organization: String? = nil,
        policy: String? = nil,
        location: SourceLocation? = nil
    ) {
        self.id = id
        self.userPrincipalName = userPrincipalName
        self.organization = organization
        self.policy = policy
        self.location = location
    }

    /// Whether an app protection policy is in force for the account.
    public var isManaged: Bool { policy != nil }
}

/// The identifier of an account: an Entra object id or a user principal name, compared without regard to case.
///
/// The empty id is a separate value: *no user*, an explicit unmanaged account. An identity level that is not set is
/// instead a nil `AccountID`, so that the next level down applies.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The id in lower case.
    public let canonical: String

    /// Creates an id from an object id or a user principal name, in any case. `""` yields ``noUser``.
    public init(_ text: String) {
        // PERF: most ids are in lower case already, and share their text.
        canonical = Self.isLowerCaseASCII(text.utf8.span) ? text : text.lowercased()
    }

    private static func isLowerCaseASCII(_ text: Span<UInt8>) -> Bool {
        for offset in text.indices {
            let byte = text[offset]
            if byte >= 0x80 || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") { return false }
        }
        return true
    }

    /// No user: an explicit unmanaged account.
    public static let noUser = AccountID("")

    /// Whether this is ``noUser``.
    public var isNoUser: Bool { canonical.isEmpty }

    /// The id in lower case, or `none` for ``noUser``.
    public var description: String { isNoUser ? "none" : canonical }
}

/// The accounts of a policy document, found by object id or user principal name.
public struct AccountDirectory: Hashable, Sendable {
    /// The accounts in the order in which they were declared.
    public let accounts: [Account]
    private let positions: [AccountID: Int]

    /// Creates a directory. If two accounts share a name, the first keeps it; documents reject this earlier.
    public init(_ accounts: [Account]) {
        self.accounts = accounts
        var positions: [AccountID: Int] = [:]
        for (position, account) in accounts.enumerated() {
            for name in [account.id, account.userPrincipalName].compactMap(\.self) where positions[name] == nil {
                positions[name] = position
            }
        }
        self.positions = positions
    }

    /// The position in ``accounts`` of the account with this object id or user principal name.
    ///
    /// - Complexity: O(1).
    public func position(of id: AccountID) -> Int? { positions[id] }

    /// The account with this object id or user principal name.
    public subscript(id: AccountID) -> Account? { position(of: id).map { accounts[$0] } }

    /// The accounts with an app protection policy.
    public var managed: [Account] { accounts.filter(\.isManaged) }
}
