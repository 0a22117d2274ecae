import URLMatching

/// One way a rule can be reached from a table.
struct Posting: Hashable, Sendable {
    /// The rank of the rule in its rule set: 0 is heard first.
    var rank: UInt32
    /// The entry of the rule's list that put it here, counted from 1; 0 for a value written in the rule.
    var entry: UInt32
    /// The value of the rule's anchor that put it here and has more to check than where it stands, counted from 1; 0 where
    /// being reached is all that the value asks for.
    var value: UInt32 = 0
    /// Whether reaching the rule by a URL of ``origins`` decides it, because it has no other condition.
    var isComplete: Bool
    /// Whether the host that it stands at reaches it.
    var coversHost = true
    /// Whether hosts below that one reach it.
    var coversSubdomains: Bool
    /// The schemes and ports that a URL must have to match.
    var origins = OriginKinds.all

    /// Whether whatever reaches it is decided.
    var isUnconditional: Bool { isComplete && origins == .all }
}
