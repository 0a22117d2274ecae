/// One way a rule can be reached from a table.
struct Posting: Hashable, Sendable {
    /// The rank of the rule in its rule set: 0 is heard first.
    var rank: UInt32
    /// The entry of the rule's list that put it here, counted from 1; 0 for a value written in the rule.
    var entry: UInt32
    /// The value of the rule's anchor that put it here and has more to check than where it stands, counted from 1; 0 where
    /// being reached is all that the value asks for.
    var value: UInt32 = 0
    /// Whether reaching the rule decides it, because it has no other condition.
    var isComplete: Bool
    /// Whether hosts below the one it stands at reach it too.
    var coversSubdomains: Bool
}
