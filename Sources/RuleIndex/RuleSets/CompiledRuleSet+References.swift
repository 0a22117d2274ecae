import Diagnostics
package import PolicyModel
import URLMatching

extension CompiledRuleSet {
    /// The rule at a rank, as a reason names it; a list's entry brings its own place.
    package func reference(rank: UInt32, entry: UInt32) -> RuleReference {
        let rule = ranked[Int(rank)].rule
        return RuleReference(
            ruleSet: source.name,
            id: rule.id,
            urlClass: rule.urlClass,
            location: location(of: entry, in: rule) ?? rule.location,
            because: rule.because
        )
    }

    private func location(of entry: UInt32, in rule: Rule) -> SourceLocation? {
        guard entry > 0 else { return nil }
        var position = Int(entry) - 1
        for condition in rule.conditions {
            for case (.list(let list), let path) in zip(condition.alternatives, condition.paths) {
                guard position >= list.count else {
                    return SourceLocation(path: path, line: list.line(at: position), column: 1)
                }
                position -= list.count
            }
        }
        return nil
    }
}
