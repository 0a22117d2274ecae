package import Demarc
package import PolicyModel
package import URLStandard

/// What the engine answered to one request, with everything that there is to say about it.
package struct ScenarioAnswer: Hashable, Sendable {
    /// What kind of question was answered, which says what fields there are.
    package enum Kind: Hashable, Sendable {
        /// Where a web view may go; there may be a rule behind it.
        case navigation
        /// Any other decision.
        case decision
        /// An identity request, which has no fields but its verdict.
        case identity
    }

    /// What the host must do, or how an identity request ended.
    package var verdict: String
    /// What kind of question was answered.
    package var kind: Kind
    package var destination: Destination?
    package var route: String?
    package var page: PageClassification?
    package var urlClass: URLClass?
    package var account: AccountID?
    package var value: SettingValue?
    /// The reasons in the order they decided.
    package var reasons: [Reason] = []
    /// Rules that matched too and lost; empty unless they were asked for.
    package var overridden: [RuleReference] = []
    /// Why the URL of the request is none; nil where it is one, or there is none.
    package var parsingError: URLParsingError?

    init(_ result: SwitchIdentityResult) {
        verdict = result.rawValue
        kind = .identity
    }

    /// Takes everything there is to say about the decision that an evaluator made last.
    init(_ decision: Decision, _ evaluator: inout Evaluator, kind: Kind, explains: Bool) throws(StaleDecision) {
        self.kind = kind
        verdict = decision.verdict.rawValue
        destination = decision.destination
        route = try evaluator.route(of: decision)
        page = decision.page
        urlClass = decision.urlClass
        account = try evaluator.account(of: decision)
        value = decision.value
        reasons = try evaluator.reasons(of: decision)
        parsingError = evaluator.parsingError
        // Every rule is asked again for these.
        if explains { overridden = try evaluator.explanation(of: decision).overridden }
    }

    /// The rule that decided.
    package var rule: RuleReference? { reasons.lazy.compactMap(\.rule).first }
}
