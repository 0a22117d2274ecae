public import Diagnostics
public import PolicyModel
public import RuleIndex

/// The result of one claim.
public struct ClaimResult: Hashable, Sendable {
    /// How a claim ended.
    public enum Verdict: String, CaseIterable, Hashable, Sendable {
        /// The claim holds for every question.
        case proven
        /// The claim does not hold: there is a path or a URL as a counterexample.
        case refuted
        /// No counterexample was found, but not everything could be checked.
        case sampled
        /// The claim refers to nothing that the policy contains.
        case vacuous
        /// The claim could not be decided.
        case notDecided
    }

    /// How the claim ended.
    public var verdict: Verdict
    /// The kind of the claim.
    public var kind: Claim.Kind
    /// The explanation in one sentence.
    public var message: String
    /// Whether it relies on the ownership of sites that is inferred from rules rather than declared.
    public var isInferred: Bool
    /// The questions and answers that show the result: the steps of a path, or the question about a URL.
    public var steps: [ScenarioResult.Step]
    /// The acting account in each of the steps.
    public var users: [AccountID]
    /// The settings that make it possible, such as `strict.printBlocked: false`, each with its place.
    public var gates: [String]
    /// A scenario that fails as long as the claim is refuted for this reason; nil unless the claim is refuted and a
    /// scenario can reproduce the path. Nil too if it would contain a PIN.
    public var scenario: Scenario?
    /// Additional findings that do not change the result: rules behind an `always` that URLs escape because they are
    /// written in another way.
    public var findings: [Diagnostic]
    /// The code of a claim that does not hold.
    public static let refutedCode = "claim.refuted"
    /// The error code of a vacuous claim.
    public static let vacuousCode = "claim.vacuous"
    /// The error code of a claim that was not run.
    public static let notRunCode = "claim.notRun"

    /// Creates a result.
    public init(
        _ verdict: Verdict,
        _ kind: Claim.Kind,
        _ message: String,
        isInferred: Bool = false,
        steps: [ScenarioResult.Step] = [],
        users: [AccountID] = [],
        gates: [String] = [],
        scenario: Scenario? = nil,
        findings: [Diagnostic] = []
    ) {
        self.verdict = verdict
        self.kind = kind
        self.message = message
        self.isInferred = isInferred
        self.steps = steps
        self.users = users
        self.gates = gates
        self.scenario = scenario
        self.findings = findings
    }
}

/// Decides claims. `PolicyAnalysis` implements it. A ``ScenarioRunner`` without a claim runner reports each claim as an
/// error, so that no claim is assumed to be true without a check.
public protocol ClaimRunner: Sendable {
    /// Decides a claim.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - policy: The policy that it is about.
    ///   - other: The policy to compare with; nil unless the claim compares policies.
    /// - Returns: The result.
    mutating func run(_ claim: Claim, of policy: CompiledPolicy, comparedTo other: CompiledPolicy?) -> ClaimResult
}
