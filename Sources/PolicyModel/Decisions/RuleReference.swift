public import Diagnostics

/// A rule as a reason names it.
public struct RuleReference: Hashable, Sendable {
    /// The name of the rule set.
    public var ruleSet: String
    /// The id of the rule.
    public var id: String
    /// What the rule says.
    public var urlClass: URLClass
    /// Where the rule is written, or the entry of its list that matched.
    public var location: SourceLocation
    /// The author's own explanation.
    public var because: String?

    /// Makes a reference.
    public init(ruleSet: String, id: String, urlClass: URLClass, location: SourceLocation, because: String? = nil) {
        self.ruleSet = ruleSet
        self.id = id
        self.urlClass = urlClass
        self.location = location
        self.because = because
    }
}
