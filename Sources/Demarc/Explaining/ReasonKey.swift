package import PolicyModel
import RuleIndex

/// What one reason of a decision depends on: equal keys of evaluators under one policy give equal reasons.
///
/// Whoever writes the reasons of many decisions keeps what it wrote under these, instead of making texts for each.
package struct ReasonKey: Hashable, Sendable {
    /// The code, what it points at, and the rule set that was asked.
    package let word: UInt64
    /// The entry of a rule's list that matched; 0 for a value written in the rule.
    package let entry: UInt32

    init(_ reason: DecisionReason, _ rules: RuleAnswer) {
        var ruleSet: UInt16 = 0
        var entry: UInt32 = 0
        if case .answered(let match, let asked) = rules {
            ruleSet = asked
            if reason.subject == .rule { entry = match.entry }
        }
        // SAFETY: an enum of fewer than 257 cases without payload is one byte, which the compiler checks here.
        let code = unsafe unsafeBitCast(reason.code, to: UInt8.self)
        word =
            UInt64(code) << 56 | UInt64(reason.subject.rawValue) << 48 | UInt64(ruleSet) << 32 | UInt64(reason.position)
        self.entry = entry
    }
}

extension Decision {
    /// How many reasons it has.
    package var reasonCount: Int { reasons.count }
}

extension Evaluator {
    /// What the reason at a position of the decision this evaluator made last depends on.
    package borrowing func reasonKey(at position: Int, of decision: Decision) -> ReasonKey {
        ReasonKey(decision.reasons[position], request.rules)
    }

    /// The reason at a position of the decision this evaluator made last.
    package borrowing func reason(at position: Int, of decision: Decision) -> Reason {
        reason(decision.reasons[position])
    }
}
