import RuleIndex

/// What the reasons of a decision depend on: equal keys of evaluators under one policy give equal reasons.
///
/// Whoever writes the reasons of many decisions keeps what it wrote under these, instead of making texts for each.
package struct ReasonsKey: Hashable, Sendable {
    /// The codes.
    package let codes: UInt64
    /// The rule that decided, by its rank, and the entry of its list.
    package let rankAndEntry: UInt64
    /// The policies of both sides.
    package let policies: UInt64
    /// The rule set, and the view that the document declares.
    package let ruleSetAndView: UInt64
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
            codes: decision.reasons.codes,
            rankAndEntry: UInt64(context.rules.rank) | UInt64(context.rules.entry) << 32,
            policies: UInt64(context.policy ?? .max) | UInt64(context.otherPolicy ?? .max) << 32,
            ruleSetAndView: UInt64(context.policyDeclaration) | UInt64(context.rules.ruleSet) << 32
        )
    }
}
