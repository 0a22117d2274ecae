import Diagnostics
import DocumentReading
import PolicyModel

/// The document as a whole: its keys, and the defaults of a small document.
///
/// | key | section |
/// |---|---|
/// | `demarc` | the format version, 1 |
/// | `revision` | a number that the author increases |
/// | `app` | ``AppSection`` |
/// | `policies` | ``PoliciesSection`` |
/// | `accounts`, `user` | ``AccountsSection`` |
/// | `apps` | ``AppsSection`` |
/// | `ruleSets` | ``RulesSection`` |
/// | `views` | ``ViewsSection`` |
/// | `appConfigurations`, `mdmUser` | ``AppConfigurationsSection`` |
/// | `organizations` | ``OrganizationsSection`` |
/// | `ambiguousURLs` | `reject` or `canonicalize` |
struct DocumentSection {
    let context: ReadingContext
    let rules: RulesSection
    /// Whether a document with several managed accounts must name its `user`.
    let requiresUser: Bool
    /// Whether a second managed account is allowed although the app can hold only one.
    let allowsSecondManagedAccount: Bool

    /// Rejects a document although the caller expected a Graph export.
    func refuseDisplayName(_ root: DocumentNode) -> PolicyDocument? {
        context.report(
            .unsupportedKey,
            "this is not a Graph export, so there is no policy to choose by its name",
            at: root.place.beginning,
            help: "leave out `--display-name`"
        )
        return nil
    }

    /// Reads the root of a policy document; nil, with the reasons reported, if it contains an error.
    func read(_ root: DocumentNode) -> PolicyDocument? {
        guard context.checkKind(of: root, is: "demarc", otherwise: "demarc-rules"),
            let fields = context.fields(root, "a policy document", keys: DocumentKeys.document)
        else { return nil }
        context.checkVersion("demarc", of: fields)

        let app = fields["app"].flatMap { AppSection(context: context).read($0) } ?? AppSettings()
        var policies = fields["policies"].map { PoliciesSection(context: context).read($0) } ?? []
        let apps = fields["apps"].map { AppsSection(context: context).read($0, policies: policies) }
        let accounts = AccountsSection(
            context: context,
            requiresUser: requiresUser,
            allowsSecondManagedAccount: allowsSecondManagedAccount
        ).read(fields, app: app, policies: &policies)
        let ruleSets = fields["ruleSets"].map { rules.read($0) } ?? []
        let views = ViewsSection(context: context).read(fields, ruleSets: ruleSets)
        let ambiguousURLs = fields["ambiguousURLs"].flatMap { context.choice($0, AmbiguousURLs.self) }

        let configuration = AppConfigurationsSection(context: context, app: app, directory: accounts.directory)
            .read(fields)
        let revision = fields["revision"].flatMap { context.integer($0, in: 0...PolicyDocument.highestRevision) }

        let named = (accounts.directory.accounts.map(\.organization) + (apps ?? []).map(\.organization))
            .compactMap(\.self)
        let organizations = fields["organizations"].map {
            OrganizationsSection(context: context).read($0, names: KnownNames(named))
        }

        guard context.errorCount == 0 else { return nil }
        return PolicyDocument(
            app: app,
            policies: Dictionary(policies.map { ($0.name, $0) }) { first, _ in first },
            accounts: accounts.directory,
            user: accounts.user,
            isUserExplicit: fields.has("user"),
            apps: apps,
            ruleSets: ruleSets,
            views: views,
            ambiguousURLs: ambiguousURLs ?? .reject,
            appConfigurations: configuration.documents,
            mdmUser: configuration.mdmUser,
            revision: revision ?? 0,
            organizations: organizations ?? []
        )
    }
}
