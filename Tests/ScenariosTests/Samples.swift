import Diagnostics
import PolicyFiles
package import PolicyModel
import Testing

@testable import Scenarios

/// Reads a policy document from a text.
func document(_ yaml: String) throws -> PolicyDocument {
    let result = PolicyDocumentReader(requiresUser: false).load(text: yaml, path: "policy.yaml")
    return try #require(result.document, "\(TextReport(sources: result.sources).text(result.diagnostics))")
}

enum Samples {
    /// A managed and an unmanaged account, a container with two web views, and one rule of each class.
    static let policy = """
        demarc: 1
        app: {multiIdentity: true, treatAllWebViewsAsUnmanaged: true}
        policies:
          strict:
            managedBrowserToOpenLinksRequired: true
            displayName: open
          open:
            managedBrowserToOpenLinksRequired: false
        accounts:
          - {account: 3ec2c00f, upn: dana@contoso.com, policy: strict}
          - {account: dana@example.net}
        ruleSets:
          corporate:
            default: external
            rules:
              - {id: intranet, class: internal, domain: contoso.com}
              - {id: public-site, class: external, host: www.contoso.com}
              - {id: gambling, class: blocked, domain: casino.example}
        views:
          - id: window
            children:
              - {id: E, policy: currentIdentity, isExternalURL: corporate}
              - {id: A}
        """

    /// A file with one policy.
    static func file(_ scenarios: [Scenario], policy: String = policy) throws -> ScenarioFile {
        ScenarioFile(path: "scenarios.yaml", policies: [.init(document: try document(policy))], scenarios: scenarios)
    }

    /// The result of a scenario with some steps.
    static func result(
        _ steps: [Scenario.Step],
        given: ScenarioGiven = ScenarioGiven(),
        policy: String = policy
    ) throws -> ScenarioResult {
        let scenario = Scenario(name: "sample", location: place(1), policy: 0, given: given, steps: steps)
        var runner = ScenarioRunner(try file([scenario], policy: policy))
        return runner.run(scenario)
    }

    static func place(_ line: Int) -> Diagnostics.SourceLocation {
        Diagnostics.SourceLocation(path: "scenarios.yaml", line: line, column: 5)
    }
}

extension Scenario.Step {
    /// A step with its expectations, such as `("verdict", "block")`.
    init(
        _ question: Question,
        given: ScenarioGiven = ScenarioGiven(),
        _ expected: (Answer.Part, String?)...
    ) {
        self.init(
            given: given,
            question: question,
            expected: expected.map { ScenarioExpectation(part: $0.0, value: $0.1, location: Samples.place(3)) },
            location: Samples.place(2)
        )
    }
}

extension Question {
    /// A page of a view navigates to a URL.
    static func go(_ url: String, in view: String? = "E", answer: ExternalURLAnswer? = nil) -> Question {
        .navigate(to: url, in: view, answer: answer)
    }
}

extension ScenarioGiven.Identity: ExpressibleByArrayLiteral {
    package init(arrayLiteral accounts: AccountID...) { self = .accounts(accounts) }
}
