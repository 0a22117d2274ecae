import ByteText
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

/// The identifier of an account: an Entra object id or a user principal name, compared without regard to ASCII case.
///
/// Beyond ASCII, ids are compared byte by byte. To Unicode, U+212A (the Kelvin sign) is an upper-case `k`, and a letter
/// and its accent may be one character or two; to an identity provider, each of these may be another person's name.
///
/// The empty id is a separate value: *no user*, an explicit unmanaged account. An identity level that is not set is
/// instead a nil `AccountID`, so that the next level down applies.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The id with its ASCII letters in lower case: the form in which ids are compared.
    public let canonical: String

    /// Creates an id from an object id or a user principal name, in any case. `""` yields ``noUser``.
    public init(_ text: String) {
        // PERF: most ids are in lower case already, and share their text.
        canonical =
            Self.isLowercase(text.utf8.span)
            ? text : String(decoding: text.utf8.map(\.asciiLowercased), as: UTF8.self)
    }

    private static func isLowercase(_ text: Span<UInt8>) -> Bool {
        for offset in text.indices where text[offset] != text[offset].asciiLowercased { return false }
        return true
    }

    /// Whether both are the same id.
    public static func == (left: AccountID, right: AccountID) -> Bool {
        left.canonical.utf8.span.isEqual(to: right.canonical.utf8.span)
    }

    /// Hashes the id. Texts of the same bytes have the same hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    /// No user: an explicit unmanaged account.
    public static let noUser = AccountID("")

    /// Whether this is ``noUser``.
    public var isNoUser: Bool { canonical.isEmpty }

    /// The id in the form in which ids are compared, or `none` for ``noUser``.
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

    /// Whether these are the accounts of a document without `accounts`: only
    /// ``PolicyDocument/implicitAccount``, which acts for everyone.
    ///
    /// - Complexity: O(1).
    public var isImplicit: Bool { accounts.count == 1 && accounts[0].id == PolicyDocument.implicitAccount }

    /// The accounts with an app protection policy.
    public var managed: [Account] { accounts.filter(\.isManaged) }
}
