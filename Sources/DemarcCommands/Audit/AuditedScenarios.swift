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

    /// What the scenario files say, before anything is written.
    struct Decided {
        /// The result of each claim, by file.
        var claims: [ScenarioFileResult] = []
        /// What refuted claims, with the policies that it is about.
        var refuted: [(scenario: Scenario, policy: ScenarioFile.Policy)] = []
        /// A scenario for each class of decisions that no scenario covers; empty unless these are written.
        var missing: [(scenario: Scenario, policy: ScenarioFile.Policy)] = []
        /// The files that were read.
        var inputs: [FileStatus] = []
    }

    /// Decides the claims, and finds the classes of decisions that no scenario covers.
    ///
    /// - Parameters:
    ///   - read: The audited policy.
    ///   - path: Its path.
    ///   - displayName: The display name that selects a policy of a Graph export.
    ///   - assuming: The worst cases that the audit assumes, and that the claims then assume as well.
    ///   - allowsOutside: Whether the document may refer to files outside its folder.
    /// - Returns: What is shown and written.
    /// - Throws: An exit code if a file cannot be used, or has claims about another policy.
    func decide(
        of read: ReadDocument,
        at path: String,
        _ displayName: String?,
        assuming: Set<AuditAssumption>,
        allowsOutside: Bool
    ) throws -> Decided {
        for path in claims + scenarios { try InputFile.refuseStandardInput(path, as: "a scenario file") }
        let noted = NotedFiles()
        let reader = ScenarioFileReader(files: noted, allowsOutside: allowsOutside)
        let audited = ScenarioFile.Policy(document: read.document, path: path, displayName: displayName)
        var decided = Decided()
        for claimsPath in claims {
            let (file, sources) = try load(claimsPath, reader)
            try check(file, at: claimsPath, isAbout: audited)
            var runner = ScenarioRunner(file, claims: PolicyClaims(assuming: assuming))
            var result = ScenarioFileResult(path: claimsPath, sources: sources)
            for claim in file.claims {
                let start = Clock.monotonic
                let outcome = runner.run(claim)
                result.runs.append(.init(outcome, duration: .nanoseconds(Clock.monotonic - start)))
                if let scenario = outcome.claim?.scenario {
                    decided.refuted.append((scenario, file.policies[scenario.policy]))
                }
            }
            decided.claims.append(result)
        }
        if writeScenarios != nil { decided.missing = try missing(of: read, audited, reader) }
        decided.inputs = noted.statuses
        return decided
    }

    /// Prepares the files with what refuted claims, and with scenarios for the classes that no scenario covers.
    ///
    /// - Parameter decided: What is written.
    /// - Returns: The files, none of which is written yet.
    /// - Throws: ``CommandError`` if no command could read a file.
    func prepare(_ decided: Decided) throws -> [RegressionFile.Prepared] {
        let refuted = try writeScenario.flatMap { try RegressionFile($0).prepare(decided.refuted) }
        let missing = try writeScenarios.flatMap { path in
            try RegressionFile(
                path,
                option: "--write-scenarios",
                advice: "cover similar requests with a matrix, in a file for --scenarios, or audit a part of the policy"
            )
            .prepare(
                decided.missing,
                note: "Written by demarc audit: what the policy decides where no scenario checked."
            )
        }
        return [refuted, missing].compactMap(\.self)
    }

    private func missing(
        of read: ReadDocument,
        _ audited: ScenarioFile.Policy,
        _ reader: ScenarioFileReader
    ) throws -> [(scenario: Scenario, policy: ScenarioFile.Policy)] {
        guard read.compiledBytes == nil else {
            throw CommandError.usage("--write-scenarios: scenarios name a policy document, not a compiled policy")
        }
        var coverage = DecisionCoverage(read.policy)
        let finder = ScenarioFinder(scenarios)
        Console.note(finder.failures, sources: [])
        for found in finder.files {
            let file = try load(found, reader).file
            for scenario in file.scenarios {
                let policy = file.policies[scenario.policy]
                if policy.base == nil, isSame(policy, audited) { coverage.note(scenario) }
            }
        }
        if coverage.isCut {
            let limit = DecisionCoverages.grouped(DecisionCoverage.classLimit)
            Console.note(
                "warning: --write-scenarios: the policy has more than \(limit) decision classes; scenarios are written for"
                    + " the first \(limit) only\n"
            )
        }
        return coverage.missing().map { (scenario: $0, policy: audited) }
    }

    private func load(
        _ path: String,
        _ reader: ScenarioFileReader
    ) throws -> (file: ScenarioFile, sources: [SourceFile]) {
        let loaded = reader.load(path: path)
        Console.note(loaded.diagnostics, sources: loaded.sources, of: path)
        guard let file = loaded.file else { throw ExitStatus.unreadable }
        return (file, loaded.sources)
    }

    /// Checks that a file has claims, and that all of them are about the audited policy.
    private func check(
        _ file: ScenarioFile,
        at path: String,
        isAbout audited: ScenarioFile.Policy
    ) throws(CommandError) {
        guard !file.claims.isEmpty else { throw .unreadable("`\(VisibleText.of(path))` has no claims") }
        for claim in file.claims {
            var policy = file.policies[claim.policy]
            // A patched policy is still the same one.
            if let base = policy.base { policy = file.policies[base] }
            guard !isSame(policy, audited) else { continue }
            throw .usage(
                "`\(VisibleText.of(path))` claims something about \(words(policy)), not about \(words(audited))"
            )
        }
    }

    /// Whether two policies are of the same file and, if it is an export with several, the same of these.
    private func isSame(_ policy: ScenarioFile.Policy, _ other: ScenarioFile.Policy) -> Bool {
        guard let path = try? DiskFiles().resolve(policy.path), path == (try? DiskFiles().resolve(other.path)) else {
            return false
        }
        // A display name and an id can select the same policy.
        return policy.displayName == other.displayName
            || PolicyEdit.all(from: policy.document, to: other.document).isEmpty
    }

    private func words(_ policy: ScenarioFile.Policy) -> String {
        let file = "`\(VisibleText.of(policy.path))`"
        return policy.displayName.map { "the policy `\(VisibleText.of($0))` of \(file)" } ?? file
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

    /// Whether not everything could be checked for a claim.
    var isSampled: Bool { contains { $0.runs.contains { $0.result.claim?.verdict == .sampled } } }

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
