import ByteText
import Demarc
import Diagnostics
import PolicyModel
import QuestionAnswering
import RuleIndex

/// Replays a path in an engine that is independent of the search, so that every reported path has actually happened.
///
/// The replay proceeds like a scenario: a page that a step loads is the page that the next step finds.
struct PathReplay {
    /// The policies of the worlds that steps use, compiled on first use.
    private var policies: [FlowRequest.World: CompiledPolicy] = [:]
    private let asking: FlowAsking

    init(_ asking: FlowAsking) { self.asking = asking }

    /// How steps are replayed. Tests substitute another function, to check that a path it rejects is not reported.
    typealias Replaying = (inout PathReplay, [FlowStep]) -> [FlowStep]?

    static func replaying(_ replay: inout PathReplay, _ steps: [FlowStep]) -> [FlowStep]? { replay.replay(steps) }

    /// The steps with the answers of the replay, or nil if any answer differs from the path.
    mutating func replay(_ steps: [FlowStep]) -> [FlowStep]? {
        var walked: [FlowStep] = []
        var rest = steps[...]
        while let first = rest.first {
            // Each world is a device of its own: another app does not see what was done in this app.
            let segment = rest.prefix { $0.request.world == first.request.world }
            rest = rest.dropFirst(segment.count)
            guard let answers = walk(Array(segment), in: policy(of: first.request.world)) else { return nil }
            walked += answers
        }
        return walked
    }

    private mutating func policy(of world: FlowRequest.World) -> CompiledPolicy {
        if let known = policies[world] { return known }
        let made = asking.compiled(world)
        policies[world] = made
        return made
    }

    private func walk(_ steps: [FlowStep], in policy: CompiledPolicy) -> [FlowStep]? {
        let scenario = steps.scenario(named: "path", location: .init(path: "audit", line: 1, column: 1))
        let host = ScenarioHost(policy, for: scenario)
        var walked: [FlowStep] = []
        do {
            try host.begin(scenario.given)
            for (step, asked) in zip(scenario.steps, steps) {
                try host.apply(step.given)
                let answer = FlowStep(asked.request, try host.answer(to: step.question))
                guard answer.verdict == asked.verdict, answer.destination == asked.destination,
                    answer.page == asked.page
                else { return nil }
                walked.append(answer)
            }
        } catch { return nil }
        return walked
    }
}

extension [FlowStep] {
    /// The steps as a scenario that expects their answers.
    func scenario(named name: String, location: SourceLocation) -> Scenario {
        var shown: Set<String> = []
        let steps = map { step in
            let request = step.request
            let views = request.pages.sorted(on: { $0.key })
                .filter { !shown.contains($0.key) }
                .map { ScenarioGiven.View(id: $0.key, page: $0.value) }
            if case .navigate(_, let view?, _, _, _) = request.question { shown.insert(view) }
            return Scenario.Step(
                given: ScenarioGiven(
                    user: .accounts(request.accounts),
                    installed: request.installed,
                    mdmEnrolled: request.isEnrolled,
                    views: views
                ),
                question: request.question,
                expected: step.expectations(at: location),
                location: location
            )
        }
        return Scenario(
            name: name,
            location: location,
            policy: 0,
            given: ScenarioGiven(user: .accounts([first?.request.user ?? .noUser])),
            steps: steps
        )
    }
}

extension FlowStep {
    /// The answer, as a scenario expects it: everything that tells a leak from none.
    func expectations(at location: SourceLocation) -> [ScenarioExpectation] {
        let parts: [(Answer.Part, String?)] = [
            (.verdict, verdictName), (.to, destination?.rawValue), (.route, route), (.page, page?.rawValue),
            (.value, value?.rawValue), (.conflict, configuration?.result.map { "\($0.hasConflict)" }),
        ]
        let expected = parts.compactMap { part, value in
            value.map { ScenarioExpectation(part: part, value: $0, location: location) }
        }
        // Only this reason says whether a viewer that no organization manages shows the link.
        guard destination == .installBrowser else { return expected }
        let override = ReasonCode.browserSafariOverride
        let isAbsent = !has(override)
        return expected + [.init(part: .reasons, value: override.rawValue, isExcluded: isAbsent, location: location)]
    }
}
