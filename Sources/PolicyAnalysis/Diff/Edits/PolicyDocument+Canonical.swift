import Diagnostics
import PolicyModel

extension PolicyDocument {
    /// Whether two documents are the same but for places, comments, revisions and the order of rules. Then they make the
    /// same decisions, and nothing has to be asked to know it.
    ///
    /// The whole documents are compared, with the entries of lists: a difference that no ``PolicyEdit`` describes, such
    /// as another order of accounts, counts too. The tables of a compiled policy follow from its document.
    ///
    /// - Complexity: O(*n*) in the documents and the entries of their lists.
    func isSame(as other: PolicyDocument) -> Bool { canonical == other.canonical }

    /// The document without places, comments and its revision, and without what only lint reads.
    private var canonical: PolicyDocument {
        var document = self
        document.revision = 0
        document.app.bundle = nil
        for setting in AppSetting.allCases { document.app.setLocation(of: setting, to: nil) }
        document.policies = policies.mapValues { policy in
            var policy = policy
            policy.unknownSettings = []
            for setting in PolicySetting.allCases { policy.setLocation(of: setting, to: nil) }
            return policy
        }
        document.accounts = AccountDirectory(
            accounts.accounts.map { account in
                var account = account
                account.location = nil
                return account
            }
        )
        document.apps = apps?.map { app in
            var app = app
            app.location = nil
            return app
        }
        document.ruleSets = ruleSets.map(\.canonical)
        document.views = views.map { view in
            var view = view
            (view.location, view.policyLocation) = (nil, nil)
            return view
        }
        document.appConfigurations = appConfigurations.map(\.canonical)
        document.organizations = organizations.map { organization in
            var organization = organization
            organization.location = nil
            return organization
        }
        return document
    }
}

extension RuleSet {
    /// The rule set as decisions see it: in a fixed order, and without places.
    var canonical: RuleSet {
        var set = self
        let nowhere = SourceLocation(path: "", line: 1, column: 1)
        set.defaultLocation = nowhere
        set.transitions.sort { $0.rawValue < $1.rawValue }
        for position in set.rules.indices {
            set.rules[position].location = nowhere
            set.rules[position].because = nil
        }
        set.rules.sort { $0.id < $1.id }
        return set
    }
}

extension AppConfigurationDocument {
    /// The configuration without places.
    var canonical: AppConfigurationDocument {
        var document = self
        document.location = nil
        for position in document.settings.indices { document.settings[position].location = nil }
        return document
    }
}
