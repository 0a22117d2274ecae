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
}
