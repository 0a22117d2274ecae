public import PolicyModel
public import RuleIndex
public import Scenarios

/// Decides the claims of a scenario file by asking the engine.
///
/// ```swift
/// import PolicyAnalysis
/// import Scenarios
///
/// let results = try ScenarioRunner.results(ofFile: "scenarios.yaml", claims: PolicyClaims())
/// for result in results { print(result) }
/// ```
///
/// `never` and `can` search the graph that ``PolicyAudit`` searches, with every way in it. `always` asks a question of every
/// account, item and URL that decisions tell apart. Claims about another policy are decided by a ``PolicyDiff``. What refutes a claim was walked again, in an engine of its own, before it
/// is told.
///
/// One of these is for one file: it remembers what it found out of the file's policies by their positions.
public struct PolicyClaims: ClaimRunner {
    private var sites: [Int: PolicySites] = [:]

    /// Makes a runner of claims.
    public init() {}

    /// Decides a claim.
    ///
    /// - Complexity: Of `never` and `can`, some hundred decisions for each policy, view and app of an organization, besides
    ///   O(*n* log *n*) in the rules of a policy, once. Of `always`, the decisions about every cell of URLs, at most some ten
    ///   thousand for each account.
    public mutating func run(
        _ claim: Claim,
        of policy: CompiledPolicy,
        comparedTo other: CompiledPolicy?
    ) -> ClaimResult {
        switch claim.statement {
        case .never(let flow), .can(let flow):
            let sites = sites[claim.policy] ?? PolicySites(policy)
            self.sites[claim.policy] = sites
            return FlowClaim(claim: claim, flow: flow, policy: policy, sites: sites).result()
        case .always(let always): return AlwaysClaim(claim: claim, always: always, policy: policy).result()
        case .noMorePermissiveThan(let baseline), .equivalent(let baseline):
            guard let other else {
                return ClaimResult(.notDecided, claim.statement.kind, "there is no policy to compare with")
            }
            return ComparisonClaim(claim: claim, baseline: baseline, policy: policy, other: other).result()
        }
    }
}
