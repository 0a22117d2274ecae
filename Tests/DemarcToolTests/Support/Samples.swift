import TestSupport

/// Policy documents for decisions in tests.
enum Samples {
    /// One web view and one managed account; external links go to the managed browser.
    static let oneView = """
        demarc: 1
        policies:
          strict:
            managedBrowserToOpenLinksRequired: true
        accounts:
          - {account: dana@contoso.com, policy: strict}
          - {account: dana@example.net}
        ruleSets:
          corporate:
            default: external
            rules:
              - id: intranet
                class: internal
                domain: contoso.com
              - id: public-site
                class: external
                host: www.contoso.com
                because: It shows no organizational data.
              - id: gambling
                class: blocked
                domain: casino.example
        views:
          - id: E
            policy: currentIdentity
            isExternalURL: corporate
        """

    /// Two web views in a container.
    static let twoViews = """
        demarc: 1
        views:
          - id: window
            children:
              - {id: mail, policy: unmanaged}
              - {id: documents, policy: currentIdentity}
        """

    /// Two managed accounts, and no setting for which of them acts.
    static let twoManaged = """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        policies: {strict: {managedBrowserToOpenLinksRequired: true}}
        accounts:
          - {account: dana@contoso.com, policy: strict}
          - {account: robin@fabrikam.com, policy: strict}
        """
}

/// Runs `demarc check` on its own document.
struct CheckCase {
    let folder: TemporaryFolder
    let policy: String

    init(_ document: String = Samples.oneView) throws {
        folder = try TemporaryFolder()
        policy = try folder.write(document, to: "policy.yaml")
    }

    /// The results, with the document's path shortened to its name.
    func run(_ arguments: String..., input: String = "") throws -> Tool.Outcome {
        try run(arguments, input: Array(input.utf8))
    }

    func run(_ arguments: [String], input: [UInt8]) throws -> Tool.Outcome {
        let outcome = try Tool.run(["check", "--policy", policy] + arguments, input: input)
        return Tool.Outcome(
            status: outcome.status,
            output: Array(shortened(outcome.text).utf8),
            errors: shortened(outcome.errors)
        )
    }

    private func shortened(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
}
