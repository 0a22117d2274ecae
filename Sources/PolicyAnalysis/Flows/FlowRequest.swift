import Demarc
public import PolicyModel
import RuleIndex

/// One question with everything that its answer depends on. It is a step of a path and can be repeated.
public struct FlowRequest: Hashable, Sendable {
    /// Which document answers.
    public enum World: Hashable, Sendable {
        /// The policy document, unchanged.
        case document
        /// The document, with a personal account and an unknown app added if it has none.
        case completed
        /// Another managed app with this id, under the account that acts there: the document with that app's policy.
        case app(AppID)
    }

    /// Which document answers.
    public var world: World
    /// The acting account.
    public var user: AccountID
    /// The question.
    public var question: Question
    /// The pages that views show.
    public var pages: [String: ScenarioGiven.Page] = [:]
    /// Whether the device is enrolled in device management.
    public var isEnrolled = false
    /// The installed apps, or nil for all.
    public var installed: [AppID]?

    /// The request in words: the question, and anything unusual about the device.
    package var words: String {
        question.words + (installed == [] ? " where no other app is installed" : "")
    }
}

/// A request with the engine's answer.
public struct FlowStep: Hashable, Sendable {
    /// The request.
    public var request: FlowRequest
    /// The verdict.
    public var verdict: Verdict
    /// Where the data or link goes.
    public var destination: Destination?
    /// The classification of the page.
    public var page: PageClassification?
    /// The URL that the host must open.
    public var route: String?
    /// The finer answer of a single setting.
    public var value: SettingValue?
    /// The reasons.
    public var reasons: [Reason]
    /// The deciding reason.
    public var deciding: Reason?
    /// The answer about a key of the app configuration, or nil for every other question.
    var configuration: ConfigurationAnswer?

    init(_ request: FlowRequest, _ answer: Answer) {
        self.request = request
        verdict = answer.verdict ?? .block
        destination = answer.destination
        page = answer.page
        route = answer.route
        value = answer.value
        reasons = answer.reasons
        deciding = answer.decidingReason
        if case .configuration(let verdict) = answer.outcome {
            configuration = ConfigurationAnswer(verdict: verdict, result: answer.configuration)
        }
    }

    /// The name of the verdict, as used in answers to this kind of question.
    package var verdictName: String { configuration?.verdict.rawValue ?? verdict.rawValue }

    /// Whether the answer has this reason.
    func has(_ code: ReasonCode) -> Bool { reasons.contains { $0.code == code } }
}

/// The answer about a key of the app configuration. No report shows its value, because the value may be personal.
struct ConfigurationAnswer: Hashable, Sendable {
    var verdict: AppConfigurationVerdict
    var result: AppConfigurationResult?
}

/// Queries the engine about a policy, in each of the worlds that paths pass through.
///
/// Only one thread may use it, because it keeps an evaluator for each world.
final class FlowAsking {
    /// The engine of one world, with its evaluator.
    private final class Asked {
        let engine: PolicyEngine
        var evaluator: Evaluator

        init(_ policy: CompiledPolicy) {
            engine = PolicyEngine(policy)
            evaluator = engine.makeEvaluator()
        }
    }

    let policy: CompiledPolicy
    /// The unknown app.
    let otherApp: AppID
    /// An account without a policy.
    let personal: AccountID
    /// The acting account in the world of another app.
    static let appAccount = AccountID("demarc.app-account")
    private let completed: PolicyDocument
    private var engines: [FlowRequest.World: Asked] = [:]
    private var gates: [RuleReference: FlowGate] = [:]
    /// The last question for which views had to show given pages, with its answer.
    private var shown: (request: FlowRequest, step: FlowStep?)?
    /// How many questions have been asked.
    private(set) var count = 0

    init(_ policy: CompiledPolicy) {
        self.policy = policy
        let probes = ProbeDocuments(policy.document)
        completed = probes.accounts
        otherApp = probes.otherApp
        personal = probes.personal
    }

    /// The document of a world.
    func document(of world: FlowRequest.World) -> PolicyDocument {
        switch world {
        case .document: policy.document
        case .completed: completed
        case .app(let app): completed.asApp(app)
        }
    }

    /// The compiled policy of a world. Its rules are those of the original policy.
    func compiled(_ world: FlowRequest.World) -> CompiledPolicy {
        world == .document ? policy : CompiledPolicy(document(of: world), withRuleSetsOf: policy)
    }

    /// The engine's answer, or nil if the question names something that the world does not contain.
    ///
    /// PERF: pasting into a foreign page is queried for each rule that allows such a page, always with the same result.
    func ask(_ request: FlowRequest) -> FlowStep? {
        count += 1
        guard !request.pages.isEmpty else { return answer(request) }
        if let shown, shown.request == request { return shown.step }
        let step = answer(request)
        shown = (request, step)
        return step
    }

    private func answer(_ request: FlowRequest) -> FlowStep? {
        let asked = engine(of: request.world)
        if request.isEnrolled { asked.engine.setDeviceEnrolled(true) }
        if let installed = request.installed { asked.engine.setInstalledApps(Set(installed)) }
        for (view, page) in request.pages { show(page, in: view, asked.engine) }
        defer {
            if request.isEnrolled { asked.engine.setDeviceEnrolled(false) }
            if request.installed != nil { asked.engine.setInstalledApps(nil) }
            for view in request.pages.keys { show(.internal, in: view, asked.engine) }
        }
        guard let answer = try? asked.evaluator.answer(request.question, as: request.user) else { return nil }
        return FlowStep(request, answer)
    }

    /// The owner of what a view shows in a request, or nil if the view does not exist.
    func owner(of view: String, _ request: FlowRequest) -> ClipboardOwner? {
        let asked = engine(of: request.world)
        guard let id = asked.engine.view(named: view) else { return nil }
        for (view, page) in request.pages { show(page, in: view, asked.engine) }
        defer { for view in request.pages.keys { show(.internal, in: view, asked.engine) } }
        return asked.evaluator.owner(of: .view(id), identity: request.user)
    }

    /// The gate of the deciding rule.
    ///
    /// PERF: a rule set of ten thousand rules is searched once for each deciding rule, not once for each edge.
    func gate(of rule: RuleReference) -> FlowGate {
        if let known = gates[rule] { return known }
        let made = FlowGate(rule, in: policy.document)
        gates[rule] = made
        return made
    }

    private func engine(of world: FlowRequest.World) -> Asked {
        if let known = engines[world] { return known }
        let made = Asked(compiled(world))
        engines[world] = made
        return made
    }

    private func show(_ page: ScenarioGiven.Page, in view: String, _ engine: PolicyEngine) {
        guard let id = engine.view(named: view) else { return }
        let stated: PolicyEngine.StatedPage =
            switch page {
            case .external: .external
            case .loadedFor(let account): .loadedFor(account)
            case .internal: .unreported
            }
        try? engine.setPage(of: id, to: stated)
    }
}

extension CompiledPolicy {
    /// The number of the organization that owns an item, or nil if the item is unmanaged.
    func organization(of owner: ClipboardOwner) -> UInt32? {
        guard owner.isManaged, let position = owner.account.flatMap({ document.accounts.position(of: $0) }) else {
            return nil
        }
        return identityOfAccount[position]?.organization
    }
}

extension PolicyDocument {
    /// The document from the perspective of another app: the acting account is under that app's policy, and this app's
    /// own declarations do not apply.
    fileprivate func asApp(_ id: AppID) -> PolicyDocument {
        var document = self
        let declaration = apps?.first { $0.id == id }
        let organization = declaration?.organization ?? accounts.managed.first?.organization
        let account = Account(
            id: FlowAsking.appAccount,
            organization: organization,
            policy: declaration?.policy,
            location: declaration?.location
        )
        document.accounts = AccountDirectory([account] + accounts.accounts.filter { !$0.isManaged })
        document.app = AppSettings()
        document.user = nil
        document.views = []
        return document
    }
}

extension FlowRequest {
    /// The request with one account replaced by another.
    func replacing(_ account: AccountID, with other: AccountID) -> FlowRequest {
        var request = self
        if user == account { request.user = other }
        var values = question.values
        for (field, value) in values {
            if value == .account(account) { values[field] = .account(other) }
            if value == .place(.account(account)) { values[field] = .place(.account(other)) }
        }
        request.question = Question(question.kind, values) ?? question
        return request
    }
}
