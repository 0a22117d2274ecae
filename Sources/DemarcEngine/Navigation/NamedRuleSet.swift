import PolicyModel
import RuleIndex

/// A rule set that views name, as decisions reach it.
struct NamedRuleSet: Sendable {
    /// Its position in the policy in force.
    let position: UInt16
    /// The rules; the policy of the same state keeps them alive.
    let rules: UnretainedReference<CompiledRuleSet>
    /// Whether sub-resources are checked.
    let blocksSubresources: Bool

    /// Whether a rule asks how a URL stands to the view's document.
    let readsDocument: Bool

    /// The rule set of a name; nil where the policy has none.
    init?(_ name: String, in policy: CompiledPolicy) {
        guard let position = policy.position(ofRuleSet: name) else { return nil }
        let rules = policy.ruleSets[Int(position)]
        self.position = position
        self.rules = UnretainedReference(rules)
        blocksSubresources = rules.source.subresources == .block
        readsDocument = rules.readsDocument
    }
}
