import CDemarc
import PolicyModel
import RuleIndex
import Synchronization

/// The public numbers of rules, for the policy of an evaluator's last decision.
///
/// ```
/// 63         48 47         32 31                  0
/// ┌────────────┬─────────────┬─────────────────────┐
/// │   policy   │ rule set + 1│         rank        │
/// └────────────┴─────────────┴─────────────────────┘
/// ```
struct RuleNumbers {
    private var policyNumber: UInt64 = 0
    private var policy: CompiledPolicy?
    /// The state version of the evaluator that the policy belongs to.
    private(set) var stateVersion: UInt64 = 0

    @inline(__always)
    func number(of word: UInt64) -> UInt64 { policyNumber << 48 | word }

    /// Starts numbering the rules of the policy that is in force now.
    @inline(never)
    mutating func follow(_ current: CompiledPolicy, at version: UInt64, in policies: NumberedPolicies) {
        stateVersion = version
        if let policy, policy === current { return }
        policyNumber = policies.number(of: current)
        policy = current
    }

    mutating func rest() {
        policyNumber = 0
        policy = nil
        stateVersion = 0
    }
}

/// The numbers of the policies of one engine, as the numbers of their rules contain them.
///
/// All evaluators of the engine share them, so the number of a rule means the same to each of them.
final class NumberedPolicies: Sendable {
    private struct Numbered {
        weak var policy: CompiledPolicy?
        let number: UInt64
    }

    private struct Numbers {
        var policies: [Numbered] = []
        /// The number that was given last; 0 before the first.
        var last: UInt64 = 0
    }

    private let numbers = Mutex(Numbers())

    /// The number of a policy, from 1 to 65,535. It is not given to another policy until all others have been.
    func number(of policy: CompiledPolicy) -> UInt64 {
        numbers.withLock { numbers in
            if let known = numbers.policies.first(where: { $0.policy === policy }) { return known.number }
            let next = numbers.last % 0xFFFF + 1
            numbers.last = next
            numbers.policies.removeAll { $0.policy == nil || $0.number == next }
            numbers.policies.append(Numbered(policy: policy, number: next))
            return next
        }
    }

    /// The policy with a number; nil if it is no longer in memory.
    private func policy(numbered number: UInt64) -> CompiledPolicy? {
        numbers.withLock { numbers in numbers.policies.first { $0.number == number }?.policy }
    }

    /// The rule with a number.
    ///
    /// - Parameters:
    ///   - number: The public number of a rule.
    ///   - isUsable: Whether rules of a policy can still be read.
    /// - Returns: The rule.
    /// - Throws: ``CallFailure`` for a number of no rule, and of a policy that is no longer in force.
    func rule(
        _ number: UInt64,
        ifUsable isUsable: (CompiledPolicy) -> Bool
    ) throws(CallFailure) -> RuleReference {
        let (ruleSet, rank) = (Int(number >> 32 & 0xFFFF), UInt32(truncatingIfNeeded: number))
        guard ruleSet > 0 else { throw .unknownRule }
        guard let policy = policy(numbered: number >> 48), isUsable(policy) else {
            throw CallFailure(DEMARC_STALE, "stale", "the rule belongs to a policy that is no longer in force")
        }
        guard ruleSet <= policy.ruleSets.count else { throw .unknownRule }
        let rules = policy.ruleSets[ruleSet - 1]
        guard Int(rank) < rules.ruleCount else { throw .unknownRule }
        return rules.reference(rank: rank, entry: 0)
    }
}
