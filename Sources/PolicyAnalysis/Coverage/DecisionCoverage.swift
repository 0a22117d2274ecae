import Demarc
import Diagnostics
package import PolicyModel
import QuestionAnswering
package import RuleIndex

/// How many of the decisions that a policy can make are covered by its scenarios, and how many of its leaks.
///
/// Decisions are counted by classes: all requests of a class have the same decision, so one request is enough. Only
/// classes of requests that move data are counted. A leak is exercised if a scenario makes the request of its last
/// step.
package struct DecisionCoverage {
    /// The number of classes.
    package var total: Int { classes.requests.count }
    /// The number of classes that a scenario exercised.
    package var exercised: Int { seen.count }
    /// The leaks, without those that a setting permits.
    package let leaks: [LeakPath]
    /// The ids of the leaks that a scenario followed to the last step.
    package private(set) var exercisedLeaks: Set<String> = []

    private let policy: CompiledPolicy
    private var classes: DecisionClasses
    private var seen: Set<Int> = []
    private var leakPositions: [Int: [String]] = [:]

    /// Collects what a policy can decide.
    ///
    /// - Complexity: O(*n*) in the classes, at most a hundred thousand, each of which is queried once; and an audit.
    package init(_ policy: CompiledPolicy) {
        self.policy = policy
        let asking = FlowAsking(policy)
        let sites = PolicySites(policy)
        classes = DecisionClasses(policy, asking, sites)
        leaks = PolicyAudit(policy, .init(findsFixes: false), sites, replaying: PathReplay.replaying).paths
            .filter { $0.code != .granted }
        for leak in leaks {
            guard var request = leak.steps.last?.request else { continue }
            if request.world == .completed { request.world = .document }
            guard let position = classes.position(of: request.withoutAccount(asking.personal, in: policy.document))
            else { continue }
            leakPositions[position, default: []].append(leak.id)
        }
    }

    /// Records the requests of a scenario, step by step, under this policy unchanged.
    ///
    /// - Complexity: That of running it.
    package mutating func note(_ scenario: Scenario) {
        let host = ScenarioHost(policy, for: scenario)
        var state = (isEnrolled: false, installed: [AppID]?.none, task: AccountID?.none)
        func take(_ given: ScenarioGiven) {
            state.isEnrolled = given.mdmEnrolled ?? state.isEnrolled
            state.installed = given.installed ?? state.installed
            if let task = given.task { state.task = task.accounts.first }
        }
        do {
            try host.begin(scenario.given)
            take(scenario.given)
            for step in scenario.steps {
                try host.apply(step.given)
                take(step.given)
                if let request = Self.request(step.question, host, state) { note(request) }
                _ = try host.answer(to: step.question)
            }
        } catch { return }
    }

    private mutating func note(_ request: FlowRequest) {
        guard let position = classes.position(of: request) else { return }
        seen.insert(position)
        exercisedLeaks.formUnion(leakPositions[position] ?? [])
    }

    /// The step as a self-contained request, or nil if several accounts act at once.
    private static func request(
        _ question: Question,
        _ host: ScenarioHost,
        _ state: (isEnrolled: Bool, installed: [AppID]?, task: AccountID?)
    ) -> FlowRequest? {
        let evaluator = host.engine.makeEvaluator()
        let acting = evaluator.owner(of: .native(host.window), identity: state.task)
        guard acting.account != nil || !acting.isManaged else { return nil }
        var question = question
        if case .navigate(let url, nil, let frame, let answer, let isSame) = question {
            let views = host.engine.policy.document.views.filter(\.isWebView)
            guard views.count == 1 else { return nil }
            question = .navigate(to: url, in: views[0].id, frame: frame, answer: answer, isSameDocument: isSame)
        }
        var request = FlowRequest(world: .document, user: acting.account ?? .noUser, question: question)
        request.isEnrolled = state.isEnrolled
        request.installed = state.installed
        for view in host.engine.policy.document.views {
            guard let id = host.engine.view(named: view.id) else { continue }
            let owner = evaluator.owner(of: .view(id), identity: state.task)
            request.pages[view.id] = owner.account.map { .loadedFor($0) } ?? .external
        }
        return request
    }

    /// Scenarios for the classes that no scenario has exercised. Each expects the engine's current answer.
    ///
    /// - Complexity: O(*n*) in these classes, each of which is queried in a separate engine.
    package func missing() -> [Scenario] {
        classes.requests.indices.filter { !seen.contains($0) }.compactMap { position in
            let request = classes.requests[position]
            let location = SourceLocation(path: "scenarios", line: 1, column: 1)
            guard var scenario = request.scenario(at: location) else { return nil }
            let host = ScenarioHost(policy, for: scenario)
            do {
                try host.begin(scenario.given)
                let answer = try host.answer(to: request.question)
                scenario.steps[0].expected = FlowStep(request, answer).expectations(at: location)
            } catch { return nil }
            return scenario
        }
    }
}

extension FlowRequest {
    /// The request without an account that was added to the document: no account takes its place.
    fileprivate func withoutAccount(_ account: AccountID, in document: PolicyDocument) -> FlowRequest {
        document.accounts[account] == nil ? replacing(account, with: .noUser) : self
    }

    /// A scenario that makes the request.
    fileprivate func scenario(at location: SourceLocation) -> Scenario? {
        let views = pages.sorted { $0.key < $1.key }.map { ScenarioGiven.View(id: $0.key, page: $0.value) }
        let pagesText = pages.sorted { $0.key < $1.key }
            .map { view, page in page == .external ? "\(view) external" : "\(view) managed" }
        let circumstances = pagesText + (isEnrolled ? ["enrolled"] : [])
        let name =
            "\(question.words) as \(user)" + (circumstances.isEmpty ? "" : ", \(circumstances.joined(separator: ", "))")
        return Scenario(
            name: name,
            location: location,
            policy: 0,
            given: ScenarioGiven(
                user: .accounts([user]),
                mdmEnrolled: isEnrolled ? true : nil,
                views: views
            ),
            steps: [.init(question: question, expected: [], location: location)]
        )
    }
}
