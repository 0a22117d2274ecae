import PolicyModel
import RuleIndex

/// A rule set that views name, in the form that decisions use.
struct NamedRuleSet: Sendable {
    /// Its position in the policy in force.
    let position: UInt16
    /// The rules; the policy of the same state keeps them alive.
    let rules: UnretainedReference<CompiledRuleSet>
    /// Whether sub-resources are checked.
    let blocksSubresources: Bool

    /// Whether a rule compares the URL with the view's document.
    let readsDocument: Bool

    /// The rule set with a name; nil if the policy has none.
    init?(_ name: String, in policy: CompiledPolicy) {
        guard let position = policy.position(ofRuleSet: name) else { return nil }
        let rules = policy.ruleSets[Int(position)]
        self.position = position
        self.rules = UnretainedReference(rules)
        blocksSubresources = rules.source.subresources == .block
        readsDocument = rules.readsDocument
    }
}

/// The names of rule sets that views use, under numbers that outlive a reload.
struct RuleSetNames: Sendable {
    private struct Name: Sendable {
        let text: String
        var uses: Int
    }

    private var names = ReusedSlots<Name>()
    private var positions: [String: UInt32] = [:]
    /// The rule set for each name in the policy in force; nil if the policy has none. Shared with decisions.
    private(set) var ruleSets = SharedSlots<NamedRuleSet?>(vacant: nil)

    /// The highest number of positions ever in use at once.
    var positionCount: Int { names.positionCount }

    /// The position of a name, for one more view.
    mutating func use(_ text: String, _ policy: CompiledPolicy) -> UInt32 {
        if let position = positions[text], var name = names[position] {
            name.uses += 1
            names.replace(position, with: name)
            return position
        }
        let position = names.insert(Name(text: text, uses: 1))
        positions[text] = position
        ruleSets[Int(position)] = NamedRuleSet(text, in: policy)
        return position
    }

    /// Releases one use of a name, and removes the name when no view uses it.
    mutating func release(_ position: UInt32) {
        guard var name = names[position] else { return }
        name.uses -= 1
        guard name.uses == 0 else { return names.replace(position, with: name) }
        names.remove(position)
        positions[name.text] = nil
        ruleSets[Int(position)] = nil
    }

    /// Applies another policy.
    mutating func follow(_ policy: CompiledPolicy) {
        for (text, position) in positions { ruleSets[Int(position)] = NamedRuleSet(text, in: policy) }
    }
}
