package import Demarc
import DevTools

/// Accounts: which are signed in, and which one acts.
extension Session {
    /// Signs an account in, and makes it the acting account.
    ///
    /// Permission to use an account is a matter for an identity provider; this example trusts the person.
    package func signIn(_ account: AccountID) {
        guard engine.policy.document.accounts.position(of: account) != nil else { return }
        let result = engine.signIn(account)
        guard result == .success || engine.isSignedIn(account) else { return tellResult(result, account) }
        switchIdentity(to: account)
    }

    /// Makes a signed-in account, or no account, the acting one. Open pages keep their owners.
    package func switchIdentity(to account: AccountID) {
        let result = engine.switchIdentity(to: account)
        guard result == .success else { return tellResult(result, account) }
        acting = account
        stateChanged()
    }

    /// Signs an account out: its tabs are closed, its browser ends, its profile is deleted, and items copied from its
    /// pages are discarded.
    package func signOut(_ account: AccountID) async {
        let result = engine.signOut(account)
        guard result == .success || !engine.isSignedIn(account) else { return tellResult(result, account) }
        if acting == account {
            acting = .noUser
            engine.switchIdentity(to: .noUser)
        }
        let owner = PageOwner.account(account)
        for tab in tabs where tab.identity == account || tab.shown?.owner == owner || tab.loading?.owner == owner {
            closeTab(tab.id)
        }
        if clipboard?.owner.account == account { clipboard = nil }
        await endBrowser(of: owner)
        // What remains of an unmanaged account are the cookies of unmanaged pages; they are deleted with the last such
        // page.
        let isNeeded = tabs.contains { $0.shown?.owner == .unmanaged || $0.loading?.owner == .unmanaged }
        if !isNeeded { await endBrowser(of: .unmanaged) }
        stateChanged()
    }

    private func tellResult(_ result: SwitchIdentityResult, _ account: AccountID) {
        let text = "\(account): \(result.rawValue)"
        if let id = activeTab { say(text, to: id) }
        stateChanged()
    }
}
