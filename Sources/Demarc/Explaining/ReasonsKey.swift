import RuleIndex

/// What the reasons of a decision depend on: equal keys of evaluators under one policy give equal reasons.
///
/// Whoever writes the reasons of many decisions keeps what it wrote under these, instead of making texts for each.
package struct ReasonsKey: Hashable, Sendable {
    /// The last four codes, and the rank of the rule that decided.
    package let codesAndRank: UInt64
    /// The entry of that rule's list, and the policy.
    package let entryAndPolicy: UInt64
    /// The view that the document declares, the rule set, and the first of five codes, in 56 bits.
    package let ruleSetAndView: UInt64
    /// The policy of the other side of a transfer.
    package let otherPolicy: UInt32
}

extension Evaluator {
    /// What the reasons of the decision this evaluator made last depend on.
    ///
    /// - Parameter decision: The last decision.
    /// - Returns: A key for them.
    /// - Complexity: O(1); allocates nothing.
    @inline(__always)
    package borrowing func reasonsKey(of decision: Decision) -> ReasonsKey {
        ReasonsKey(
            codesAndRank: decision.reasons.codes & 0xFFFF_FFFF | UInt64(context.rules.rank) << 32,
            entryAndPolicy: UInt64(context.rules.entry) | UInt64(context.policy ?? .max) << 32,
            ruleSetAndView: UInt64(context.policyDeclaration) | UInt64(context.rules.ruleSet) << 32
                | (decision.reasons.codes & 0xFF_0000_0000) << 16,
            otherPolicy: context.otherPolicy ?? .max
        )
    }
}
