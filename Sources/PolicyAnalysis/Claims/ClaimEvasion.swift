import Demarc
import PolicyModel
import QuestionAnswering

/// Finds URLs that evade the rules behind an `always` claim because they are written in another way.
///
/// The claim is about its URLs as written. A server may treat other URLs as equivalent, and the claim may not hold for
/// those; the author of the claim needs to know.
struct ClaimEvasion {
    /// The maximum number of rules for one account, and the maximum number of URLs of each rule.
    private static let mostRules = 1_000
    private static let mostURLs = 4

    /// The evaded rules, ordered by rule set and id.
    var evadedRules: [EvadedRule] {
        evaded.values.sorted { ($0.rule.ruleSet, $0.rule.id) < ($1.rule.ruleSet, $1.rule.id) }
    }

    private var evaded: [RuleReference: EvadedRule] = [:]
    /// URLs that blocked and external rules decide, in the order of the questions.
    private var noted: [RuleReference: [FlowStep]] = [:]

    /// Records an answer for which the claim holds.
    mutating func note(_ question: Question, _ answer: Answer, as user: AccountID) {
        guard case .navigate = question, let rule = answer.rule, rule.urlClass != .internal, evaded[rule] == nil,
            noted[rule] != nil || noted.count < Self.mostRules, noted[rule, default: []].count < Self.mostURLs
        else { return }
        let step = FlowStep(FlowRequest(world: .document, user: user, question: question), answer)
        noted[rule, default: []].append(step)
    }

    /// Tries rewrites of the recorded URLs.
    ///
    /// - Parameters:
    ///   - host: The engine, with the claim's givens applied.
    ///   - isMet: Whether the claim holds for an answer.
    /// - Throws: An error if a question names something that the policy does not contain.
    mutating func look(with host: ClaimHost, _ isMet: (Answer) -> Bool) throws(QuestionError) {
        for (rule, steps) in noted {
            for step in steps where evaded[rule] == nil {
                evaded[rule] = try escape(of: rule, step, with: host, isMet)
            }
        }
        noted = [:]
    }

    private func escape(
        of rule: RuleReference,
        _ step: FlowStep,
        with host: ClaimHost,
        _ isMet: (Answer) -> Bool
    ) throws(QuestionError) -> EvadedRule? {
        guard case .navigate(let url, let view?, _, _, _) = step.request.question else { return nil }
        var escapes: [EvadedRule.Escape] = []
        for rewrite in URLRewrite.all(of: url) where escapes.last?.rewrite.kind != rewrite.kind {
            var request = step.request
            var values = request.question.values
            values[.url] = .text(rewrite.url)
            guard let question = Question(request.question.kind, values) else { continue }
            request.question = question
            let answer = try host.answer(question)
            // If the rule, or another one as strict, decides the rewritten URL, the rule is not evaded. The answer can
            // still differ, for example if the managed browser opens only `https`.
            if let urlClass = answer.urlClass, urlClass >= rule.urlClass { continue }
            let after = FlowStep(request, answer)
            guard after.isLooser(than: step), !isMet(answer) else { continue }
            escapes.append(EvadedRule.Escape(rewrite: rewrite, step: after))
        }
        guard !escapes.isEmpty else { return nil }
        return EvadedRule(rule: rule, view: view, url: url, step: step, escapes: escapes)
    }
}
