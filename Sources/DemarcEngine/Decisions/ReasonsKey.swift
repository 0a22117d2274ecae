import PolicyModel

/// What the reasons of a decision depend on: equal keys of evaluators under one policy give equal reasons.
///
/// Whoever writes the reasons of many decisions keeps what it wrote under these, instead of making texts for each.
package struct ReasonsKey: Hashable, Sendable {
    /// The first four codes.
    package let firstCodes: UInt64
    /// The codes behind those.
    package let furtherCodes: UInt64
    /// The rank of the rule that decided, and the entry of its list.
    package let rankAndEntry: UInt64
    /// The view that the document declares, and the rule set.
    package let viewAndRuleSet: UInt64
    /// The policy, and that of the other side of a transfer.
    package let policies: UInt64
}

extension Evaluator {
    /// What the reasons of the decision this evaluator made last depend on.
    ///
    /// - Parameter decision: The last decision.
    /// - Returns: A key for them.
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(1); allocates nothing.
    @inline(__always)
    package borrowing func reasonsKey(of decision: Decision) throws(StaleDecision) -> ReasonsKey {
        try requireLast(decision)
        return ReasonsKey(
            firstCodes: decision.reasons.first,
            furtherCodes: decision.reasons.further,
            rankAndEntry: UInt64(context.rules.rank) | UInt64(context.rules.entry) << 32,
            viewAndRuleSet: UInt64(context.policyDeclaration) | UInt64(context.rules.ruleSet) << 32,
            policies: UInt64(context.policy ?? .max) | UInt64(context.otherPolicy ?? .max) << 32
        )
    }
}

/// Reasons that were spelled out, and what they depend on.
struct SpelledReasons: Sendable {
    let key: ReasonsKey
    let reasons: [Reason]
}
