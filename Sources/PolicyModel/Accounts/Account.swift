public import Diagnostics

/// An account that a policy document knows.
public struct Account: Hashable, Sendable {
    /// The object id, or whatever the document calls the account.
    public var id: AccountID
    /// The user principal name, a second name of the same account.
    public var userPrincipalName: AccountID?
    /// The tenant the account belongs to. A managed account without one is an organization of its own.
    public var organization: String?
    /// The name of the app protection policy in force; nil makes the account unmanaged.
    public var policy: String?
    /// Where the account is declared.
    public var location: SourceLocation?

    /// Makes an account.
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
