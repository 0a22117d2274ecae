import PolicyModel

/// A rule with what is left to check once the index has reached it.
struct RankedRule: Sendable {
    let rule: Rule
    /// The conditions that the index does not answer.
    let remainingConditions: [Condition]

    /// Whether reaching the rule through the index decides it.
    var isComplete: Bool { remainingConditions.isEmpty && rule.exceptions.isEmpty }
}

extension Rule {
    /// The order in which rules are heard: by priority, then the most restrictive class. The id makes it total, so that
    /// neither the order of rules nor that of files ever shows.
    static func isHeardBefore(_ left: Rule, _ right: Rule) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        if left.urlClass != right.urlClass { return left.urlClass > right.urlClass }
        return left.id < right.id
    }
}
