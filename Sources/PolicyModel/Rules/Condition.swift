public import URLMatching

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
