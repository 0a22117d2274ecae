import Demarc
import Diagnostics
import PolicyModel
import RuleIndex

/// Queries the engine about a policy, in each of the worlds that paths pass through.
///
/// Only one thread may use it, because it keeps an evaluator for each world.
final class FlowAsking {
    /// The engine of one world, with its evaluator.
    private final class Asked {
        let engine: PolicyEngine
        var evaluator: Evaluator
        private var pages: [String: ScenarioGiven.Page] = [:]
        private var isEnrolled = false
        private var installed: [AppID]?
        private var shown: [AccountID] = []
        /// Whether a window cannot show the accounts of the last request.
        private(set) var isRefused = false

        init(_ policy: CompiledPolicy) {
            engine = PolicyEngine(policy)
            evaluator = engine.makeEvaluator()
        }

        /// Brings the device and the pages into the state that a request describes.
        ///
        /// PERF: only what differs from the last request is changed, because each change copies the engine's state.
        func prepare(for request: FlowRequest) {
            if request.isEnrolled != isEnrolled { engine.setDeviceEnrolled(request.isEnrolled) }
            if request.installed != installed { engine.setInstalled(asStated: request.installed) }
            (isEnrolled, installed) = (request.isEnrolled, request.installed)
            let wanted = request.shownBeside.isEmpty ? [] : request.accounts
            if wanted != shown {
                let result = wanted.isEmpty ? engine.switchIdentity(to: nil) : engine.showAccounts(wanted)
                isRefused = result != .success
                shown = wanted
            }
            guard request.pages != pages else { return }
            for view in pages.keys where request.pages[view] == nil { show(.internal, in: view) }
            for (view, page) in request.pages where pages[view] != page { show(page, in: view) }
            pages = request.pages
        }

        private func show(_ page: ScenarioGiven.Page, in view: String) {
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
    private var settingGates: [Cause: FlowGate?] = [:]
    /// The apps that only policies list, by the number of their organization.
    private(set) lazy var listedApps = policy.listedApps
    /// The last question for which views had to show given pages, with its answer.
    private var shown: (request: FlowRequest, step: FlowStep?)?
    /// How many questions have been asked.
    private(set) var count = 0

    /// Creates an asker.
    ///
    /// - Parameters:
    ///   - policy: The policy to query about.
    ///   - excepted: Accounts that represent no other account.
    init(_ policy: CompiledPolicy, except excepted: Set<AccountID> = []) {
        self.policy = policy
        let probes = ProbeDocuments(policy.document, except: excepted)
        completed = probes.accounts
        otherApp = probes.otherApp
        personal = probes.personal
    }

    /// The document of a world.
    func document(of world: FlowRequest.World) -> PolicyDocument {
        switch world {
        case .document: policy.document
        case .completed: completed
        case .app(let app):
            completed.asApp(app, listing: policy.managedIdentity(of: app).flatMap { listedApps[$0.organization] } ?? [])
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
        guard !request.pages.isEmpty else { return step(request) }
        if let shown, shown.request == request { return shown.step }
        let step = step(request)
        shown = (request, step)
        return step
    }

    private func step(_ request: FlowRequest) -> FlowStep? {
        let asked = engine(of: request.world)
        asked.prepare(for: request)
        guard !asked.isRefused,
            let answer = try? asked.evaluator.answer(request.question, as: request.actingAccount)
        else { return nil }
        return FlowStep(request, answer)
    }

    /// The engine's answer as the host receives it, to compare it with another one.
    ///
    /// PERF: reasons are not spelled out.
    func outcome(of request: FlowRequest) -> FlowOutcome {
        count += 1
        let asked = engine(of: request.world)
        asked.prepare(for: request)
        guard !asked.isRefused,
            let decided = try? asked.evaluator.decide(request.question, as: request.actingAccount)
        else { return FlowOutcome(nil) }
        switch decided {
        case .navigation(let decision, _), .connection(let decision, _), .decision(let decision, _):
            return FlowOutcome(decision, route: (try? asked.evaluator.route(of: decision)) ?? nil)
        case .answered, .launch, .identity:
            return FlowOutcome(FlowStep(request, asked.evaluator.spellOut(decided)))
        }
    }

    /// Whether the world contains everything that a question names, so that the engine answers it.
    func contains(_ request: FlowRequest) -> Bool {
        (try? engine(of: request.world).evaluator.decide(request.question, as: request.user)) != nil
    }

    /// Whether an account is signed in to the document's engine. In an app that can have only one managed account, not
    /// every account of the document is.
    func isSignedIn(_ account: AccountID) -> Bool { engine(of: .document).engine.isSignedIn(account) }

    /// The owner of what a view shows in a request, or nil if the view does not exist.
    func owner(of view: String, _ request: FlowRequest) -> ClipboardOwner? {
        let asked = engine(of: request.world)
        guard let id = asked.engine.view(named: view) else { return nil }
        asked.prepare(for: request)
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

    /// What a reason says about the setting that caused it.
    private struct Cause: Hashable {
        var code: ReasonCode
        var policy: String?
        var location: SourceLocation?
    }

    /// The gate of the setting, the tag of a view, or the default of a rule set that caused a reason, or nil if none of
    /// them did.
    ///
    /// PERF: a policy may exempt thousands of schemes, and the link of each is let out by the whole list. The list is
    /// read once, not once for each edge.
    func gate(ofSettingBehind reason: Reason) -> FlowGate? {
        let cause = Cause(code: reason.code, policy: reason.policy, location: reason.location)
        if let known = settingGates[cause] { return known }
        let document = policy.document
        let made =
            FlowGate(configurationBehind: reason, in: document) ?? FlowGate(declarationBehind: reason, in: document)
            ?? SettingInForce(reason, in: document).map { FlowGate($0) }
        settingGates.updateValue(made, forKey: cause)
        return made
    }

    private func engine(of world: FlowRequest.World) -> Asked {
        if let known = engines[world] { return known }
        let made = Asked(compiled(world))
        engines[world] = made
        return made
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
    ///
    /// - Parameters:
    ///   - id: The app.
    ///   - listed: The apps that policies list for the app's organization, and that the document does not declare.
    /// - Returns: The document.
    fileprivate func asApp(_ id: AppID, listing listed: [AppID]) -> PolicyDocument {
        var document = self
        let declaration = app(id)
        let organization = declaration?.organization ?? accounts.managed.first?.organization
        let account = Account(
            id: FlowAsking.appAccount,
            organization: organization,
            policy: declaration?.policy,
            location: declaration?.location
        )
        document.accounts = AccountDirectory([account] + accounts.accounts.filter { !$0.isManaged })
        // What the policies of the document's accounts list is managed here too, although these accounts are not here.
        // To declare these apps would also decide about links, because a declaration says what is installed.
        if let policy = declaration?.policy { document.policies[policy]?.apps = listed }
        document.app = AppSettings()
        document.appConfigurations = []
        document.user = nil
        document.views = []
        return document
    }
}
