public import PolicyModel

/// What a rule set says of one URL.
public struct RuleMatch: Hashable, Sendable {
    /// The class; nil where a regex reached its limit and the class depends on whether it matches.
    public let urlClass: URLClass?
    /// The rank of the deciding rule; ``noRank`` where the default decided.
    package let rank: UInt32
    /// The entry of the rule's list that matched, counted from 1; 0 for a value written in the rule.
    package let entry: UInt32

    @inlinable package static var noRank: UInt32 { .max }

    package init(urlClass: URLClass?, rank: UInt32, entry: UInt32 = 0) {
        self.urlClass = urlClass
        self.rank = rank
        self.entry = entry
    }
}
