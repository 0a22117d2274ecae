import Diagnostics
import PolicyModel
import RuleIndex
import Scenarios

/// Creates a scenario from a counterexample to a claim. The scenario expects what the claim demands, so it fails as
/// long as the claim does.
///
/// The scenario is run before it is reported. If it does not fail at the same step, no scenario is reported.
struct ClaimRegression {
    /// A scenario, or the reason why there is none, with the steps to show.
    struct Shown {
        var steps: [ScenarioResult.Step]
        var scenario: Scenario?
        var why: String?
    }

    private let claim: Claim
    private let policy: CompiledPolicy
    private let asking: FlowAsking

    init(_ claim: Claim, _ policy: CompiledPolicy, _ asking: FlowAsking) {
        (self.claim, self.policy, self.asking) = (claim, policy, asking)
    }

    /// The scenario of a way that should be closed.
    func scenario(of steps: [FlowStep], edge: FlowEdge?) -> Shown {
        let (position, expected) = demand(steps, edge)
        return scenario(of: Array(steps.prefix(position + 1)), expecting: expected)
    }

    /// The scenario of a way whose last step should be open.
    func scenario(ofClosed steps: [FlowStep]) -> Shown {
        let kind = steps.last?.request.question.kind
        return scenario(of: steps, expecting: expectation(.verdict, kind == .copy ? .plain : .allow))
    }

    /// The scenario of an answer that should equal another policy's answer. It expects the first part that differs.
    func scenario(of step: FlowStep, insteadOf other: FlowStep?) -> Shown {
        let told = step.expectations(at: claim.location)
        let expected = (other?.expectations(at: claim.location) ?? []).first { !told.contains($0) }
        guard let expected else { return Shown(steps: shown([step]), why: "no scenario tells the two apart") }
        return scenario(of: [step], expecting: expected)
    }

    /// The steps, as reports show them.
    func shown(_ steps: [FlowStep]) -> [ScenarioResult.Step] {
        steps.map {
            ScenarioResult.Step(
                location: claim.location,
                question: $0.request.question,
                expected: [],
                answer: $0.answer
            )
        }
    }

    private func scenario(of steps: [FlowStep], expecting expected: ScenarioExpectation) -> Shown {
        var shown = self.shown(steps)
        if !shown.isEmpty {
            shown[shown.count - 1].expected = [expected]
            shown[shown.count - 1].unmet = [expected]
        }
        guard !steps.contains(where: { if case .app = $0.request.world { true } else { false } }) else {
            return Shown(steps: shown, why: "no scenario can follow it, because it goes through another app")
        }
        var scenario = steps.map { declared($0) }.scenario(named: claim.name, location: claim.location)
        guard !scenario.steps.isEmpty else { return Shown(steps: shown, why: "no scenario can follow it") }
        scenario.policy = claim.policy
        scenario.steps[scenario.steps.count - 1].expected = [expected]
        let result = ScenarioRunner.result(of: scenario, under: policy)
        guard result.outcome == .failed, result.steps.count == steps.count else {
            return Shown(steps: shown, why: "no scenario can follow it with only the accounts and apps of the document")
        }
        return Shown(steps: result.steps, scenario: scenario)
    }

    /// The step without the personal account that was added for the search: no account acts instead.
    private func declared(_ step: FlowStep) -> FlowStep {
        guard policy.document.accounts[asking.personal] == nil else { return step }
        var step = step
        step.request = step.request.replacing(asking.personal, with: .noUser)
        return step
    }

    // MARK: What the claim demands

    /// Which step should have a different answer, and which answer.
    private func demand(_ steps: [FlowStep], _ edge: FlowEdge?) -> (Int, ScenarioExpectation) {
        let last = steps.count - 1
        let first = steps.count - (edge?.steps.count ?? 1)
        let isPage = steps.indices.contains(first) && steps[first].page != nil
        switch edge?.crossing {
        case .mislabelledPage? where isPage: return (first, expectation(.page, .managed))
        case .mislabelledSite? where isPage: return (first, expectation(.page, .unmanaged))
        default: break
        }
        guard steps.indices.contains(last) else { return (0, expectation(.verdict, .block)) }
        return switch steps[last].request.question.kind {
        case .copy: (last, expectation(.verdict, .protected))
        case .navigate: (last, expectation(.verdict, .route))
        default: (last, expectation(.verdict, .block))
        }
    }

    private func expectation(_ part: Answer.Part, _ verdict: Verdict) -> ScenarioExpectation {
        ScenarioExpectation(part: part, value: verdict.rawValue, location: claim.location)
    }

    private func expectation(_ part: Answer.Part, _ page: PageClassification) -> ScenarioExpectation {
        ScenarioExpectation(part: part, value: page.rawValue, location: claim.location)
    }
}

extension FlowStep {
    /// The answer, as reports need it.
    fileprivate var answer: Answer {
        let outcome: Answer.Outcome =
            switch request.question.kind {
            case .navigate: .navigation(verdict)
            case .connection: .connection(verdict)
            default: .decision(verdict)
            }
        return Answer(
            outcome,
            to: destination,
            route: route,
            page: page,
            reasons: reasons
        )
    }
}
