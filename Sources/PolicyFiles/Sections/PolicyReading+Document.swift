import Diagnostics
import PolicyModel

/// The document as a whole: its keys, and what a small document leaves unsaid.
///
/// | key | section |
/// |---|---|
/// | `demarc` | the format version, 1 |
/// | `app` | `PolicyReading+App` |
/// | `policies` | `PolicyReading+Policies` |
/// | `accounts`, `user` | `PolicyReading+Accounts` |
/// | `apps` | `PolicyReading+Apps` |
/// | `ruleSets` | `PolicyReading+RuleSets` |
/// | `views` | `PolicyReading+Views` |
/// | `ambiguousURLs` | `reject` or `canonicalize` |
extension PolicyReading {
    /// Reads the root of a policy document; nil, with the reasons reported, unless all of it is sound.
    func document(_ root: YAMLNode) -> PolicyDocument? {
        guard checkKind(of: root, is: "demarc", otherwise: "demarc-rules"),
            let fields = fields(root, "a policy document", keys: DocumentKeys.document)
        else { return nil }
        checkVersion("demarc", of: fields)

        let app = fields["app"].flatMap { self.app($0) } ?? AppSettings()
        var policies = fields["policies"].map { self.policies($0) } ?? []
        let apps = fields["apps"].map { self.apps($0, policies: policies) }
        let accounts = self.accounts(fields, app: app, policies: &policies)
        let ruleSets = fields["ruleSets"].map { self.ruleSets($0) } ?? []
        let views = self.views(fields, ruleSets: ruleSets)
        let ambiguousURLs = fields["ambiguousURLs"].flatMap { choice($0, AmbiguousURLs.self) }

        guard errorCount == 0 else { return nil }
        return PolicyDocument(
            app: app,
            policies: Dictionary(policies.map { ($0.name, $0) }) { first, _ in first },
            accounts: accounts.directory,
            user: accounts.user,
            isUserExplicit: fields.has("user"),
            apps: apps,
            ruleSets: ruleSets,
            views: views,
            ambiguousURLs: ambiguousURLs ?? .reject
        )
    }

    /// Whether a file is what its place asks for; reported where it is the other kind of file.
    func checkKind(of root: YAMLNode, is key: String, otherwise other: String) -> Bool {
        guard case .mapping(let entries) = root.content, !entries.contains(where: { $0.key == key }),
            let wrong = entries.first(where: { $0.key == other || $0.key == "demarc-test" })
        else { return true }
        let kinds = ["demarc": "a policy document", "demarc-rules": "a rule file", "demarc-test": "a scenario file"]
        let help =
            wrong.key == "demarc-test"
            ? "it names its policy itself; run it with `demarc test`"
            : key == "demarc" ? "name it under `include` of a rule set" : "only rule files can be included"
        report(
            .wrongType,
            "this is \(kinds[wrong.key] ?? wrong.key), not \(kinds[key] ?? key)",
            at: wrong.keyPlace,
            help: help
        )
        return false
    }

    /// Checks the version of a file's format.
    func checkVersion(_ key: String, of fields: Fields) {
        guard let node = required(key, of: fields, help: "begin with `\(key): 1`"),
            let version = integer(node, in: 0...Int(Int32.max)), version != 1
        else { return }
        report(
            .unsupportedVersion,
            "version \(version) of the format is not supported",
            at: node.place,
            help: "this version of demarc reads `\(key): 1`"
        )
    }
}
