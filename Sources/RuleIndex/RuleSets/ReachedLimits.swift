import PolicyModel

/// The rules of which it is not known whether they match, as far as it matters: the strongest one of each class.
struct ReachedLimits: Sendable {
    private var `internal` = RuleMatch.noRank
    private var external = RuleMatch.noRank
    private var blocked = RuleMatch.noRank

    /// Whether every rule that was asked gave an answer.
    var isEmpty: Bool { self.internal & external & blocked == RuleMatch.noRank }

    /// Notes a rule.
    mutating func insert(_ urlClass: URLClass, rank: UInt32) {
        switch urlClass {
        case .internal: self.internal = min(self.internal, rank)
        case .external: external = min(external, rank)
        case .blocked: blocked = min(blocked, rank)
        }
    }

    /// The strongest rule of a class, if it is heard before the one at a rank.
    func strongest(_ urlClass: URLClass, above rank: UInt32) -> UInt32? {
        let strongest =
            switch urlClass {
            case .internal: self.internal
            case .external: external
            case .blocked: blocked
            }
        return strongest < rank ? strongest : nil
    }
}
