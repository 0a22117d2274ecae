/// The accounts of a policy document, found by object id or user principal name alike.
public struct AccountDirectory: Hashable, Sendable {
    /// The accounts in the order they were declared.
    public let accounts: [Account]
    private let positions: [AccountID: Int]

    /// Makes a directory. Where two accounts share a name, the first keeps it; documents refuse that earlier.
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
