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

        var place: NamedPlace { .account(user) }
    }

    let organization: FlowOrganization
    let asking: FlowAsking
    let sites: SiteRegions
    private(set) var edges: [FlowEdge] = []
    private var joined: Set<Joint> = []

    var document: PolicyDocument { asking.policy.document }

    /// Asks everything about an organization.
    init(_ organization: FlowOrganization, _ asking: FlowAsking, _ sites: SiteRegions) {
        self.organization = organization
        self.asking = asking
        self.sites = sites
        for origin in origins {
            addClipboard(origin)
            addStorage(origin)
            addSending(origin)
            addFeatures(origin)
            addLinks(origin)
        }
        for app in organization.apps {
            addReceiving(from: app)
            if app.policy == nil { addUnknown(app) }
        }
        addViews()
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
        return accounts + apps
    }

    /// The accounts of others: one without a policy, and one of each other organization.
    lazy var strangers: [(id: AccountID, owner: String)] = {
        var seen: Set<UInt32> = [organization.number]
        var found = [(asking.personal, "personal")]
        for (position, account) in document.accounts.accounts.enumerated() {
            guard let identity = asking.policy.identityOfAccount[position] else { continue }
            if seen.insert(identity.organization).inserted { found.append((account.id, "other")) }
        }
        return found
    }()

    func add(_ edge: FlowEdge) {
        edges.append(edge)
        if case .inside(let node) = edge.end, edge.capacity == .content {
            joined.insert(Joint(from: edge.from, to: node))
        }
    }

    /// Whether content can get from one container of the organization to another already: a further way says nothing new.
    func isJoined(_ from: FlowNode, _ node: FlowNode) -> Bool { joined.contains(Joint(from: from, to: node)) }

    private struct Joint: Hashable {
        var from: FlowNode
        var to: FlowNode
    }

    /// Asks a question in the world of an origin, as who acts there.
    func ask(_ question: Question, _ origin: Origin, isEnrolled: Bool = false) -> FlowStep? {
        var request = FlowRequest(world: origin.world, user: origin.user, question: question)
        request.isEnrolled = isEnrolled
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
