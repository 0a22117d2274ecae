import Demarc
import PolicyModel
import QuestionAnswering

/// Looks for URLs that escape the rules behind an `always`, because they are written in another way.
///
/// The claim is about its URLs as they are written. A server may take others for the same, and what the claim says then does
/// not hold of them: whoever wrote the claim wants to know.
struct ClaimEvasion {
    /// The most rules that are looked at for one account, and the URLs of each.
    private static let mostRules = 1_000
    private static let mostURLs = 4

    /// The rules that are escaped, by rule set and id.
    var evadedRules: [EvadedRule] {
        evaded.values.sorted { ($0.rule.ruleSet, $0.rule.id) < ($1.rule.ruleSet, $1.rule.id) }
    }

    private var evaded: [RuleReference: EvadedRule] = [:]
    /// URLs that blocked and external rules decide, in the order in which they were asked.
    private var noted: [RuleReference: [FlowStep]] = [:]

    /// Notes an answer that the claim holds for.
    mutating func note(_ question: Question, _ answer: Answer, as user: AccountID) {
        guard case .navigate = question, let rule = answer.rule, rule.urlClass != .internal, evaded[rule] == nil,
            noted[rule] != nil || noted.count < Self.mostRules, noted[rule, default: []].count < Self.mostURLs
        else { return }
        let step = FlowStep(FlowRequest(world: .document, user: user, question: question), answer)
        noted[rule, default: []].append(step)
    }

    /// Asks about the URLs that were noted, each in other ways to write it.
    ///
    /// - Parameters:
    ///   - host: What is asked, under what the claim gives.
    ///   - isMet: Whether the claim holds for an answer.
    /// - Throws: What a question names and the policy does not have.
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
            let after = FlowStep(request, answer)
            guard after.isLooser(than: step), !isMet(answer) else { continue }
            escapes.append(EvadedRule.Escape(rewrite: rewrite, step: after))
        }
        guard !escapes.isEmpty else { return nil }
        return EvadedRule(rule: rule, view: view, url: url, step: step, escapes: escapes)
    }
}
