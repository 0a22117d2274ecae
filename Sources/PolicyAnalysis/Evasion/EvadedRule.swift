public import PolicyModel

/// A blocked or external rule that URLs escape which a server may take for the same.
public struct EvadedRule: Hashable, Sendable {
    /// A URL that escapes.
    public struct Escape: Hashable, Sendable {
        /// The URL, and how it was made.
        public var rewrite: URLRewrite
        /// What the engine answers for it.
        public var step: FlowStep
    }

    /// The rule.
    public var rule: RuleReference
    /// The view that was asked, and that stands for all that are alike.
    public var view: String
    /// A URL that the rule decides.
    public var url: String
    /// What the engine answers for it.
    public var step: FlowStep
    /// The URLs that escape, one for each kind, in the order of the kinds.
    public var escapes: [Escape]

    /// The rule in words, such as `corporate.payroll`.
    public var words: String { "\(rule.ruleSet).\(rule.id)" }
}

extension FlowStep {
    /// How much a page that this navigation shows is kept apart: 2 for none, 1 for one elsewhere or of nobody, 0 for one
    /// that counts as managed.
    private var strictness: Int {
        if verdict == .block { return 2 }
        return destination == .view && page == .managed ? 0 : 1
    }

    /// Whether this navigation is let through more freely than another one.
    func isLooser(than other: FlowStep) -> Bool { strictness < other.strictness }
}
