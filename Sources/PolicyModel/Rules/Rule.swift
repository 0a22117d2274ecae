public import Diagnostics
public import URLMatching

/// One rule of a rule set: which URLs it is about, and what it says about them.
public struct Rule: Hashable, Sendable {
    /// The name of the rule, unique within its rule set.
    public var id: String
    /// What the rule says of a URL it matches.
    ///
    /// It also says on which side filters of the key `chrome` stand: those of a rule that blocks are of a block list, all
    /// others of an allow list. What a filter in ``exceptions`` matches is taken away, so it is on the other side.
    public var urlClass: URLClass {
        didSet {
            conditions = Self.standing(conditions, on: side)
            exceptions = Self.standing(exceptions, on: side.opposite)
        }
    }
    /// Rules of a higher priority are heard first; among those of one priority the most restrictive class wins.
    public var priority: Int
    /// The rule matches where all of these hold.
    public var conditions: [Condition] {
        didSet { conditions = Self.standing(conditions, on: side) }
    }
    /// … unless all of these hold too; empty takes nothing away.
    public var exceptions: [Condition] {
        didSet { exceptions = Self.standing(exceptions, on: side.opposite) }
    }
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
        let side = Self.side(of: urlClass)
        self.conditions = Self.standing(conditions, on: side)
        self.exceptions = Self.standing(exceptions, on: side.opposite)
        self.because = because
        self.location = location
    }

    private var side: URLFilter.Side { Self.side(of: urlClass) }

    private static func side(of urlClass: URLClass) -> URLFilter.Side { urlClass == .blocked ? .block : .allow }

    private static func standing(_ conditions: [Condition], on side: URLFilter.Side) -> [Condition] {
        guard conditions.contains(where: \.hasSides) else { return conditions }
        return conditions.map { $0.with(side: side) }
    }
}

/// One matcher key of a rule with its values; it holds where any of them matches.
public struct Condition: Hashable, Sendable {
    /// The key as the rule names it.
    public var key: MatcherKey
    /// The values; at least one.
    public var alternatives: [Matcher]
    /// For lists, the path of each one's file, as explanations show it; empty for every other key.
    public var paths: [String]

    /// Makes a condition.
    public init(key: MatcherKey, alternatives: [Matcher], paths: [String] = []) {
        self.key = key
        self.alternatives = alternatives
        self.paths = paths
    }

    /// Whether its values read differently on an allow and on a block list.
    var hasSides: Bool { key == .chrome || key == .list }

    /// The condition with its filters on a side of an allow and a block list.
    func with(side: URLFilter.Side) -> Condition {
        guard hasSides else { return self }
        var condition = self
        condition.alternatives = alternatives.map { $0.with(side: side) }
        return condition
    }
}
