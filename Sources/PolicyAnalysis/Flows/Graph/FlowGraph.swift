import Diagnostics
import PolicyModel
import RuleIndex

/// How data of one organization can move: its containers, and every edge that the engine allows between them or out of
/// them.
///
/// Each question of the engine has a file of its own here, which asks it once for each class of requests that the decision
/// can tell apart.
final class FlowGraph {
    /// A container that data leaves from, and who acts there.
    struct Origin {
        let node: FlowNode
        let world: FlowRequest.World
        /// The world that links are asked in: there, no app is added.
        let linkWorld: FlowRequest.World
        let user: AccountID
        let policy: AppProtectionPolicy
        /// The view whose page it is; nil for an account and an app.
        var view: String?

        var place: NamedPlace { view.map { .view($0) } ?? .account(user) }
        var owner: Question.Owner { view.map { .place(.view($0)) } ?? .account(user) }
        /// What views show while it is asked about.
        var pages: [String: ScenarioGiven.Page] = [:]
    }

    let organization: FlowOrganization
    let asking: FlowAsking
    let sites: SiteRegions
    let extent: FlowExtent
    private(set) var edges: [FlowEdge] = []
    /// What the engine does not let through, where that is noted.
    private(set) var closed: [FlowEdge] = []
    private var joined: Set<Joint> = []

    var document: PolicyDocument { asking.policy.document }

    /// Whether ways are left out where content gets from one container to another already.
    private let skipsJoined: Bool
    /// A graph that has much in common with this one; nil where nothing is known.
    let base: Base?
    /// Whether the parts are kept, for graphs of which this one is the base.
    let keepsParts: Bool
    var parts: [PartOfOrigin: [FlowEdge]] = [:]
    /// The places to which it may be another way than in the base; nil where that is every one.
    var changed: Set<FlowSink.Class>?

    /// Asks everything about an organization.
    ///
    /// - Parameters:
    ///   - organization: The organization.
    ///   - asking: Asks the engine.
    ///   - sites: The sites that rules tell apart.
    ///   - extent: What is looked at besides the ways out.
    ///   - skipsJoined: Whether ways are left out where content gets from one container to another already. What is left
    ///     out changes no finding, but then whether one edge is there depends on others.
    ///   - base: A graph that has much in common with this one.
    ///   - keepsParts: Whether this graph is to be the base of others.
    init(
        _ organization: FlowOrganization,
        _ asking: FlowAsking,
        _ sites: SiteRegions,
        _ extent: FlowExtent = .outlets,
        skipsJoined: Bool = true,
        base: Base? = nil,
        keepsParts: Bool = false
    ) {
        (self.base, self.keepsParts) = (base, keepsParts)
        // What is assumed is asked anew.
        changed = base == nil || !extent.assuming.isEmpty ? nil : []
        self.skipsJoined = skipsJoined && !extent.isComplete
        self.organization = organization
        self.extent = extent
        self.asking = asking
        self.sites = sites
        for origin in origins {
            let (node, policy) = (origin.node, origin.policy.name)
            add(.clipboard, of: node, under: policy) { addClipboard(origin) }
            add(.storage, of: node, under: policy) { addStorage(origin) }
            add(.sending, of: node, under: policy) { addSending(origin) }
            add(.features, of: node, under: policy) { addFeatures(origin) }
            add(.links, of: node, under: policy) {
                if origin.view == nil { addLinks(origin) } else { addNavigation(origin) }
            }
            addIntoViews(origin)
        }
        for app in organization.apps {
            add(.receiving, of: .app(app.id), under: app.policy) { addReceiving(from: app) }
            if app.policy == nil { addUnknown(app) }
        }
        addViews()
        addAssumed()
    }

    /// The accounts, and the managed apps whose policy is known.
    var origins: [Origin] {
        let accounts = organization.accounts.compactMap { account in
            document.policies[account.policy ?? ""].map {
                Origin(
                    node: .account(account.id),
                    world: .completed,
                    linkWorld: .document,
                    user: account.id,
                    policy: $0
                )
            }
        }
        let apps = organization.apps.compactMap { app in
            app.policy.flatMap { document.policies[$0] }
                .map {
                    Origin(
                        node: .app(app.id),
                        world: .app(app.id),
                        linkWorld: .app(app.id),
                        user: FlowAsking.appAccount,
                        policy: $0
                    )
                }
        }
        return accounts + apps + viewOrigins(of: accounts)
    }

    /// The accounts of others: one without a policy, one of each other organization, and those that somebody names.
    lazy var strangers: [(id: AccountID, owner: String)] = {
        var seen: Set<UInt32> = [organization.number]
        var found = [(asking.personal, "personal")]
        for (position, account) in document.accounts.accounts.enumerated() {
            guard let identity = asking.policy.identityOfAccount[position] else { continue }
            let isNew = seen.insert(identity.organization).inserted
            let isNamed = extent.accounts.contains(account.id) && identity.organization != organization.number
            if isNew || isNamed { found.append((account.id, "other")) }
        }
        let named = document.accounts.accounts.filter { !$0.isManaged && extent.accounts.contains($0.id) }
        found += named.filter { $0.id != asking.personal }.map { ($0.id, "personal") }
        return found
    }()

    /// The account of somebody else as a place where data ends.
    func account(of stranger: AccountID) -> FlowSink {
        document.accounts[stranger] == nil ? .anyPersonalAccount(stranger) : .account(stranger)
    }

    func add(_ edge: FlowEdge) {
        edges.append(edge)
        if case .inside(let node) = edge.end, edge.capacity == .content {
            joined.insert(Joint(from: edge.from, to: node))
        }
    }

    /// Adds an edge that is open; one that is not is noted where all of them are wanted.
    func add(_ edge: FlowEdge, isOpen: Bool) {
        if isOpen { add(edge) } else if extent.isComplete { closed.append(edge) }
    }

    /// Whether content can get from one container of the organization to another already, so that a further way says
    /// nothing new.
    func isJoined(_ from: FlowNode, _ node: FlowNode) -> Bool {
        skipsJoined && joined.contains(Joint(from: from, to: node))
    }

    private struct Joint: Hashable {
        var from: FlowNode
        var to: FlowNode
    }

    /// Asks a question in the world of an origin, as who acts there.
    func ask(_ question: Question, _ origin: Origin, isEnrolled: Bool = false) -> FlowStep? {
        var request = FlowRequest(world: origin.world, user: origin.user, question: question)
        request.isEnrolled = isEnrolled
        request.pages = origin.pages
        return asking.ask(request)
    }

    /// The gates of an answer: the setting or rule behind the reason that decided, or else behind any other reason.
    ///
    /// - Parameters:
    ///   - step: The answer.
    ///   - fallback: The setting of the origin's policy, where no reason names one.
    ///   - origin: Whose policy that is.
    /// - Returns: One gate; none where nothing is behind the answer.
    func gates(of step: FlowStep, else fallback: PolicySetting? = nil, _ origin: Origin? = nil) -> [FlowGate] {
        let reasons = [step.deciding].compactMap(\.self) + step.reasons
        for reason in reasons {
            if let gate = FlowGate(configurationBehind: reason, in: document) { return [gate] }
            if let setting = SettingInForce(reason, in: document) { return [FlowGate(setting)] }
            if let rule = reason.rule { return [asking.gate(of: rule)] }
        }
        if let fallback, let origin { return [FlowGate(SettingInForce(fallback, of: origin.policy))] }
        return []
    }

    /// Where something is written that belongs to a default: another setting of its policy, else an account.
    func home(of gates: [FlowGate]) -> SourceLocation? {
        let policy = gates.lazy.filter { $0.kind == .setting }.compactMap { self.document.policies[$0.owner] }.first
        let written = policy.map { policy in PolicySetting.allCases.compactMap { policy.location(of: $0) } } ?? []
        return written.min { $0.line < $1.line } ?? organization.accounts.lazy.compactMap(\.location).first
    }

    /// An app that is managed without a policy that the document names: what it lets out only that app knows.
    private func addUnknown(_ app: AppDeclaration) {
        // Links end in the managed browser; what becomes of them there, no document of this app can say.
        guard !app.isManagedBrowser else { return }
        add(
            FlowEdge(
                from: .app(app.id),
                end: .sink(.app(app.id)),
                crossing: .unknown,
                effort: FlowEffort(),
                gates: [FlowGate(app)],
                steps: []
            )
        )
    }
}
