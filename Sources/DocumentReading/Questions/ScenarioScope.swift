package import PolicyModel

/// The names in scope at one point of a scenario: those of its policy, and those given so far.
package struct ScenarioScope {
    /// Nil if the policy cannot be used, which is a separate error, or if an engine is queried that looks names up
    /// itself; in both cases, names are not looked up here.
    package let policy: PolicyNames?
    /// The names in the engine that is queried; nil if names are those of the policy.
    package let live: LiveNames?
    /// The views that were changed or attached.
    package var views: ScenarioViews
    /// This app, if a `given` specifies it.
    package var app: AppID?
    /// Whether a step has copied something.
    package var hasCopied = false
    /// Whether a `given` specifies who acts.
    package var namesUser = false
    /// The place for a single report that nothing specifies who acts.
    package var unclearUserPlace: DocumentNode.Place?

    package init(_ policy: PolicyNames?) {
        self.policy = policy
        live = nil
        views = ScenarioViews(policy)
    }

    /// Creates a scope for an engine that a host keeps, whose views change over time. Earlier questions to the engine
    /// may have copied something.
    package init(live: LiveNames) {
        policy = nil
        self.live = live
        views = ScenarioViews(nil)
        hasCopied = true
    }

    /// Whether the account is known to exist.
    func declares(account: AccountID) -> Bool {
        live?.hasAccount(account) ?? (policy?.document.accounts[account] != nil)
    }

    /// Whether the view is known to exist.
    func declares(view: String) -> Bool { live?.hasView(view) ?? views.declares(view) }
}

/// Functions that check whether an engine that a host keeps contains a name of a given kind.
package struct LiveNames {
    package let hasView: (String) -> Bool
    package let hasAccount: (AccountID) -> Bool

    package init(hasView: @escaping (String) -> Bool, hasAccount: @escaping (AccountID) -> Bool) {
        (self.hasView, self.hasAccount) = (hasView, hasAccount)
    }
}
