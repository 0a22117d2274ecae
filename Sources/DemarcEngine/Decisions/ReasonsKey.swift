import PolicyModel

/// The inputs that the reasons of a decision depend on: equal keys of evaluators under one policy mean equal reasons.
///
/// Code that writes the reasons of many decisions can cache its output under these keys, instead of creating texts for
/// each.
package struct ReasonsKey: Hashable, Sendable {
    /// The first four codes.
    package let firstCodes: UInt64
    /// The codes after those.
    package let furtherCodes: UInt64
    /// The rank of the rule that decided, and the entry of its list; the highest bit is set if the owner's exception
    /// applies to the level of the destination.
    package let rankAndEntry: UInt64
    /// The view that the document declares, and the rule set.
    package let viewAndRuleSet: UInt64
    /// The policy, and that of the other side of a transfer.
    package let policies: UInt64
}

extension Evaluator {
    /// The key of the reasons of this evaluator's last decision.
    ///
    /// - Parameter decision: The last decision.
    /// - Returns: The key.
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(1); allocates nothing.
    @inline(__always)
    package borrowing func reasonsKey(of decision: Decision) throws(StaleDecision) -> ReasonsKey {
        try requireLast(decision)
        return ReasonsKey(
            firstCodes: decision.reasons.first,
            furtherCodes: decision.reasons.further,
            // No list has that many entries.
            rankAndEntry: UInt64(context.rules.rank) | UInt64(context.rules.entry) << 32
                | (context.hasException ? 1 << 63 : 0),
            viewAndRuleSet: UInt64(context.policyDeclaration) | UInt64(context.rules.ruleSet) << 32,
            policies: UInt64(context.policy ?? .max) | UInt64(context.otherPolicy ?? .max) << 32
        )
    }
}

/// Reasons converted to text, with the key that they depend on.
struct CachedReasons: Sendable {
    let key: ReasonsKey
    let reasons: [Reason]
}
