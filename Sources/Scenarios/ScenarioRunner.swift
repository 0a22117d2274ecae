import Demarc
import Diagnostics
public import PolicyFiles
public import PolicyModel
import QuestionAnswering
package import RuleIndex

/// Runs the scenarios of a file, each in its own engine, so that no scenario sees the effects of another.
///
/// ```swift
/// let loaded = ScenarioFileReader().load(path: "scenarios.yaml")
/// if let file = loaded.file {
///     var runner = ScenarioRunner(file)
///     let failed = file.scenarios.map { runner.run($0) }.filter { $0.outcome != .passed }
///     print(failed.count)
/// }
/// ```
///
/// The result of a scenario is deterministic. Policies are compiled when the first scenario needs them; policies that
/// differ only in a scenario's patches share their rules.
public struct ScenarioRunner: Sendable {
    /// The file.
    public let file: ScenarioFile
    /// The rules and settings that the scenarios run so far exercised.
    public private(set) var coverage = ScenarioCoverage()

    private let measuresCoverage: Bool
    private var claims: (any ClaimRunner)?
    private var compiled: [CompiledPolicy?]
    /// The positions of the policies whose rules and settings ``coverage`` counts.
    private var counted: Set<Int> = []

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - file: The file; `policy` of each of its scenarios is a position in its policies.
    ///   - measuresCoverage: Whether to measure ``coverage``.
    ///   - claims: Decides claims; without it, each claim is an error.
    public init(_ file: ScenarioFile, measuresCoverage: Bool = false, claims: (any ClaimRunner)? = nil) {
        self.file = file
        self.claims = claims
        self.measuresCoverage = measuresCoverage
        compiled = Array(repeating: nil, count: file.policies.count)
    }

    /// Reads a scenario file and runs all of its scenarios: a single call for a user's own tests.
    ///
    /// <!-- example: skip: a test, for Swift Testing -->
    /// ```swift
    /// @Test(arguments: try ScenarioRunner.results(ofFile: "scenarios.yaml"))
    /// func scenario(_ result: ScenarioResult) { #expect(result.outcome == .passed, "\(result)") }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - reader: Reads the file; it determines what a policy may refer to.
    ///   - claims: Decides claims; without it, each claim is an error.
    /// - Returns: The results of the scenarios and then of the claims, in the order they are written; at least one.
    /// - Throws: ``ScenarioFileError`` for a file that cannot be used.
    public static func results(
        ofFile path: String,
        reader: ScenarioFileReader = ScenarioFileReader(),
        claims: (any ClaimRunner)? = nil
    ) throws(ScenarioFileError) -> [ScenarioResult] {
        let loaded = reader.load(path: path)
        guard let file = loaded.file else {
            throw ScenarioFileError(diagnostics: loaded.diagnostics, sources: loaded.sources)
        }
        var runner = ScenarioRunner(file, claims: claims)
        return file.scenarios.map { runner.run($0) } + file.claims.map { runner.run($0) }
    }

    /// Runs one scenario until its end, or until the first step that does not meet its expectations.
    ///
    /// - Precondition: The scenario is one of the runner's file, because it names the file's policies by position.
    /// - Complexity: O(*n*) in its steps, and in the views, accounts and apps of its policy.
    public mutating func run(_ scenario: Scenario) -> ScenarioResult {
        let result = Self.result(of: scenario, under: policyUnderTest(scenario.policy))
        if measuresCoverage {
            let (document, base) = (file.policies[scenario.policy].document, basePosition(of: scenario.policy))
            for step in result.steps { coverage.note(step.answer?.reasons ?? [], under: document, policy: base) }
        }
        return result
    }

    /// The result of a scenario under a policy.
    package static func result(of scenario: Scenario, under policy: CompiledPolicy) -> ScenarioResult {
        let host = ScenarioHost(policy, for: scenario)
        let accounts = policy.document.accounts
        var steps: [ScenarioResult.Step] = []
        var location = scenario.location
        do throws(QuestionError) {
            try host.begin(scenario.given)
            for step in scenario.steps {
                location = step.location
                steps.append(.init(location: step.location, question: step.question, expected: step.expected))
                try host.apply(step.given)
                let answer = try host.answer(to: step.question)
                let unmet = step.expected.filter { !answer.meets($0, accounts) }
                steps[steps.count - 1].answer = answer
                steps[steps.count - 1].unmet = unmet
                if !unmet.isEmpty { return ScenarioResult(scenario, .failed, steps) }
            }
            return ScenarioResult(scenario, .passed, steps)
        } catch {
            return ScenarioResult(scenario, .error, steps, error: error.diagnostic(at: location))
        }
    }

    /// Decides one claim.
    ///
    /// - Precondition: The claim is one of the runner's file.
    /// - Complexity: That of the claim runner; `PolicyAnalysis` asks some hundred questions for each policy, view and
    ///   app, once for all claims of a policy.
    public mutating func run(_ claim: Claim) -> ScenarioResult {
        guard claims != nil else {
            let error = Diagnostic(
                code: ClaimResult.notRunCode,
                message: "claims are not decided here; use `demarc test`",
                places: [SourceRange(at: claim.location)]
            )
            return ScenarioResult(
                name: claim.name,
                location: claim.location,
                outcome: .error,
                steps: [],
                error: error
            )
        }
        let policy = policyUnderTest(claim.policy)
        let other = claim.statement.baseline.map { self.policy($0.policy) }
        guard let result = claims?.run(claim, of: policy, comparedTo: other) else {
            return ScenarioResult(name: claim.name, location: claim.location, outcome: .error, steps: [])
        }
        return ScenarioResult(claim, result)
    }

    /// The position of the policy whose rules a document uses.
    private func basePosition(of position: Int) -> Int { file.policies[position].base ?? position }

    /// A policy whose rules and settings scenarios can exercise, unlike those of a policy that a claim compares it with.
    private mutating func policyUnderTest(_ position: Int) -> CompiledPolicy {
        let base = basePosition(of: position)
        if measuresCoverage, counted.insert(base).inserted {
            coverage.add(file.policies[base].document, policy: base)
        }
        return policy(position)
    }

    private mutating func policy(_ position: Int) -> CompiledPolicy {
        if let known = compiled[position] { return known }
        let policy = file.policies[position]
        let made: CompiledPolicy
        if let base = policy.base, base != position {
            made = CompiledPolicy(policy.document, withRuleSetsOf: self.policy(base))
        } else {
            made = CompiledPolicy(policy.document)
        }
        compiled[position] = made
        return made
    }
}

/// An error for a scenario file that cannot be run, with the problems in it or in its policies.
public struct ScenarioFileError: Error, CustomStringConvertible, Sendable {
    /// All findings.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into.
    public let sources: [SourceFile]

    /// The findings with their quoted lines.
    public var description: String { TextReport(sources: sources).text(diagnostics) }
}

extension ScenarioResult {
    fileprivate init(_ scenario: Scenario, _ outcome: Outcome, _ steps: [Step], error: Diagnostic? = nil) {
        self.init(name: scenario.name, location: scenario.location, outcome: outcome, steps: steps, error: error)
    }
}

extension ScenarioResult {
    fileprivate init(_ claim: Claim, _ result: ClaimResult) {
        let outcome: Outcome =
            switch result.verdict {
            case .proven, .sampled: .passed
            case .refuted: .failed
            case .vacuous, .notDecided: .error
            }
        let error = Diagnostic(
            code: result.verdict == .vacuous ? ClaimResult.vacuousCode : ClaimResult.notRunCode,
            message: result.message,
            places: [SourceRange(at: claim.location)]
        )
        self.init(
            name: claim.name,
            location: claim.location,
            outcome: outcome,
            steps: result.steps,
            error: outcome == .error ? error : nil,
            claim: result
        )
    }
}

extension QuestionError {
    /// The error as a finding at a place.
    fileprivate func diagnostic(at location: SourceLocation) -> Diagnostic {
        Diagnostic(code: code.rawValue, message: description, places: [SourceRange(at: location)])
    }
}

extension Answer {
    /// Whether the answer meets an expectation.
    ///
    /// - Parameters:
    ///   - expectation: The part and its expected value, or the value that it must not have.
    ///   - accounts: The accounts of the policy, each of which has two names.
    /// - Returns: Whether it does.
    package func meets(_ expectation: ScenarioExpectation, _ accounts: AccountDirectory) -> Bool {
        hasValue(of: expectation, accounts) != expectation.isExcluded
    }

    /// Whether a part has the value of an expectation.
    private func hasValue(of expectation: ScenarioExpectation, _ accounts: AccountDirectory) -> Bool {
        let value = expectation.value
        switch expectation.part {
        case .verdict, .to, .url, .route, .page, .class, .rule, .value, .conflict, .challenges, .nextCheck:
            return text(of: expectation.part) == value
        case .account:
            guard let account, let value else { return self.account == nil && value == nil }
            let expected = AccountID(named: value)
            if account == expected { return true }
            return accounts.position(of: account).map { $0 == accounts.position(of: expected) } ?? false
        case .reasons:
            guard let value else { return reasons.isEmpty }
            return reasons.contains { Self.isPrefix(value, of: $0.code.rawValue) }
        }
    }

    /// Whether a text is a code, or the beginning of a code up to one of its dots.
    private static func isPrefix(_ prefix: String, of code: String) -> Bool {
        guard code.hasPrefix(prefix) else { return false }
        return code.utf8.count == prefix.utf8.count || code.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: ".")
    }
}
