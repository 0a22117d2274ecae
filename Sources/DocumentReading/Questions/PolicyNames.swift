package import PolicyModel

/// A policy document with the names that scenarios and questions can refer to.
package final class PolicyNames {
    package let document: PolicyDocument
    package let accountNames: [String]
    package let views: [String: ViewDeclaration]
    package let viewNames: [String]
    /// The ids of the views that load URLs.
    package let webViews: [String]
    /// The ids of the apps that the document declares or its policies list, and of this app; nil if the document does
    /// not list its apps.
    package let apps: KnownApps?
    /// The ids of the apps that can be installed; nil in the same case.
    package let installableApps: KnownApps?
    /// The ids of the rules of all rule sets. Lazy, because questions name no rules and there may be millions.
    package private(set) lazy var rules = KnownNames(document.ruleSets.flatMap { $0.rules.map(\.id) })
    /// The schemes of the browsers that its policies name. Lazy, because few scenarios expect routes to them.
    package private(set) lazy var customBrowsers = Set(
        document.policies.values.compactMap { $0.customBrowserProtocol?.scheme }
    )
    /// Whether the acting account is undefined unless a scenario specifies it.
    package let needsUser: Bool

    package init(_ document: PolicyDocument) {
        self.document = document
        accountNames = document.accounts.accounts.flatMap {
            [$0.id, $0.userPrincipalName].compactMap(\.self?.canonical)
        }
        views = Dictionary(document.views.map { ($0.id, $0) }) { first, _ in first }
        viewNames = document.views.map(\.id)
        webViews = document.views.filter(\.isWebView).map(\.id)
        let declared = document.apps.map { $0.map(\.id.bundleID) + [document.app.id].compactMap(\.self) }
        installableApps = declared.map { KnownApps($0) }
        let listed = Set(document.policies.values.flatMap(\.apps)).map(\.bundleID).sorted()
        apps = listed.isEmpty ? installableApps : KnownApps((declared ?? []) + listed)
        needsUser = !document.isUserExplicit && document.accounts.managed.count > 1
    }
}

/// The ids of apps that a reference can use, in document order. They can be written in any case.
package struct KnownApps {
    package let ordered: [String]
    private let set: Set<AppID>

    package init(_ ordered: [String]) {
        self.ordered = ordered
        set = Set(ordered.map { AppID($0) })
    }

    package func contains(_ app: AppID) -> Bool { set.contains(app) }
}
