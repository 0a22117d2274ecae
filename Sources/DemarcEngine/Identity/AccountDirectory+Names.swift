import PolicyModel

extension AccountDirectory {
    /// Whether two names are of one account, or of one that the directory lacks; nobody is one as well.
    func isSameAccount(_ left: AccountID, _ right: AccountID) -> Bool {
        guard left != right else { return true }
        guard let position = position(of: left) else { return false }
        return position == self.position(of: right)
    }

    /// The accounts without further names of those that come before.
    func distinct(_ accounts: [AccountID]) -> [AccountID] {
        accounts.reduce(into: []) { distinct, account in
            if !distinct.contains(where: { isSameAccount($0, account) }) { distinct.append(account) }
        }
    }
}

extension Account {
    /// Every name of the account.
    var names: [AccountID] { [id, userPrincipalName].compactMap(\.self) }
}
