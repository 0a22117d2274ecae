import PolicyModel
import RuleIndex

/// The compiled rule sets of two policies, for documents between the two.
struct CompiledRuleSets {
    private let known: [(ruleSet: RuleSet, canonical: RuleSet, compiled: CompiledRuleSet)]
    private let mostEntries: Int
    /// The maximum number of list entries in a rule set whose edits are tried and explained one by one.
    static let mostEntries = 100_000

    /// - Parameters:
    ///   - policies: The policies.
    ///   - mostEntries: The maximum number of list entries in a rule set that is compiled again.
    init(_ policies: [CompiledPolicy], mostEntries: Int = Self.mostEntries) {
        self.mostEntries = mostEntries
        known = policies.flatMap { policy in
            zip(policy.document.ruleSets, policy.ruleSets).map { ($0, $0.canonical, $1) }
        }
    }

    /// A rule set in compiled form; nil if neither policy has it and it is too large to compile it.
    subscript(ruleSet: RuleSet) -> CompiledRuleSet? {
        if let same = known.first(where: { $0.ruleSet == ruleSet }) { return same.compiled }
        guard ruleSet.entryCount > mostEntries else { return CompiledRuleSet(ruleSet) }
        let canonical = ruleSet.canonical
        return known.first { $0.canonical == canonical }?.compiled
    }
}

extension CompiledPolicy {
    /// A rule set, and the form in which it decides; nil if there is none with the name.
    func ruleSet(named name: String) -> (written: RuleSet, compiled: CompiledRuleSet)? {
        guard let position = document.position(ofRuleSet: name) else { return nil }
        return (document.ruleSets[position], ruleSets[position])
    }
}
