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
            overridden: overridden(of: decision)
        )
    }

    /// The reasons of the decision this evaluator made last, with their rules, settings and places.
    ///
    /// - Parameter decision: The last decision.
    public borrowing func reasons(of decision: Decision) -> [Reason] {
        (0..<decision.reasons.count).map { reason(decision.reasons[$0]) }
    }

    borrowing func reason(_ reason: DecisionReason) -> Reason {
        let document = state.policy.document
        switch reason.subject {
        case .nothing:
            return Reason(code: reason.code)
        case .rule:
            guard case .answered(let match, let ruleSet) = request.rules else { return Reason(code: reason.code) }
            let rule = state.policy.ruleSets[Int(ruleSet)].reference(rank: reason.position, entry: match.entry)
            return Reason(code: reason.code, rule: rule, location: rule.location)
        case .ruleSet:
            guard case .answered(_, let ruleSet) = request.rules else { return Reason(code: reason.code) }
            return Reason(code: reason.code, location: state.policy.ruleSets[Int(ruleSet)].source.defaultLocation)
        case .managedBrowserToOpenLinksRequired:
            return self.reason(reason, .managedBrowserToOpenLinksRequired)
        case .customBrowserProtocol:
            return self.reason(reason, .customBrowserProtocol)
        case .treatAllWebViewsAsUnmanaged:
            return self.reason(reason, .treatAllWebViewsAsUnmanaged, of: document.app)
        case .webViewHandledURLSchemes:
            return self.reason(reason, .webViewHandledURLSchemes, of: document.app)
        case .viewPolicy:
            let isDeclared = reason.position != DecisionReason.undeclared
            let location = isDeclared ? document.views[Int(reason.position)].policyLocation : nil
            return Reason(code: reason.code, setting: "policy", location: location)
        }
    }

    private borrowing func reason(_ reason: DecisionReason, _ setting: PolicySetting) -> Reason {
        let policy = state.policy.document.policies[state.policy.policyNames[Int(reason.position)]]
        return Reason(code: reason.code, setting: setting.rawValue, location: policy?.location(of: setting))
    }

    private borrowing func reason(_ reason: DecisionReason, _ setting: AppSetting, of app: AppSettings) -> Reason {
        Reason(code: reason.code, setting: setting.rawValue, location: app.location(of: setting))
    }

    /// The rules that matched besides the one that decided.
    private mutating func overridden(of decision: Decision) -> [RuleReference] {
        guard case .answered(let match, let ruleSet) = request.rules else { return [] }
        let rules = state.policy.ruleSets[Int(ruleSet)]
        let ranks =
            request.scheme == .blob
            ? rules.ranksOfAllMatches(origin, scratch: &scratch) : rules.ranksOfAllMatches(url, scratch: &scratch)
        return ranks.filter { $0 != match.rank }.map { rules.reference(rank: $0, entry: 0) }
    }
}
