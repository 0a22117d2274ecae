import Diagnostics
import DocumentReading
import PolicyModel

/// `appConfigurations` and `mdmUser`: the values that the organization configures the app with.
///
/// | form of an entry | reader |
/// |---|---|
/// | `settings` | ``ConfigurationValues`` |
/// | `graph` | ``GraphConfigurations`` |
/// | `plist` | ``ConfigurationDictionaries`` |
///
/// Values may be personal data, so no finding contains one, and no report quotes a line that may contain one.
struct AppConfigurationsSection {
    /// The limits for all configurations of a document together.
    enum Limit {
        static let documents = 1_000
        static let keys = 10_000
        static let keyBytes = 1 << 10
        static let valueBytes = 64 << 10
        static let allBytes = 16 << 20
    }

    let context: ReadingContext
    let app: AppSettings
    let directory: AccountDirectory

    /// The configurations of a document, and the user of the device.
    struct Configurations {
        var documents: [AppConfigurationDocument] = []
        var mdmUser: AccountID?
    }

    /// The properties that an entry gives to every configuration in it.
    struct Entry {
        var channel: AppConfigurationChannel?
        var channelPlace: DocumentNode.Place?
        var isDefault = false
        var accounts: [AccountID]?
        /// The id of this app in Intune, which selects configurations of a file.
        var mobileApp: (id: String, place: DocumentNode.Place)?
        var place: DocumentNode.Place
    }

    func read(_ fields: Fields) -> Configurations {
        var configurations = Configurations()
        configurations.mdmUser = fields["mdmUser"].flatMap { account($0) }
        guard let node = fields["appConfigurations"],
            let elements = context.elements(node, of: "app configurations")
        else { return configurations }
        let values = ConfigurationValues(context)
        for element in elements {
            for document in documents(element, values) {
                configurations.documents.append(document)
                warnUnlessReached(document, at: element.place, mdmUser: configurations.mdmUser)
            }
            guard configurations.documents.count > Limit.documents else { continue }
            context.report(
                .tooManyValues,
                "there are more than \(Limit.documents) app configurations",
                at: element.place.beginning
            )
            break
        }
        return configurations
    }

    private func documents(_ node: DocumentNode, _ values: ConfigurationValues) -> [AppConfigurationDocument] {
        guard let fields = context.fields(node, "an app configuration", keys: DocumentKeys.appConfiguration) else {
            return []
        }
        var entry = Entry(place: node.place.beginning)
        entry.channel = fields["channel"].flatMap {
            context.choice($0, AppConfigurationChannel.self, called: "channel")
        }
        entry.channelPlace = fields["channel"]?.place
        entry.isDefault = fields["default"].flatMap { context.boolean($0) } ?? false
        if let node = fields["mobileApp"] {
            guard let id = context.name(node) else { return [] }
            entry.mobileApp = (id, node.place)
        }
        if let accounts = fields["accounts"] { entry.accounts = self.accounts(accounts) }
        let sources = ["graph", "plist", "settings"].filter { fields.has($0) }
        guard let source = sources.first else {
            context.report(
                .missingKey,
                "an app configuration needs `graph`, `plist` or `settings`",
                at: entry.place
            )
            return []
        }
        guard sources.count == 1 else {
            context.report(
                .unknownKey,
                "`\(sources[1])` is a different configuration from `\(source)`",
                at: fields.keyPlace(sources[1]) ?? entry.place,
                help: "write an entry for each"
            )
            return []
        }
        if source != "graph", let place = fields.keyPlace("mobileApp") {
            context.report(
                .unknownKey,
                "`mobileApp` selects configurations of a `graph` file, and this entry has none",
                at: place,
                help: "remove it"
            )
            return []
        }
        guard let content = fields[source] else { return [] }
        switch source {
        case "graph": return GraphConfigurations(context, app: app, values: values).read(content, entry)
        case "plist": return ConfigurationDictionaries(context, values).read(content, entry)
        default:
            let settings = values.dictionary(content, entry.channel ?? .mam, in: "`settings`")
            return settings.map { [ConfigurationDictionaries.document($0, entry, context)] } ?? []
        }
    }

    // MARK: Accounts

    private func accounts(_ node: DocumentNode) -> [AccountID]? {
        // A single name is a list with one element.
        if case .scalar = node.content { return account(node).map { [$0] } ?? [] }
        return context.elements(node, of: "accounts")?.compactMap { account($0) } ?? []
    }

    private func account(_ node: DocumentNode) -> AccountID? {
        guard let text = context.name(node) else { return nil }
        if let account = directory[AccountID(text)] { return account.id }
        context.reportUnknown(text, called: "account", at: node.place, among: directory.accounts.map(\.id.canonical))
        return nil
    }

    /// Warns about a configuration by device management that names no known user: it reaches nobody, as if it did not
    /// exist.
    private func warnUnlessReached(
        _ document: AppConfigurationDocument,
        at place: DocumentNode.Place,
        mdmUser: AccountID?
    ) {
        guard document.channel == .mdm, mdmUser == nil else { return }
        guard document.namedUsers.allSatisfy({ directory[$0] == nil }) else { return }
        let named = AppConfigurationDocument.userObjectIDKey
        let other = AppConfigurationDocument.userPrincipalNameKey
        context.report(
            .notManaged,
            document.value(named) == nil && document.value(other) == nil
                ? "this device management configuration does not say whose device it is, so it reaches no account"
                : "this device management configuration names no account of this document, so it reaches no account",
            at: place.beginning,
            severity: .warning,
            help: "write `mdmUser: ACCOUNT`, or set `\(named)` or `\(other)` to an account of this document"
        )
    }
}
