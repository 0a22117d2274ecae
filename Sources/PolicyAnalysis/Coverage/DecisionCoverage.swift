import ByteText
import Demarc
import Diagnostics
package import PolicyModel
import QuestionAnswering
package import RuleIndex
import RuleRegions
import Scenarios

/// How many of the decisions that a policy can make are covered by its scenarios, and how many of its leaks.
///
/// Decisions are counted by classes: all requests of a class have the same decision, so one request is enough. Only
/// classes of requests that move data are counted. A step of a scenario counts for the class of its request if it gets
/// the decision of that class. A leak is exercised by a step that makes the request of its last step and gets the same
/// decision, even if that request belongs to no class.
package struct DecisionCoverage {
    /// The maximum number of classes that are counted.
    package static let classLimit = DecisionClasses.most

    /// The number of classes that are counted.
    package var total: Int { classes.requests.count }
    /// Whether the policy has more classes, which are not counted because there are too many.
    package var isCut: Bool { classes.isCut }
    /// The number of classes that a scenario exercised.
    package var exercised: Int { seen.count }
    /// The leaks that a scenario can follow to the end, without those that a setting permits.
    package let leaks: [LeakPath]
    /// The number of leaks that end in another app, where no scenario can ask.
    package let leaksElsewhere: Int
    /// The ids of the leaks that a scenario followed to the last step.
    package private(set) var exercisedLeaks: Set<String> = []

    private let policy: CompiledPolicy
    private var classes: DecisionClasses
    private var seen: Set<Int> = []
    private var leakPositions: [Int: [String]] = [:]
    /// The last requests of leaks that belong to no class, each once, and the leaks by their forms.
    private var lastRequests: [(form: LastRequest, request: FlowRequest)] = []
    private var leaksOfForms: [LastRequest: [String]] = [:]

    /// Collects what a policy can decide.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - limit: The maximum number of classes that are counted.
    /// - Complexity: O(*n*) in the classes, up to the limit, each of which is queried once; and an audit.
    package init(_ policy: CompiledPolicy, limit: Int = classLimit) {
        self.policy = policy
        let asking = FlowAsking(policy)
        let sites = PolicySites(policy)
        classes = DecisionClasses(policy, asking, sites, limit: limit)
        let found = PolicyAudit(policy, .init(findsFixes: false), sites, replaying: PathReplay.replaying).paths
            .filter { $0.code != .granted }
        var followed: [LeakPath] = []
        for leak in found {
            guard var request = leak.steps.last?.request else { continue }
            if request.world == .completed { request.world = .document }
            request = request.withoutAccount(asking.personal, in: policy.document)
            if let position = classes.position(of: request) {
                leakPositions[position, default: []].append(leak.id)
            } else if let form = LastRequest(request, in: policy.document, &classes) {
                if leaksOfForms[form] == nil { lastRequests.append((form, request)) }
                leaksOfForms[form, default: []].append(leak.id)
            } else {
                continue
            }
            followed.append(leak)
        }
        leaks = followed
        leaksElsewhere = found.count - followed.count
    }

    /// Records the requests of a scenario under this policy unchanged, up to the first step that does not meet its
    /// expectations.
    ///
    /// - Complexity: That of running it, and at most four queries for each step.
    package mutating func note(_ scenario: Scenario) {
        let host = ScenarioHost(policy, for: scenario)
        var steps = StepRequests(host)
        do {
            try host.begin(scenario.given)
            steps.note(scenario.given)
            for step in scenario.steps {
                try host.apply(step.given)
                steps.note(step.given)
                let asked = try host.asked(step.question, as: nil)
                for request in steps.requests(step.question, actingAs: asked.actingAccount) {
                    note(FlowStep(request, asked.answer))
                }
                let accounts = policy.document.accounts
                guard step.expected.allSatisfy({ asked.answer.meets($0, accounts) }) else { return }
            }
        } catch { return }
    }

    private mutating func note(_ step: FlowStep) {
        if let position = classes.position(of: step.request), !seen.contains(position),
            isAnswered(classes.requests[position], like: step)
        {
            seen.insert(position)
            exercisedLeaks.formUnion(leakPositions[position] ?? [])
        }
        guard !leaksOfForms.isEmpty, let form = LastRequest(step.request, in: policy.document, &classes),
            let leaks = leaksOfForms[form], !exercisedLeaks.isSuperset(of: leaks),
            let last = lastRequests.first(where: { $0.form == form }), isAnswered(last.request, like: step)
        else { return }
        exercisedLeaks.formUnion(leaks)
    }

    /// Whether the engine decides on a request, asked by itself, as it decided on a step. In a scenario much can differ
    /// that no class describes, such as the tag of a view or who is signed in. Then another decision was tested.
    private func isAnswered(_ request: FlowRequest, like step: FlowStep) -> Bool {
        classes.asking.ask(request)?.isDecided(like: step) ?? false
    }

    /// Scenarios for the classes and for the last steps of leaks that no scenario has exercised. Each expects the
    /// engine's current answer.
    ///
    /// - Complexity: O(*n*) in these classes and leaks, each of which is queried in a separate engine.
    package func missing() -> [Scenario] {
        let requests = classes.requests.indices.filter { !seen.contains($0) }.map { classes.requests[$0] }
        let last = lastRequests.filter { !exercisedLeaks.isSuperset(of: leaksOfForms[$0.form] ?? []) }
        return (requests + last.map(\.request)).compactMap { request in
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

/// The last request of a leak that belongs to no class, without what decisions do not distinguish: the request of an
/// account without a policy, about an app, about an external frame, or on a device where apps are missing.
private struct LastRequest: Hashable {
    private let request: FlowRequest
    private let isExternalFrame: Bool

    /// Returns nil if the request is made in another app, or moves no data.
    init?(_ request: FlowRequest, in document: PolicyDocument, _ classes: inout DecisionClasses) {
        // An account without a policy acts like no account.
        var plain = request.replacingAccounts { document.accounts[$0]?.isManaged == true ? $0 : .noUser }
        plain.installed = nil
        let framed: Question? =
            switch plain.question {
            case .upload(let source, let view, true): .upload(from: source, into: view)
            case .copy(let item, .externalFrame(let view)): .copy(item, from: .view(view))
            default: nil
            }
        isExternalFrame = framed != nil
        plain.question = framed ?? plain.question
        guard var alike = classes.representative(of: plain) else { return nil }
        // Whatever page the frame is in, it is unmanaged.
        switch alike.question {
        case .upload(let source, let view, _) where isExternalFrame && source != .view(view): alike.pages[view] = nil
        case .copy(_, .view(let view)) where isExternalFrame: alike.pages[view] = nil
        default: break
        }
        alike.installed = request.installed?.sorted(on: \.bundleID)
        self.request = alike
    }
}

extension FlowStep {
    /// Whether another step, whose request belongs to the same class, has the same decision for the same reasons.
    fileprivate func isDecided(like other: FlowStep) -> Bool {
        let isSame =
            verdict == other.verdict && destination == other.destination && page == other.page && value == other.value
        // A class says who owns a page. The other reasons of these decisions also say how the page got its owner.
        let dependsOnPages = [.copy, .paste, .upload].contains(request.question.kind)
        func counted(_ step: FlowStep) -> [Reason] {
            dependsOnPages ? [step.deciding].compactMap(\.self) : step.reasons
        }
        return isSame
            && counted(self).elementsEqual(counted(other)) {
                $0.code == $1.code && $0.setting == $1.setting && $0.policy == $1.policy
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
        let views = pages.sorted(on: { $0.key }).map { ScenarioGiven.View(id: $0.key, page: $0.value) }
        let pagesText = pages.sorted(on: { $0.key })
            .map { view, page in page == .external ? "\(view) external" : "\(view) managed" }
        let apps = installed.map { ["\(Quoted.count($0.count, "app")) installed"] } ?? []
        let circumstances = pagesText + (isEnrolled ? ["enrolled"] : []) + apps
        let name =
            "\(question.words) as \(user)" + (circumstances.isEmpty ? "" : ", \(circumstances.joined(separator: ", "))")
        return Scenario(
            name: name,
            location: location,
            policy: 0,
            given: ScenarioGiven(
                user: .accounts([user]),
                installed: installed,
                mdmEnrolled: isEnrolled ? true : nil,
                views: views
            ),
            steps: [.init(question: question, expected: [], location: location)]
        )
    }
}
