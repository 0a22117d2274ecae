import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// The policy of the scenarios in these tests.
let scenarioPolicy = """
    demarc: 1
    app: {id: com.contoso.app}
    policies:
      level2:
        allowedOutboundClipboardSharingLevel: managedApps
        printBlocked: true
      open: {customBrowserProtocol: kiosk}
    accounts:
      - {account: 3EC2, upn: dana@contoso.com, organization: contoso, policy: level2}
      - {account: dana@example.net}
    ruleSets:
      corporate:
        default: external
        rules:
          - {id: intranet, class: internal, domain: contoso.com}
    views:
      - {id: W, children: [{id: A}, {id: E, isExternalURL: corporate}]}
    """

/// Reads a scenario file named `t/s.yaml`, next to the policy `policy.yaml` and some other files; `apps` are the
/// declared apps, or nil if policies do not list apps.
func readScenarios(
    _ text: String,
    files: [String: String] = [:],
    apps: [AppDeclaration]? = nil,
    bounds: ReadingBounds = ReadingBounds()
) -> ScenarioLoadResult {
    let source = MemoryFiles(["policy.yaml": scenarioPolicy].merging(files) { $1 })
    let reader = ScenarioFileReader(files: source, bounds: bounds)
    let reading = ScenarioReading(ReadingContext(source: source, bounds: bounds, allowsOutside: false)) {
        let result = reader.policy($0, path: $1, displayName: $2, allowsSecondManagedAccount: $3)
        var document = result.document
        if let apps { document?.apps = apps }
        return PolicyLoadResult(document: document, diagnostics: result.diagnostics, sources: result.sources)
    }
    return reading.load(Array(text.utf8), path: "t/s.yaml", resolvedPath: "/t/s.yaml")
}

/// The text of a scenario file with one scenario.
func scenarioFile(_ scenario: String, policy: String = "../policy.yaml", defaults: String? = nil) -> String {
    "demarc-test: 1\npolicy: \(policy)\n" + (defaults.map { "defaults: \($0)\n" } ?? "")
        + "scenarios:\n- \(scenario)\n"
}

/// The text of a scenario file with one request; its expectation is one that every request can have.
func scenarioFile(asking when: String) -> String {
    scenarioFile("{name: n, when: \(when), then: {verdict: null}}")
}

/// The findings of a reading, one line each, which begins with the location: `line:column`, and the path before it for
/// files other than `t/s.yaml`.
func summary(_ result: ScenarioLoadResult) -> [String] {
    result.diagnostics.map { finding in
        let location = finding.location.map { $0.path == "t/s.yaml" ? "\($0.line):\($0.column)" : "\($0)" } ?? ""
        return "\(location) \(text(of: finding, in: result.sources))"
    }
}

/// Checks that a scenario file gives exactly these findings, and is refused if one of them is an error.
func checkScenarios(
    _ text: String,
    files: [String: String] = [:],
    apps: [AppDeclaration]? = nil,
    gives expected: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let result = readScenarios(text, files: files, apps: apps)
    let summary = summary(result)
    let shown = summary.joined(separator: "\n")
    #expect(summary == expected, "in:\n\(text)\ngot:\n\(shown)", sourceLocation: sourceLocation)
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.file == nil) == hasErrors, sourceLocation: sourceLocation)
}

/// The only step of the only scenario of a file with one request.
func step(
    asking when: String,
    apps: [AppDeclaration]? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Scenario.Step {
    let result = readScenarios(scenarioFile(asking: when), apps: apps)
    let file = try #require(result.file, "\(summary(result))", sourceLocation: sourceLocation)
    return try #require(file.scenarios.first?.steps.first, sourceLocation: sourceLocation)
}
