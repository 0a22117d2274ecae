import ByteText
public import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Spells out the decision this evaluator made last.
    ///
    /// - Parameter decision: The last decision.
    /// - Complexity: O(*n*) in the number of rules, which are all asked again to find those that lost.
    public mutating func explanation(of decision: Decision) -> Explanation {
        Explanation(
            decision: decision,
            url: url.isEmpty ? nil : url.href.string,
            route: route(of: decision),
            reasons: reasons(of: decision),
            overridden: overridden(of: decision))
    }

    /// The reasons of the decision this evaluator made last, with their rules, settings and places.
    ///
    /// - Parameter decision: The last decision.
    public borrowing func reasons(of decision: Decision) -> [Reason] {
        (0..<decision.reasons.count).map { reason(decision.reasons[$0]) }
    }

    private borrowing func reason(_ reason: DecisionReason) -> Reason {
        let policy = state.policy
        switch reason.subject {
        case .nothing:
            return Reason(code: reason.code)
        case .rule(let ruleSet, let rank, let entry):
            let rule = policy.ruleSets[Int(ruleSet)].reference(rank: rank, entry: entry)
            return Reason(code: reason.code, rule: rule, location: rule.location)
        case .ruleSet(let ruleSet):
            return Reason(code: reason.code, location: policy.ruleSets[Int(ruleSet)].source.defaultLocation)
        case .policySetting(let setting, let position):
            let settings = policy.document.policies[policy.policyNames[Int(position)]]
            return Reason(code: reason.code, setting: setting.rawValue, location: settings?.location(of: setting))
        case .appSetting(let setting):
            return Reason(
                code: reason.code, setting: setting.rawValue, location: policy.document.app.location(of: setting))
        case .viewPolicy(let declaration):
            let location = declaration.flatMap { policy.document.views[Int($0)].policyLocation }
            return Reason(code: reason.code, setting: "policy", location: location)
        }
    }

    /// The rules that matched besides the one that decided.
    private mutating func overridden(of decision: Decision) -> [RuleReference] {
        for position in 0..<decision.reasons.count {
            guard case .rule(let ruleSet, let rank, _) = decision.reasons[position].subject else { continue }
            let rules = state.policy.ruleSets[Int(ruleSet)]
            let ranks = NavigationScheme(of: url) == .blob
                ? rules.ranksOfAllMatches(origin, scratch: &scratch) : rules.ranksOfAllMatches(url, scratch: &scratch)
            return ranks.filter { $0 != rank }.map { rules.reference(rank: $0, entry: 0) }
        }
        return []
    }
}
