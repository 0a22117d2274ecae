/// A policy document as it was read: complete, consistent, and not yet compiled.
///
/// Whoever makes one keeps these promises, which the compiler relies on: names of policies, rule sets and views that
/// are referred to exist; ids of apps are unique; rule ids are unique within a rule set; a view's parent comes before
/// it and is no web view.
public struct PolicyDocument: Hashable, Sendable {
    /// What the embedding app declares of itself.
    public var app: AppSettings
    /// The app protection policies by name.
    public var policies: [String: AppProtectionPolicy]
    /// The accounts; one implicit managed account where the document declares none.
    public var accounts: AccountDirectory
    /// The account that acts unless somebody says otherwise; nil is nobody.
    public var user: AccountID?
    /// Whether ``user`` is in the document, rather than following from there being one managed account.
    public var isUserExplicit: Bool
    /// The apps beside this one, each id once; nil where the document doesn't say what there is.
    public var apps: [AppDeclaration]?
    /// The rule sets, each name once.
    public var ruleSets: [RuleSet]
    /// The views, every parent before its children.
    public var views: [ViewDeclaration]
    /// What becomes of ambiguous URLs.
    public var ambiguousURLs: AmbiguousURLs
    /// The app configurations, beside `app.appConfig`.
    public var appConfigurations: [AppConfigurationDocument]
    /// The user of the device, whom configurations of device management reach; nil where each says it for itself.
    public var mdmUser: AccountID?
    /// What the document says of organizations, each name once.
    public var organizations: [OrganizationDeclaration]
    /// The author's number of this version of the document, from 0 on. A fleet takes only a higher one than it has.
    public var revision: Int

    /// The highest revision that there can be: one that every reader of JSON keeps exactly.
    public static let highestRevision = (1 << 53) - 1

    /// The id of the account a document without `accounts` has.
    public static let implicitAccount = AccountID("demarc:default")

    /// The id of the view a document without `views` has.
    public static var implicitView: String { "demarc:default" }

    /// Makes a document.
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
    /// The policies in force that require a browser for external links, where the document has no rule set that could say
    /// which links are external: every URL stays in its view, as organization data.
    ///
    /// A host whose delegates answer for its views has nothing to mend.
    public var policiesWithoutExternalLinks: [AppProtectionPolicy] {
        guard ruleSets.isEmpty else { return [] }
        let names = Set(accounts.managed.compactMap(\.policy))
        return names.sorted().compactMap { policies[$0] }.filter(\.managedBrowserToOpenLinksRequired)
    }
}

/// What becomes of a URL in which two readers see different hosts.
public enum AmbiguousURLs: String, CaseIterable, Hashable, Sendable {
    /// It is blocked.
    case reject
    /// It is decided on the URL Standard's reading.
    case canonicalize
}
