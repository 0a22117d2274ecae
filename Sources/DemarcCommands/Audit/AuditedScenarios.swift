import ArgumentParser
import Demarc
import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import Scenarios

/// Scenario files in an audit: it decides their claims, and writes scenarios for what they do not cover.
struct AuditedScenarios: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also decide the claims in this scenario file, which must be about the same policy. Repeat it for several.",
            valueName: "file"
        ),
        completion: .file()
    )
    var claims: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write what refuted claims to this file, as scenarios that fail until the claims hold.",
            valueName: "file"
        ),
        completion: .file()
    )
    var writeScenario: String?

    @Option(
        help: ArgumentHelp(
            "Write a scenario for each class of decisions that --scenarios do not ask about, expecting what is decided now.",
            valueName: "file"
        ),
        completion: .file()
    )
    var writeScenarios: String?

    @Option(
        help: ArgumentHelp(
            "Existing scenarios, for --write-scenarios: a file or a folder.",
            valueName: "path"
        ),
        completion: .file()
    )
    var scenarios: [String] = []

    func validate() throws {
        if writeScenario != nil, claims.isEmpty { throw ValidationError("--write-scenario needs --claims.") }
        if writeScenarios == nil, !scenarios.isEmpty {
            throw ValidationError("--scenarios needs --write-scenarios.")
        }
    }

    /// Decides the claims.
    ///
    /// - Parameters:
    ///   - policy: The path of the audited policy.
    ///   - allowsOutside: Whether the document may refer to files outside its folder.
    /// - Returns: The result of each claim, by file.
    /// - Throws: An exit code if a file cannot be used, or is about another policy.
    func decide(of policy: String, allowsOutside: Bool) throws -> [ScenarioFileResult] {
        var refuted: [(Scenario, ScenarioFile.Policy)] = []
        var inputs: [FileStatus] = []
        let results = try claims.map { path in
            let (file, sources) = try load(path, of: policy, allowsOutside: allowsOutside) { $0.claims.map(\.policy) }
            inputs += sources.compactMap { FileStatus(path: $0.path) }
            var runner = ScenarioRunner(file, claims: PolicyClaims())
            var result = ScenarioFileResult(path: path, sources: sources)
            for claim in file.claims {
                let start = Clock.monotonic
                let outcome = runner.run(claim)
                result.runs.append(.init(outcome, duration: .nanoseconds(Clock.monotonic - start)))
                if let scenario = outcome.claim?.scenario { refuted.append((scenario, file.policies[scenario.policy])) }
            }
            return result
        }
        if let writeScenario { try RegressionFile(writeScenario).write(refuted, besides: inputs) }
        return results
    }

    /// Writes scenarios for the classes of decisions that no scenario covers.
    ///
    /// - Parameters:
    ///   - read: The policy.
    ///   - path: Its path.
    ///   - displayName: The display name that selects a policy of a Graph export.
    ///   - allowsOutside: Whether the document may refer to files outside its folder.
    /// - Throws: An exit code if a file cannot be used.
    func writeMissing(of read: ReadDocument, at path: String, _ displayName: String?, allowsOutside: Bool) throws {
        guard let writeScenarios else { return }
        guard read.compiledBytes == nil else {
            throw CommandError.usage("--write-scenarios: scenarios name a policy document, not a compiled policy")
        }
        var coverage = DecisionCoverage(read.policy)
        let finder = ScenarioFinder(scenarios)
        Console.note(finder.failures, sources: [])
        var inputs = read.files
        for found in finder.files {
            let (file, sources) = try load(found, of: nil, allowsOutside: allowsOutside) { _ in [] }
            inputs += sources.compactMap { FileStatus(path: $0.path) }
            for scenario in file.scenarios {
                let policy = file.policies[scenario.policy]
                if policy.base == nil, isSame(policy.path, path) { coverage.note(scenario) }
            }
        }
        let missing = coverage.missing()
        let policy = ScenarioFile.Policy(document: read.document, path: path, displayName: displayName)
        try RegressionFile(writeScenarios, option: "--write-scenarios").write(
            missing.map { ($0, policy) },
            note: "Written by demarc audit: what the policy decides where no scenario checked.",
            besides: inputs
        )
    }

    private func load(
        _ path: String,
        of policy: String?,
        allowsOutside: Bool,
        _ positions: (ScenarioFile) -> [Int]
    ) throws -> (ScenarioFile, [SourceFile]) {
        let loaded = ScenarioFileReader(allowsOutside: allowsOutside).load(path: path)
        Console.note(loaded.diagnostics, sources: loaded.sources)
        guard let file = loaded.file else { throw ExitStatus.unreadable }
        guard let policy else { return (file, loaded.sources) }
        guard !file.claims.isEmpty else {
            throw CommandError.unreadable("`\(VisibleText.of(path))` has no claims")
        }
        for position in positions(file) where !isSame(file.policies[position].path, policy) {
            throw CommandError.usage(
                "`\(VisibleText.of(path))` claims something about `\(VisibleText.of(file.policies[position].path))`, not "
                    + "about `\(VisibleText.of(policy))`"
            )
        }
        return (file, loaded.sources)
    }

    private func isSame(_ path: String, _ other: String) -> Bool {
        guard let one = try? DiskFiles().resolve(path), let two = try? DiskFiles().resolve(other) else { return false }
        return one == two
    }
}

extension [ScenarioFileResult] {
    /// The claims as a member of the audit's JSON object.
    var claimsMember: String {
        let report = ScenarioJSONReport()
        let objects = flatMap { file in file.runs.map { report.object($0.result) } }
        return "\"claims\":[\(objects.joined(separator: ","))]"
    }

    /// The claims that do not hold, and remarks about the others, as results of a SARIF log.
    var sarifResults: [SARIFReport.Result] {
        flatMap(\.runs).map(\.result).flatMap { result -> [SARIFReport.Result] in
            let findings = (result.claim?.findings ?? []).map { SARIFReport.Result(diagnostic: $0) }
            guard result.outcome != .passed else { return findings }
            let diagnostic =
                result.error
                ?? Diagnostic(
                    code: ClaimResult.refutedCode,
                    message: "refuted: \(result.name)",
                    places: [SourceRange(at: result.location)]
                )
            return [SARIFReport.Result(diagnostic: diagnostic)] + findings
        }
    }

    /// Whether a claim was decided although URLs in another notation evade a rule that it depends on.
    var hasEvasions: Bool { contains { $0.runs.contains { $0.result.claim?.findings.isEmpty == false } } }

    /// The SARIF rules of these results.
    static var sarifRules: [SARIFReport.Rule] {
        [
            .init(
                id: ClaimResult.refutedCode,
                title: "claim is refuted",
                text: "A claim in a scenario file does not hold for the policy.",
                severity: .error
            ),
            .init(
                id: ClaimResult.vacuousCode,
                title: "claim names something unknown",
                text: "A claim in a scenario file names something that the policy does not have.",
                severity: .error
            ),
            .init(
                id: ClaimResult.notRunCode,
                title: "claim was not decided",
                text: "A claim in a scenario file could not be decided.",
                severity: .error
            ),
        ]
    }
}
