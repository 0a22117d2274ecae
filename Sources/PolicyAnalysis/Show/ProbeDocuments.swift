package import PolicyModel
import RuleIndex
import URLMatching

/// Copies of a document that add what a page needs in questions and the document may not name: an app that is managed
/// for an organization, an unmanaged app, an account without a policy, and URLs that a rule makes internal or external.
///
/// Decisions about links depend on which apps exist, so links are never decided by the copies with added apps. Received
/// data can be switched to an account without a policy, so such an account is added to a separate copy.
struct ProbeDocuments {
    /// The document with the apps.
    let apps: PolicyDocument
    /// The document with the apps and an account without a policy.
    let accounts: PolicyDocument
    /// The document with rule sets that keep the defaults of its own, and have rules for two URLs.
    let rules: PolicyDocument

    /// An unknown app.
    let otherApp: AppID
    /// An account without a policy: one of the document's own if it has one that is not excepted.
    let personal: AccountID
    private let managedApps: [String?: AppID]

    static let internalURL = "https://internal.demarc.invalid/"
    static let externalURL = "https://external.demarc.invalid/"
    static let unmatchedURL = "https://unmatched.demarc.invalid/"

    init(_ document: PolicyDocument, except excepted: Set<AccountID> = []) {
        let declared = (document.apps ?? []).map(\.id) + [document.app.id.map { AppID($0) }].compactMap(\.self)
        let listed = document.policies.values.flatMap(\.apps)
        var taken = Set((declared + listed).map { $0.bundleID.lowercased() })
        for account in document.accounts.accounts {
            taken.formUnion([account.id, account.userPrincipalName].compactMap { $0?.canonical.lowercased() })
        }
        let other = Self.fresh("demarc.other-app", &taken)

        var apps = document.apps ?? []
        var managed: [String?: AppID] = [:]
        for account in document.accounts.managed where managed[account.organization] == nil {
            let id = AppID(Self.fresh("demarc.managed-app", &taken))
            managed[account.organization] = id
            apps.append(AppDeclaration(id: id, isManaged: true, organization: account.organization))
        }
        apps.append(AppDeclaration(id: AppID(other)))

        let own = document.accounts.accounts.first { !$0.isManaged && !excepted.contains($0.id) }
        personal = own?.id ?? AccountID(Self.fresh("demarc.personal", &taken))
        otherApp = AppID(other)
        managedApps = managed

        var probe = document
        probe.apps = apps
        self.apps = probe
        if own == nil {
            probe.accounts = AccountDirectory(probe.accounts.accounts + [Account(id: personal)])
        }
        accounts = probe

        var rules = document
        rules.ruleSets = document.ruleSets.map { Self.probe($0) }
        self.rules = rules
    }

    /// An app that is managed for an organization.
    func managedApp(of organization: String?) -> AppID { managedApps[organization] ?? otherApp }

    /// A name that is not taken. Names are compared without regard to case.
    static func fresh(_ name: String, _ taken: inout Set<String>) -> String {
        var fresh = name
        var number = 2
        while !taken.insert(fresh).inserted {
            fresh = "\(name)-\(number)"
            number += 1
        }
        return fresh
    }

    private static func probe(_ ruleSet: RuleSet) -> RuleSet {
        var probe = ruleSet
        probe.rules = [(URLClass.internal, "internal.demarc.invalid"), (.external, "external.demarc.invalid")]
            .compactMap { urlClass, host in
                guard let matcher = try? Matcher(key: .host, text: host) else { return nil }
                return Rule(
                    id: "demarc:\(urlClass.rawValue)",
                    urlClass: urlClass,
                    conditions: [Condition(key: .host, alternatives: [matcher])],
                    location: ruleSet.defaultLocation
                )
            }
        return probe
    }
}

extension PolicyDocument {
    /// The document, and one of its accounts without a policy. If it has none, one is added.
    ///
    /// Decisions are the same as for the document itself, except that received data may be switched to that account.
    package var withPersonalAccount: (document: PolicyDocument, account: AccountID) {
        let probes = ProbeDocuments(self)
        var document = probes.accounts
        document.apps = apps
        return (document, probes.personal)
    }
}
