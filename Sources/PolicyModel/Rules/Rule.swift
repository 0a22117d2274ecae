public import Diagnostics

/// One rule of a rule set: which URLs it speaks of, and what it says of them.
public struct Rule: Hashable, Sendable {
    /// The name of the rule, unique within its rule set.
    public var id: String
    /// What the rule says of a URL it matches.
    public var urlClass: URLClass
    /// Rules of a higher priority are heard first; among those of one priority the most restrictive class wins.
    public var priority: Int
    /// The rule matches where all of these hold.
    public var conditions: [Condition]
    /// … unless all of these hold too; empty takes nothing away.
    public var exceptions: [Condition]
    /// The author's own explanation, fit to show a user.
    public var because: String?
    /// Where the rule is written.
    public var location: SourceLocation

    /// Makes a rule.
    public init(
        id: String,
        urlClass: URLClass,
        priority: Int = 0,
        conditions: [Condition],
        exceptions: [Condition] = [],
        because: String? = nil,
        location: SourceLocation
    ) {
        self.id = id
        self.urlClass = urlClass
        self.priority = priority
        self.conditions = conditions
        self.exceptions = exceptions
        self.because = because
        self.location = location
    }
}
