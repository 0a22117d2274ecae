public import Diagnostics

/// A policy document as read: complete, consistent, and not yet compiled.
///
/// Code that creates a document must ensure the following, which the compiler relies on: names of policies, rule sets
/// and views that are referred to exist; ids of apps are unique; rule ids are unique within a rule set; a view's parent
/// comes before it and is not a web view.
public struct PolicyDocument: Hashable, Sendable {
    /// The settings that the embedding app declares about itself.
    public var app: AppSettings
    /// The app protection policies by name.
    public var policies: [String: AppProtectionPolicy]
    /// The accounts; one implicit managed account if the document declares none.
    public var accounts: AccountDirectory
    /// The account that acts by default; nil for none.
    public var user: AccountID?
    /// Whether ``user`` is written in the document, rather than derived from there being only one managed account.
    public var isUserExplicit: Bool
    /// The other apps, each id once; nil if the document doesn't declare apps.
    public var apps: [AppDeclaration]?
    /// The rule sets, each name once.
    public var ruleSets: [RuleSet]
    /// The views, every parent before its children.
    public var views: [ViewDeclaration]
    /// How ambiguous URLs are handled.
    public var ambiguousURLs: AmbiguousURLs
    /// The app configurations, in addition to `app.appConfig`.
    public var appConfigurations: [AppConfigurationDocument]
    /// The user of the device, to whom configurations of device management apply; nil if each configuration specifies
    /// it.
    public var mdmUser: AccountID?
    /// The declarations of organizations, each name once.
    public var organizations: [OrganizationDeclaration]
    /// The author's number for this version of the document, starting at 0. A fleet accepts only a higher number than
    /// it has.
    public var revision: Int

    /// The highest possible revision: the largest that every JSON reader keeps exactly.
    public static let highestRevision = (1 << 53) - 1

    /// The id of the account in a document without `accounts`.
    public static let implicitAccount = AccountID("demarc:default")

    /// The id of the view in a document without `views`.
    public static var implicitView: String { "demarc:default" }

    /// Creates a document.
    public init(
        app: AppSettings = AppSettings(),
        policies: [String: AppProtectionPolicy] = [:],
        accounts: AccountDirectory,
        user: AccountID?,
        isUserExplicit: Bool = false,
        apps: [AppDeclaration]? = nil,
        ruleSets: [RuleSet] = [],
        views: [ViewDeclaration] = [],
        ambiguousURLs: AmbiguousURLs = .reject,
        appConfigurations: [AppConfigurationDocument] = [],
        mdmUser: AccountID? = nil,
        revision: Int = 0,
        organizations: [OrganizationDeclaration] = []
    ) {
        self.app = app
        self.policies = policies
        self.accounts = accounts
        self.user = user
        self.isUserExplicit = isUserExplicit
        self.apps = apps
        self.ruleSets = ruleSets
        self.views = views
        self.ambiguousURLs = ambiguousURLs
        self.appConfigurations = appConfigurations
        self.mdmUser = mdmUser
        self.revision = revision
        self.organizations = organizations
    }
}

extension PolicyDocument {
    /// The policies in force that require a browser for external links, if the document has no rule set that could
    /// classify links as external: every URL then stays in its view, as organization data.
    ///
    /// In a host whose delegates answer for its views, this is not a problem.
    public var policiesWithoutExternalLinks: [AppProtectionPolicy] {
        guard ruleSets.isEmpty else { return [] }
        let names = Set(accounts.managed.compactMap(\.policy))
        return names.sorted().compactMap { policies[$0] }.filter(\.managedBrowserToOpenLinksRequired)
    }
}

/// What the document declares under a name, as everything else in it refers to it.
///
/// - Complexity: O(*n*) in the declarations of the kind.
extension PolicyDocument {
    /// The view with an id; nil if there is none.
    package func view(named id: String) -> ViewDeclaration? { views.first { $0.id == id } }

    /// The other app with an id; nil if the document does not declare it.
    package func app(_ id: AppID) -> AppDeclaration? { apps?.first { $0.id == id } }

    /// The position of the rule set with a name; nil if there is none.
    package func position(ofRuleSet name: String?) -> Int? { ruleSets.firstIndex { $0.name == name } }

    /// The rule set with a name; nil if there is none.
    package func ruleSet(named name: String?) -> RuleSet? { ruleSets.first { $0.name == name } }

    /// The rule set that answers for a view; nil if it has none.
    package func ruleSet(ofView id: String) -> RuleSet? { ruleSet(named: view(named: id)?.ruleSet) }
}

/// How a URL in which two readers see different hosts is handled.
public enum AmbiguousURLs: String, CaseIterable, Hashable, Sendable {
    /// It is blocked.
    case reject
    /// It is decided according to the URL Standard's reading.
    case canonicalize
}

/// A policy document's declaration of an organization: the hosts that belong to it.
///
/// No decision uses it, but analyses of a whole policy do: without it, the owner of a site is derived from rules that
/// spell out a domain.
public struct OrganizationDeclaration: Hashable, Sendable {
    /// The name, as in accounts and apps.
    public var name: String
    /// The hosts that belong to it, each with everything below it; or blocks of addresses. In canonical form.
    public var hosts: [String]
    /// Where it is declared.
    public var location: SourceLocation?

    /// Creates a declaration.
    public init(name: String, hosts: [String], location: SourceLocation? = nil) {
        self.name = name
        self.hosts = hosts
        self.location = location
    }
}
