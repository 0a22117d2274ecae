package import Demarc
import DevTools

/// Accounts: who is signed in, and who acts.
extension Session {
    /// Signs an account in and makes it the acting account.
    ///
    /// Checking who may use an account is the task of an identity provider; this example trusts the person.
    package func signIn(_ account: AccountID) {
        guard engine.policy.document.accounts.position(of: account) != nil else { return }
        let result = engine.signIn(account)
        guard result == .success || engine.isSignedIn(account) else { return tellResult(result, account) }
        switchIdentity(to: account)
    }

    /// Makes a signed-in account the acting account, or no user. Open pages keep their owners.
    package func switchIdentity(to account: AccountID) {
        let result = engine.switchIdentity(to: account)
        guard result == .success else { return tellResult(result, account) }
        acting = account
        stateChanged()
    }

    /// Signs an account out: its tabs are closed, its browser ends, its profile is deleted, and items copied from its
    /// pages are removed.
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
        // An unmanaged account leaves only the cookies of unmanaged pages, which are deleted with the last such page.
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
