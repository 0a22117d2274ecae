import Answering

/// The policy of tests and benchmarks: an account that works at contoso.example, and a view `E` that a rule set named
/// `sites` applies to. Only the rules differ.
///
/// The file belongs to several targets: the others have a link to it.
enum FixturePolicy {
    /// Why a policy could not be read.
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// The text of a policy.
    ///
    /// - Parameters:
    ///   - rules: The rules, each in one line.
    ///   - accounts: More accounts, each in one line.
    ///   - more: More lines at the top level.
    /// - Returns: The policy in YAML.
    static func text(rules: [String], accounts: [String] = [], more: [String] = []) -> String {
        """
        demarc: 1
        \(more.joined(separator: "\n"))
        policies:
          work: {managedBrowserToOpenLinksRequired: true}
        accounts:
        \(list(["{account: dana@contoso.example, organization: contoso, policy: work}"] + accounts))
        ruleSets:
          sites:
            default: external
            rules:
        \(list(rules))
        views:
          - {id: E, policy: currentIdentity, isExternalURL: sites}
        """
    }

    private static func list(_ lines: [String]) -> String { lines.map { "      - \($0)" }.joined(separator: "\n") }

    /// Compiles a policy.
    static func compiled(_ text: String) throws -> CompiledPolicy {
        let result = PolicyDocumentReader().load(text: text, path: "policy.yaml")
        guard let document = result.document else {
            throw Problem(description: result.diagnostics.map(\.message).joined(separator: "\n"))
        }
        return CompiledPolicy(document)
    }
}
