import Demarc
import PolicyModel
import QuestionAnswering
import RuleIndex
import Scenarios

/// An engine that answers many questions under the same givens, such that no question affects the next: a question from
/// a task, or about a launch, is asked in a host of its own. `ScenarioHost` explains why it is a class.
final class ClaimHost {
    private let policy: CompiledPolicy
    private let given: ScenarioGiven
    private let host: ScenarioHost
    private var evaluator: Evaluator

    init(_ policy: CompiledPolicy, _ given: ScenarioGiven) throws(QuestionError) {
        (self.policy, self.given) = (policy, given)
        host = try Self.begun(policy, given)
        evaluator = host.engine.makeEvaluator()
    }

    func answer(_ question: Question) throws(QuestionError) -> Answer {
        guard given.task != nil || Self.needsHost(question) else {
            return try evaluator.answer(question, in: given.window)
        }
        let host = try Self.begun(policy, given)
        return try host.answer(to: question)
    }

    /// Whether the answer depends on a host's clock and its facts about the device and the access, or changes them.
    private static func needsHost(_ question: Question) -> Bool {
        switch question.kind {
        case .launch, .unlock, .wait: true
        case .navigate, .open, .canOpen, .universalLink, .connection, .copy, .paste, .upload, .save, .openFrom, .send,
            .receive, .appSharing, .incoming, .setting, .config, .pin, .signIn, .signOut, .switchIdentity:
            false
        }
    }

    private static func begun(
        _ policy: CompiledPolicy,
        _ given: ScenarioGiven
    ) throws(QuestionError) -> ScenarioHost {
        let scenario = Scenario(
            name: "claim",
            location: .init(path: "claim", line: 1, column: 1),
            policy: 0,
            given: given,
            steps: []
        )
        let host = ScenarioHost(policy, for: scenario)
        try host.begin(given)
        return host
    }
}
