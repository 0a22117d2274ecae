public import PolicyModel

/// A decision spelled out for people and logs.
public struct Explanation: Hashable, Sendable {
    /// The decision that is explained.
    public var decision: Decision
    /// The canonical URL; nil where the input is not a URL, and where the question was not about one.
    public var url: String?
    /// What the host must open instead; nil where the verdict is not `route`, or there is nothing to open.
    public var route: String?
    /// The reasons in the order they decided.
    public var reasons: [Reason]
    /// Rules that matched too and lost, strongest first.
    public var overridden: [RuleReference]
    /// The account to switch to; nil where the verdict is not `switchAccount`.
    public var account: AccountID?

    /// Makes an explanation.
    public init(
        decision: Decision,
        url: String?,
        route: String?,
        reasons: [Reason],
        overridden: [RuleReference],
        account: AccountID? = nil
    ) {
        self.decision = decision
        self.url = url
        self.route = route
        self.reasons = reasons
        self.overridden = overridden
        self.account = account
    }
}
