import Diagnostics
import PolicyFiles
import PolicyModel
import URLMatching

extension PolicyDocument {
    /// Whether two documents are the same but for places, comments, also those in lists, revisions and the order of
    /// rules. Then they make the same decisions, and nothing has to be asked to know it.
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
        set.defaultLocation = Self.nowhere
        set.transitions.sort { $0.rawValue < $1.rawValue }
        set.rules = rules.map { withoutPlaces($0) }
        set.rules.sort { $0.id < $1.id }
        return set
    }

    private static let nowhere = SourceLocation(path: "", line: 1, column: 1)

    /// A rule of the set as decisions see it. Lists keep their paths, but from the folder of the document: the same
    /// document in another folder or revision names the same lists.
    func withoutPlaces(_ rule: Rule) -> Rule {
        var rule = rule
        (rule.location, rule.because) = (Self.nowhere, nil)
        guard rule.allConditions.contains(where: { $0.key == .list }) else { return rule }
        // A rule set is written in the document itself.
        rule.conditions = rule.conditions.map { $0.withoutPlaces(besides: defaultLocation.path) }
        rule.exceptions = rule.exceptions.map { $0.withoutPlaces(besides: defaultLocation.path) }
        return rule
    }
}

extension Condition {
    /// The condition with the paths of its lists from the folder of a document, and without the lines of their entries.
    fileprivate func withoutPlaces(besides document: String) -> Condition {
        guard key == .list else { return self }
        var condition = self
        condition.paths = paths.map { PathText.relative($0, besides: document) }
        condition.alternatives = alternatives.map { matcher in
            guard case .list(let list) = matcher else { return matcher }
            return .list(list.withoutLines)
        }
        return condition
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
