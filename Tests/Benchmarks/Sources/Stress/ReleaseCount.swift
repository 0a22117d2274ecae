import Demarc
import RuleIndex

/// Counts the policies that are still in memory.
final class ReleaseCount {
    private struct Weak {
        weak var policy: CompiledPolicy?
    }

    private var policies: [Weak] = []

    /// Records the policy in force.
    func note(_ engine: PolicyEngine) {
        policies.append(Weak(policy: engine.policy))
        // Released policies are no longer counted.
        if policies.count % 256 == 0 { policies.removeAll { $0.policy == nil } }
    }

    var policiesLeft: Int { policies.count { $0.policy != nil } }
}
