import AppLint
import Diagnostics
import PolicyModel

/// What a rule set is as a whole: whether anybody asks it, and what it says of everything it does not know.
extension RuleLint {
    func setFindings(_ ruleSet: RuleSet) -> [LintFinding] {
        var findings: [LintFinding] = []
        if ruleSet.defaultClass == .internal {
            findings.append(
                LintFinding(
                    .internalDefault,
                    "every URL that no rule of \(Self.quote(ruleSet.name)) matches is `internal`",
                    at: [places.range(ruleSet.defaultLocation)],
                    help: "write `default: external`, and rules for what belongs to the organization"
                )
            )
        }
        if isUnused(ruleSet) {
            findings.append(
                LintFinding(
                    .unusedRuleSet,
                    "no view asks the rule set \(Self.quote(ruleSet.name))",
                    at: [places.range(ruleSet.defaultLocation)],
                    help: "name it in the `isExternalURL` of a view, unless the host attaches it itself"
                )
            )
        }
        return findings
    }

    /// Documents without views of their own are asked through a view that the reader or the host makes.
    private func isUnused(_ ruleSet: RuleSet) -> Bool {
        guard views.contains(where: { $0.id != PolicyDocument.implicitView || $0.ruleSet != nil }) else { return false }
        return !views.contains { $0.ruleSet == ruleSet.name }
    }
}
