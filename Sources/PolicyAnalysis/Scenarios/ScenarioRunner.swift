import Diagnostics
public import PolicyModel
import RuleIndex

/// Runs the scenarios of a file, each in an engine of its own, so that none sees what another one did.
///
/// ```swift
/// var runner = ScenarioRunner(file)
/// let failed = file.scenarios.map { runner.run($0) }.filter { $0.outcome != .passed }
/// ```
///
/// A scenario always ends the same way. Policies are compiled when the first scenario needs them; those that differ only
/// in what a scenario patches share their rules.
public struct ScenarioRunner: Sendable {
    /// The file.
    public let file: ScenarioFile
    /// Which rules and settings the scenarios run so far exercised.
    public private(set) var coverage = ScenarioCoverage()

    private let measuresCoverage: Bool
    private var compiled: [CompiledPolicy?]

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - file: The file; `policy` of each of its scenarios is a position in its policies.
    ///   - measuresCoverage: Whether ``coverage`` is wanted.
    public init(_ file: ScenarioFile, measuresCoverage: Bool = false) {
        self.file = file
        self.measuresCoverage = measuresCoverage
        compiled = Array(repeating: nil, count: file.policies.count)
    }

    /// Runs one scenario up to its end, or to the first step that is not as expected.
    ///
    /// - Complexity: O(*n*) in its steps, and in the views, accounts and apps of its policy.
    public mutating func run(_ scenario: Scenario) -> ScenarioResult {
        var world = ScenarioWorld(policy(scenario.policy), for: scenario)
        var steps: [ScenarioResult.Step] = []
        var location = scenario.location
        do throws(ScenarioProblem) {
            try world.begin(scenario.given)
            for step in scenario.steps {
                location = step.location
                steps.append(ScenarioResult.Step(step))
                try world.apply(step.given)
                let answer = try world.answer(to: step.request)
                let accounts = file.policies[scenario.policy].document.accounts
                let wrong = step.expected.filter { !answer.meets($0, accounts) }
                steps[steps.count - 1].got = answer.fields
                steps[steps.count - 1].differences = wrong.map(\.part.rawValue)
                if measuresCoverage { coverage.note(answer.reasons, policy: basePosition(of: scenario.policy)) }
                if !wrong.isEmpty { return ScenarioResult(scenario, .failed, steps) }
            }
            return ScenarioResult(scenario, .passed, steps)
        } catch {
            return ScenarioResult(scenario, .error, steps, error: error.diagnostic(at: location))
        }
    }

    /// The policy whose rules stand in a document.
    private func basePosition(of position: Int) -> Int { file.policies[position].base ?? position }

    private mutating func policy(_ position: Int) -> CompiledPolicy {
        if let known = compiled[position] { return known }
        let policy = file.policies[position]
        let made: CompiledPolicy
        if let base = policy.base, base != position {
            made = CompiledPolicy(policy.document, withRuleSetsOf: self.policy(base))
        } else {
            made = CompiledPolicy(policy.document)
            if measuresCoverage { coverage.add(policy.document, policy: position) }
        }
        compiled[position] = made
        return made
    }
}

extension ScenarioResult {
    fileprivate init(_ scenario: Scenario, _ outcome: ScenarioOutcome, _ steps: [Step], error: Diagnostic? = nil) {
        self.init(name: scenario.name, location: scenario.location, outcome: outcome, steps: steps, error: error)
    }
}

extension ScenarioResult.Step {
    /// A step that has not been asked yet.
    fileprivate init(_ step: Scenario.Step) {
        self.init(
            location: step.location,
            request: step.request,
            expected: step.expected.map { ScenarioField($0) },
            got: [],
            differences: []
        )
    }
}
