public import Diagnostics
public import PolicyModel
public import RuleIndex

/// What became of one claim.
public struct ClaimResult: Hashable, Sendable {
    /// How a claim ended.
    public enum Verdict: String, CaseIterable, Hashable, Sendable {
        /// It holds, whatever is asked.
        case proven
        /// It does not hold: there is a way, or a URL, that shows it.
        case refuted
        /// Nothing was found against it, but not everything could be asked.
        case sampled
        /// It speaks of nothing that the policy has.
        case vacuous
        /// Nobody could decide it.
        case notDecided
    }

    /// How it ended.
    public var verdict: Verdict
    /// What is claimed.
    public var kind: Claim.Kind
    /// Why it ended so, in a sentence.
    public var message: String
    /// Whether it rests on whose sites are, which rules suggest and nobody wrote.
    public var isInferred: Bool
    /// What was asked and answered to show it: the steps of a way, or the question about a URL, each with who acts.
    public var steps: [ScenarioResult.Step]
    /// Who acts in each of the steps.
    public var users: [AccountID]
    /// What makes it possible, such as `strict.printBlocked: false`; each with its place.
    public var gates: [String]
    /// A scenario that fails as long as the claim is refuted for this reason; nil unless it is refuted, and where no
    /// scenario can walk the way.
    public var scenario: Scenario?
    /// What a reader should know besides, though the claim ended as it did: rules behind an `always` that URLs escape
    /// because they are written in another way.
    public var findings: [Diagnostic]
    /// The code of a claim that does not hold.
    public static let refutedCode = "claim.refuted"
    /// The code of the error of a vacuous claim.
    public static let vacuousCode = "claim.vacuous"
    /// The code of the error of a claim that nobody ran.
    public static let notRunCode = "claim.notRun"

    /// Makes a result.
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

/// Decides claims. `PolicyAnalysis` has the one that does; a ``ScenarioRunner`` without one calls a claim an error, so that
/// no claim is ever taken for true unasked.
public protocol ClaimRunner: Sendable {
    /// Decides a claim.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - policy: The policy that it is about.
    ///   - other: The policy that it compares with; nil unless it does.
    /// - Returns: What came of it.
    mutating func run(_ claim: Claim, of policy: CompiledPolicy, comparedTo other: CompiledPolicy?) -> ClaimResult
}
