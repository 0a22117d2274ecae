import PolicyModel

/// What `policy` says: the document, and what is changed in it.
struct ScenarioPolicyText {
    /// The path of the document.
    var file: YAMLNode?
    /// The settings to change, by policy and setting.
    var patch: YAMLNode?
    /// Whether the key isn't there at all.
    var isMissing = true
    /// What it is said for, where a document is missed.
    var place: YAMLNode.Place?
}

/// A policy document that scenarios name: as it was read first, and read so that it may hold a second managed account.
struct ScenarioDocument {
    let path: String
    let strict: PolicyLoadResult
    /// The text, kept where it may be read again.
    let bytes: [UInt8]
    /// Whether what the strict reading found was taken over.
    var hasReported = false
    var policy: ScenarioPolicy?
    /// Set where only the second reading gave a document.
    var lenientPolicy: ScenarioPolicy?
    var hasReadLeniently = false

    init(_ strict: PolicyLoadResult, bytes: [UInt8], path: String) {
        self.path = path
        self.strict = strict
        self.bytes = strict.isUsable ? [] : bytes
    }
}

/// A policy document with the names that scenarios can refer to.
final class ScenarioPolicy {
    let document: PolicyDocument
    /// The position of the document, unpatched, in ``ScenarioFile/policies``.
    let position: Int
    let accountNames: [String]
    let views: [String: ViewDeclaration]
    let viewNames: [String]
    /// The ids of the views that load URLs.
    let webViews: [String]
    /// The ids of apps that are known; nil where the document doesn't say what there is.
    let apps: KnownNames?
    /// The ids of the rules of all rule sets.
    let rules: KnownNames
    /// Whether nothing says who acts unless a scenario does.
    let needsUser: Bool

    /// `given` of the file's `defaults`, checked against this policy when it is first asked for.
    var defaults: ScenarioDefaults?

    init(_ document: PolicyDocument, position: Int) {
        self.document = document
        self.position = position
        accountNames = document.accounts.accounts.flatMap {
            [$0.id, $0.userPrincipalName].compactMap(\.self?.canonical)
        }
        views = Dictionary(document.views.map { ($0.id, $0) }) { first, _ in first }
        viewNames = document.views.map(\.id)
        webViews = document.views.filter(\.isWebView).map(\.id)
        apps = document.apps.map { KnownNames($0.map(\.id.bundleID) + [document.app.id].compactMap(\.self)) }
        rules = KnownNames(document.ruleSets.flatMap { $0.rules.map(\.id) })
        needsUser = !document.isUserExplicit && document.accounts.managed.count > 1
    }
}

/// What `defaults` give, and the names that hold from there on.
struct ScenarioDefaults {
    var given: ScenarioGiven
    var scope: ScenarioScope
}
