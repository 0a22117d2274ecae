import Diagnostics
import DocumentReading
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import Scenarios

/// One run of `demarc test`: from files to results.
struct TestRun {
    let filter: ScenarioFilter?
    let allowsOutside: Bool
    let measuresCoverage: Bool
    /// Results with which a claim fails although nothing refutes it.
    let failures: Set<TestFailure>
    /// The source of files, which also knows what was read.
    private let source: NotedFiles

    private(set) var files: [ScenarioFileResult] = []
    private(set) var coverage = ScenarioCoverage()
    /// The exercised decisions of each policy, by path and name of the policy.
    private(set) var decisions = DecisionCoverages()
    /// The number of scenarios that the filter skipped.
    private(set) var passedOver = 0
    /// The files that were read: scenario files, policies, and what these refer to.
    var inputs: [FileStatus] { source.statuses }
    /// Counterexamples to claims, as scenarios under the policies that they are about.
    private(set) var regressions: [(scenario: Scenario, policy: ScenarioFile.Policy)] = []
    /// The signal that ended the run, if one did.
    private(set) var signal: Int32?

    /// Findings that were already reported: scenario files share policies.
    private var told: Set<Diagnostic> = []
    private var canonicalPaths: [String: String] = [:]

    init(
        filter: ScenarioFilter?,
        allowsOutside: Bool,
        measuresCoverage: Bool,
        failures: Set<TestFailure> = [],
        source: any FileSource = DiskFiles()
    ) {
        self.source = NotedFiles(source)
        self.filter = filter
        self.allowsOutside = allowsOutside
        self.measuresCoverage = measuresCoverage
        self.failures = failures
    }

    /// The number of scenarios with an outcome.
    func count(_ outcome: ScenarioResult.Outcome) -> Int { files.reduce(0) { $0 + $1.count(outcome) } }

    /// Whether every file could be read.
    var couldReadAll: Bool { files.allSatisfy { $0.error == nil } }

    /// Runs the scenarios of one file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - progress: Shows how many scenarios are done.
    /// - Returns: The results; nil if the filter selects none of its scenarios, or if a signal ended the reading.
    mutating func run(_ path: String, _ progress: inout ProgressBar) -> ScenarioFileResult? {
        let loaded = ScenarioFileReader(files: source, allowsOutside: allowsOutside).load(path: path)
        progress.clear()
        // A signal also ends the opening of a pipe, which is not an error of the file.
        if loaded.file == nil, let number = Interruption.signal {
            signal = number
            return nil
        }
        Console.note(loaded.diagnostics.filter { told.insert($0).inserted }, sources: loaded.sources, of: path)
        var result = ScenarioFileResult(path: path, sources: loaded.sources)
        guard let file = loaded.file else {
            result.error =
                loaded.diagnostics.first { $0.severity == .error }
                ?? Diagnostic(code: FindingCode.fileUnreadable.rawValue, message: "cannot be used", places: [])
            files.append(result)
            return result
        }
        var runner = ScenarioRunner(file, measuresCoverage: measuresCoverage, claims: PolicyClaims())
        let chosen = file.scenarios.filter { filter?.chooses($0.name) ?? true }
        let claims = file.claims.filter { filter?.chooses($0.name) ?? true }
        passedOver += file.scenarios.count - chosen.count + file.claims.count - claims.count
        let done = files.reduce(0) { $0 + $1.runs.count }
        result.runs.reserveCapacity(chosen.count + claims.count)
        for (position, scenario) in chosen.enumerated() {
            if let number = Interruption.signal {
                signal = number
                break
            }
            let start = Clock.monotonic
            let outcome = runner.run(scenario)
            result.runs.append(.init(outcome, duration: .nanoseconds(Clock.monotonic - start)))
            progress.update(done: position + 1, total: chosen.count, "\(done + position + 1) scenarios")
        }
        for claim in claims {
            if let number = Interruption.signal {
                signal = number
                break
            }
            let start = Clock.monotonic
            let outcome = judged(runner.run(claim))
            result.runs.append(.init(outcome, duration: .nanoseconds(Clock.monotonic - start)))
            if let scenario = outcome.claim?.scenario {
                regressions.append((scenario, file.policies[scenario.policy]))
            }
        }
        progress.clear()
        if measuresCoverage {
            merge(runner.coverage)
            decisions.note(chosen, of: file)
        }
        guard filter == nil || !chosen.isEmpty || !claims.isEmpty else { return nil }
        files.append(result)
        return result
    }

    /// The result of a claim, or a failure if that is one of ``failures``. So every report says why the run fails.
    private func judged(_ result: ScenarioResult) -> ScenarioResult {
        guard result.outcome == .passed, let claim = result.claim,
            let failure = TestFailure.allCases.first(where: { failures.contains($0) && $0.isResult(of: claim) })
        else { return result }
        var failed = result
        failed.outcome = .failed
        failed.claim?.message += "; this fails with --fail-on \(failure.rawValue)"
        return failed
    }

    private mutating func merge(_ other: ScenarioCoverage) {
        var paths = canonicalPaths
        coverage.merge(other) { path in
            if let known = paths[path] { return known }
            let resolved = (try? DiskFiles().resolve(path)) ?? path
            paths[path] = resolved
            return resolved
        }
        canonicalPaths = paths
    }
}
