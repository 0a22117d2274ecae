package import PolicyModel

/// A blocked or external rule, with URLs that evade it but that a server may treat as equivalent.
package struct EvadedRule: Hashable, Sendable {
    /// A URL that evades the rule.
    package struct Escape: Hashable, Sendable {
        /// The URL, and how it was rewritten.
        package var rewrite: URLRewrite
        /// The engine's answer for the URL.
        package var step: FlowStep
    }

    /// The rule.
    package var rule: RuleReference
    /// The view in which the rule was checked. It represents all equivalent views.
    package var view: String
    /// A URL that the rule decides.
    package var url: String
    /// The engine's answer for that URL.
    package var step: FlowStep
    /// The URLs that evade the rule, one for each kind of rewrite, in the order of the kinds.
    package var escapes: [Escape]

    /// The rule in words, such as `corporate.payroll`.
    package var words: String { "\(rule.ruleSet).\(rule.id)" }
}

extension FlowStep {
    /// Whether this navigation allows something that another navigation does not. A comparison of policies would call
    /// the change from the other one wider or mixed.
    func isLooser(than other: FlowStep) -> Bool {
        OutcomeEffect(from: FlowOutcome(other), to: FlowOutcome(self))?.allowsMore ?? false
    }
}
