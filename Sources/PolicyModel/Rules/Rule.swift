public import Diagnostics
public import URLMatching

/// One rule of a rule set: the URLs that it matches, and the class that it assigns to them.
public struct Rule: Hashable, Sendable {
    /// The name of the rule, unique within its rule set.
    public var id: String
    /// The class that the rule assigns to a URL that it matches.
    ///
    /// It also determines on which side filters of the key `chrome` are: filters of a blocking rule are on a block
    /// list, all others on an allow list. URLs that a filter in ``exceptions`` matches are excluded, so that filter is
    /// on the other side.
    public var urlClass: URLClass {
        didSet {
            conditions = Self.placing(conditions, on: side)
            exceptions = Self.placing(exceptions, on: side.opposite)
        }
    }
    /// Rules with a higher priority come first; among rules with the same priority, the most restrictive class wins.
    public var priority: Int
    /// The rule matches if all of these match.
    public var conditions: [Condition] {
        didSet { conditions = Self.placing(conditions, on: side) }
    }
    /// … unless all of these match too; empty excludes nothing.
    public var exceptions: [Condition] {
        didSet { exceptions = Self.placing(exceptions, on: side.opposite) }
    }
    /// The author's own explanation, suitable for showing to a user.
    public var because: String?
    /// Where the rule is written.
    public var location: SourceLocation

    /// Creates a rule.
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
        self.conditions = Self.placing(conditions, on: side)
        self.exceptions = Self.placing(exceptions, on: side.opposite)
        self.because = because
        self.location = location
    }

    private var side: URLFilter.Side { Self.side(of: urlClass) }

    /// The list that the filters of a rule of this class are in, but for those of its exceptions.
    package static func side(of urlClass: URLClass) -> URLFilter.Side { urlClass == .blocked ? .block : .allow }

    private static func placing(_ conditions: [Condition], on side: URLFilter.Side) -> [Condition] {
        guard conditions.contains(where: \.hasSides) else { return conditions }
        return conditions.map { $0.with(side: side) }
    }
}

extension Rule {
    /// All conditions, first those of the rule and then those of its exceptions.
    package var allConditions: [Condition] { conditions + exceptions }

    /// The values of all conditions.
    package var matchers: [Matcher] { allConditions.flatMap(\.alternatives) }

    /// The lists among the values.
    package var lists: [EntryList] {
        // PERF: a rule may have many other values.
        allConditions.filter { $0.key == .list }.flatMap(\.alternatives).compactMap(\.list)
    }

    /// Whether the document that a view shows decides if the rule matches.
    package var comparesWithDocument: Bool { allConditions.contains { $0.key == .site } }
}

/// One matcher key of a rule with its values; it matches if any of them matches.
public struct Condition: Hashable, Sendable {
    /// The key as written in the rule.
    public var key: MatcherKey
    /// The values; at least one.
    public var alternatives: [Matcher]
    /// For lists, the path of each list's file, as explanations show it; empty for every other key.
    public var paths: [String]

    /// Creates a condition.
    public init(key: MatcherKey, alternatives: [Matcher], paths: [String] = []) {
        self.key = key
        self.alternatives = alternatives
        self.paths = paths
    }

    /// Whether its values are read differently on an allow list and on a block list.
    var hasSides: Bool { key == .chrome || key == .list }

    /// The condition with its filters on the given side.
    func with(side: URLFilter.Side) -> Condition {
        guard hasSides else { return self }
        var condition = self
        condition.alternatives = alternatives.map { $0.with(side: side) }
        return condition
    }
}
