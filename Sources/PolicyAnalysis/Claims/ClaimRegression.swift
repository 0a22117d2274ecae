import Diagnostics
import PolicyModel
import RuleIndex
import Scenarios

/// Creates a scenario from a counterexample to a claim. The scenario expects what the claim demands, so it fails as
/// long as the claim does. Where a claim holds with different answers, the scenario only excludes the present answer.
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
    ///
    /// - Parameters:
    ///   - steps: The steps of the way, as replayed.
    ///   - edges: Its edges, which have as many steps.
    /// - Returns: The scenario, up to the step that should have another answer, and the steps of the whole way.
    func scenario(of steps: [FlowStep], along edges: [FlowEdge]) -> Shown {
        // The edge that the policy opens is the one that a change of the policy closes. It need not be the last one: an
        // account without a policy opens what was saved for it. Of several edges with the same gate, the first one counts:
        // a view's tag decides what the view shows, and then what may leave the page.
        let gates = Set(edges.last { $0.gates.contains(where: \.mayBeChanged) }?.gates.filter(\.mayBeChanged) ?? [])
        let last = edges.firstIndex { !gates.isDisjoint(with: $0.gates) } ?? edges.indices.last
        let first = edges.prefix(last ?? 0).reduce(0) { $0 + $1.steps.count }
        let edge = last.map { edges[$0] }
        let walked = Array(steps.prefix(first + (edge?.steps.count ?? 1)))
        let (position, expected) = demand(walked, from: first, edge)
        var shown = scenario(of: Array(walked.prefix(position + 1)), expecting: expected)
        shown.steps += self.shown(Array(steps.dropFirst(walked.count)))
        return shown
    }

    /// The scenario of a way whose last step should be open.
    func scenario(ofClosed steps: [FlowStep]) -> Shown {
        let last = steps.last
        let isCopy = last?.request.question.kind == .copy
        let expected =
            last?.value == nil
            ? expectation(.verdict, isCopy ? Verdict.plain : .allow) : expectation(.value, SettingValue.allow)
        return scenario(of: steps, expecting: expected)
    }

    /// The scenario of an answer that should equal another policy's answer. It expects the first part that differs.
    func scenario(of step: FlowStep, insteadOf other: FlowStep?) -> Shown {
        let told = step.expectations(at: claim.location)
        let expected = (other?.expectations(at: claim.location) ?? []).first { !told.contains($0) }
        guard let expected else {
            let why =
                step.configuration == nil
                ? "no scenario tells the two apart" : "no scenario is written, because it would contain the value"
            return Shown(steps: shown([step]), why: why)
        }
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
        // What is copied may be pasted whether or not it is protected. The paste decides.
        for position in scenario.steps.indices where scenario.steps[position].question.kind == .copy {
            scenario.steps[position].expected = [expectation(.verdict, Verdict.block, isExcluded: true)]
        }
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
    ///
    /// - Parameters:
    ///   - steps: The steps up to the end of the edge that should be closed.
    ///   - first: The position of its first step.
    ///   - edge: The edge.
    /// - Returns: The position of the step, and what to expect there.
    private func demand(_ steps: [FlowStep], from first: Int, _ edge: FlowEdge?) -> (Int, ScenarioExpectation) {
        if steps.indices.contains(first), let page = steps[first].page {
            switch edge?.crossing {
            case .mislabelledSite? where holdsWithoutContent(steps): break
            case .mislabelledPage?, .mislabelledSite?: return (first, expectation(.page, page, isExcluded: true))
            case .setting?, .contradiction?, .unknown?, nil: break
            }
        }
        guard let last = steps.indices.last else { return (0, expectation(.verdict, Verdict.block)) }
        return (last, demand(steps[last], edge?.sink))
    }

    /// Whether the claim holds if a foreign site is shown as the organization's, but nothing can be pasted or uploaded
    /// there.
    private func holdsWithoutContent(_ steps: [FlowStep]) -> Bool {
        guard [.paste, .upload].contains(steps.last?.request.question.kind),
            case .never(let flow) = claim.statement
        else { return false }
        return !flow.counts(.navigate, carrying: .url)
    }

    /// What to expect instead of the answer that leads to a sink.
    ///
    /// A link that does not open there may open elsewhere or be blocked, and notifications that do not show everything
    /// may show something or nothing.
    private func demand(_ step: FlowStep, _ sink: FlowSink?) -> ScenarioExpectation {
        if sink == .systemBrowser, step.has(.browserSafariOverride) {
            return expectation(.reasons, ReasonCode.browserSafariOverride, isExcluded: true)
        }
        // What leads there is the other app, not the app of the organization that may open as well or be installed.
        if sink?.sinkClass == .app, let code = step.codeOfOtherApp {
            return expectation(.reasons, code, isExcluded: true)
        }
        if let value = step.value { return expectation(.value, value, isExcluded: true) }
        if let destination = step.destination { return expectation(.to, destination, isExcluded: true) }
        return switch step.request.question.kind {
        case .copy: expectation(.verdict, Verdict.protected)
        // What is sent encrypted, or received as the organization's, does not leave it.
        case .send, .receive: expectation(.verdict, step.verdict, isExcluded: true)
        case .navigate, .open, .canOpen, .universalLink, .connection, .paste, .upload, .save, .openFrom, .appSharing,
            .incoming, .setting, .config, .launch, .unlock, .pin, .wait, .signIn, .signOut, .switchIdentity:
            expectation(.verdict, Verdict.block)
        }
    }

    /// What a part should be, or should not be.
    private func expectation(
        _ part: Answer.Part,
        _ value: some RawRepresentable<String>,
        isExcluded: Bool = false
    ) -> ScenarioExpectation {
        ScenarioExpectation(part: part, value: value.rawValue, isExcluded: isExcluded, location: claim.location)
    }
}

extension FlowStep {
    /// The code by which a decision for managed apps says that it may lead to another app; nil if it does not.
    fileprivate var codeOfOtherApp: ReasonCode? {
        switch destination {
        case .managedApp?, .managedBrowser?: has(.openAppNotManaged) ? .openAppNotManaged : nil
        case .installBrowser?: has(.browserNotManaged) ? .browserNotManaged : nil
        case .view?, .system?, .unmanagedApp?, .unmanagedBrowser?, nil: nil
        }
    }

    /// The answer, as reports need it. Each report leaves out the value of a key of the app configuration.
    fileprivate var answer: Answer {
        let outcome: Answer.Outcome =
            switch (request.question.kind, configuration) {
            case (_, let configuration?): .configuration(configuration.verdict)
            case (.navigate, nil): .navigation(verdict)
            case (.connection, nil): .connection(verdict)
            default: .decision(verdict)
            }
        return Answer(
            outcome,
            to: destination,
            route: route,
            page: page,
            value: value,
            configuration: configuration?.result,
            reasons: reasons
        )
    }
}
