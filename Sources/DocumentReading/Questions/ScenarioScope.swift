package import PolicyModel

/// The names that hold at one point of a scenario: those of its policy, and what it has given so far.
package struct ScenarioScope {
    /// nil where the policy can't be used, which is an error of its own, and where an engine is asked that looks names up
    /// itself; then names are not looked up here.
    package let policy: PolicyNames?
    /// What the engine has that is asked; nil where names are those of the policy.
    package let live: LiveNames?
    /// The views that were changed or attached.
    package var views: ScenarioViews
    /// This app, where a `given` says it.
    package var app: AppID?
    /// Whether a step has copied something.
    package var hasCopied = false
    /// Whether a `given` says who acts.
    package var saysUser = false
    /// Where to say once that nothing says who acts.
    package var unclearUserPlace: DocumentNode.Place?

    package init(_ policy: PolicyNames?) {
        self.policy = policy
        live = nil
        views = ScenarioViews(policy)
    }

    /// The names of an engine that a host keeps: views come and go in it. What the engine has been asked before may have
    /// copied something.
    package init(live: LiveNames) {
        policy = nil
        self.live = live
        views = ScenarioViews(nil)
        hasCopied = true
    }

    /// Whether there is such an account, as far as anybody can tell.
    func declares(account: AccountID) -> Bool {
        live?.hasAccount(account) ?? (policy?.document.accounts[account] != nil)
    }

    /// Whether there is such a view, as far as anybody can tell.
    func declares(view: String) -> Bool { live?.hasView(view) ?? views.declares(view) }
}

/// What tells the names of one kind from those of another in an engine that a host keeps.
package struct LiveNames {
    package let hasView: (String) -> Bool
    package let hasAccount: (AccountID) -> Bool

    package init(hasView: @escaping (String) -> Bool, hasAccount: @escaping (AccountID) -> Bool) {
        (self.hasView, self.hasAccount) = (hasView, hasAccount)
    }
}
