package import PolicyModel
package import RuleIndex
import RuleRegions
package import Scenarios

/// Decides the claims of a scenario file by querying the engine.
///
/// `never` and `can` search the graph that ``PolicyAudit`` searches, with every way included. `always` puts a question
/// for every account, item and URL that decisions distinguish. Claims about another policy are decided by a
/// ``PolicyDiff``. A counterexample is replayed in a separate engine before it is reported.
///
/// Use one instance for each file: it caches results about the file's policies by their positions.
package struct PolicyClaims: ClaimRunner {
    private var sites: [Int: PolicySites] = [:]
    private let assuming: Set<AuditAssumption>

    /// Creates a runner of claims.
    ///
    /// - Parameter assuming: The worst cases that `never` and `can` assume, as an audit does.
    package init(assuming: Set<AuditAssumption> = []) { self.assuming = assuming }

    /// Decides a claim.
    ///
    /// - Complexity: For `never` and `can`, some hundred decisions for each policy, view and app of an organization,
    ///   and a few for each two views if the claim begins at its sites, plus O(*n* log *n*) in the rules of a policy,
    ///   once. For `always`, the decisions about every cell of URLs, at most some ten thousand for each account.
    package mutating func run(
        _ claim: Claim,
        of policy: CompiledPolicy,
        comparedTo other: CompiledPolicy?
    ) -> ClaimResult {
        switch claim.statement {
        case .never(let flow), .can(let flow):
            let sites = sites[claim.policy] ?? PolicySites(policy)
            self.sites[claim.policy] = sites
            return FlowClaim(claim: claim, flow: flow, policy: policy, sites: sites, assuming: assuming).result()
        case .always(let always): return AlwaysClaim(claim: claim, always: always, policy: policy).result()
        case .noMorePermissiveThan(let baseline), .equivalent(let baseline):
            guard let other else {
                return ClaimResult(.notDecided, claim.statement.kind, "there is no policy to compare with")
            }
            return ComparisonClaim(claim: claim, baseline: baseline, policy: policy, other: other).result()
        }
    }
}
