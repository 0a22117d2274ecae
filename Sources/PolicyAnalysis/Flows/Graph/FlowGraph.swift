import ByteText
import Diagnostics
import PolicyModel
import RuleIndex
import RuleRegions

/// How data of one organization can move: its containers, and every edge that the engine allows between them or out of
/// them.
///
/// Each kind of question has a file of its own here. The file asks the question once for each class of requests that
/// the decision can distinguish.
final class FlowGraph {
    /// A container that data leaves from, and the account that acts there.
    struct Origin {
        let node: FlowNode
        let world: FlowRequest.World
        /// The world for questions about links, in which no app is added.
        let linkWorld: FlowRequest.World
        let user: AccountID
        let policy: AppProtectionPolicy
        /// The view whose page is the container, or nil for an account or an app.
        var view: String?
        /// Whether the container is an external frame of that page.
        var isExternalFrame = false

        var place: NamedPlace {
            guard let view else { return .account(user) }
            return isExternalFrame ? .externalFrame(view) : .view(view)
        }
        /// The place as this app names it: what is an account in the world of another app is that app here.
        var placeInThisApp: NamedPlace { if case .app(let app) = node { .app(app) } else { place } }
        /// The texts that decisions distinguish: one that exceeds the exception to the clipboard level, and one that it
        /// lets through, if there is an exception.
        var texts: [(item: ClipboardItem, capacity: FlowCapacity)] {
            let exception = policy.allowedOutboundClipboardSharingExceptionLength
            let long = (item: ClipboardItem(.text, characters: exception + 1), capacity: FlowCapacity.content)
            return exception > 0 ? [long, (ClipboardItem(.text, characters: exception), .shortText)] : [long]
        }
        var owner: Question.Owner { view == nil ? .account(user) : .place(place) }
        /// What views show during the questions.
        var pages: [String: ScenarioGiven.Page] = [:]
        /// The answer with which the page loads, if it is unmanaged because rules call its site external.
        var loaded: FlowStep?

        /// The gate of a setting that lets data out. No setting protects an external page.
        func gates(of setting: PolicySetting) -> [FlowGate] {
            loaded == nil ? [FlowGate(SettingInForce(setting, of: policy))] : []
        }
    }

    let organization: FlowOrganization
    let asking: FlowAsking
    let sites: SiteRegions
    let extent: FlowExtent
    private(set) var edges: [FlowEdge] = []
    /// Edges that the engine blocks, if the extent records them.
    private(set) var closed: [FlowEdge] = []
    private var joined: Set<Joint> = []
    /// What the engine answered where accounts open from the places of accounts; nil for what it does not allow.
    var openings: [Question: FlowStep?] = [:]
    /// Whether some combinations of lists of universal links were left out because there are too many.
    var hasSampledLinks = false

    var document: PolicyDocument { asking.policy.document }

    /// Whether ways between containers that are already joined are left out.
    private let skipsJoined: Bool
    /// A graph that shares much with this one, or nil.
    let base: Base?
    /// Whether the parts are kept, so that this graph can be the base of others.
    let keepsParts: Bool
    var parts: [PartOfOrigin: [FlowEdge]] = [:]
    /// The kinds of sinks to which the ways may differ from those in the base; nil if this applies to all kinds.
    var changed: Set<FlowSink.Class>?

    /// Builds the graph of an organization.
    ///
    /// - Parameters:
    ///   - organization: The organization.
    ///   - asking: Queries the engine.
    ///   - sites: The sites that rules distinguish.
    ///   - extent: What to include in addition to the ways out.
    ///   - skipsJoined: Whether to leave out ways between containers that content can already move between. Leaving
    ///     them out changes no finding, but the presence of an edge then depends on other edges.
    ///   - base: A graph that shares much with this one.
    ///   - keepsParts: Whether this graph will be the base of others.
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
        // Assumptions are always queried again.
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
        if extent.isComplete { addFromForeignPlaces() }
    }

    /// The accounts, the managed apps whose policy is known, and the pages that are containers.
    private(set) lazy var origins: [Origin] = {
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
    }()

    /// The pages that are containers.
    private(set) lazy var pages = Dictionary(
        origins.filter { $0.view != nil }.map { ($0.node, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The policies of the organization's accounts and apps.
    private(set) lazy var policies = Set(
        organization.accounts.compactMap(\.policy) + organization.apps.compactMap(\.policy)
    )

    /// The ids of the organization's apps.
    private(set) lazy var ownApps = Set(organization.apps.map(\.id))

    /// The unknown app, the apps that are declared or listed by policies, and the apps that the extent names.
    private(set) lazy var apps: [(AppDeclaration?, AppID)] = {
        let declared = asking.policy.namedApps(keeping: extent.apps)
        let named = extent.apps.subtracting(declared.map(\.id))
        return [(nil, asking.otherApp)] + declared.map { ($0, $0.id) }
            + named.sorted(on: \.bundleID).map { (nil, $0) }
    }()

    /// A site on the hosts that the document declares as the organization's, or nil if it declares none.
    ///
    /// Without rules, a view shows every site alike, so one of them represents all.
    private(set) lazy var declaredSite = sites.keeper.declaredURLs.first.map { SiteWitness(url: $0) }

    /// The declared apps, by what they open.
    private(set) lazy var linkHandlers = LinkHandlers(document.apps ?? [], asking.policy.apps)

    /// The views of the document by name.
    private(set) lazy var viewsByName = Dictionary(document.views.map { ($0.id, $0) }) { first, _ in first }

    /// Which of the declared apps are installed when links are followed: all, none, and those that are not the
    /// organization's.
    ///
    /// An answer depends on the apps that handle one scheme or link, or on the managed browsers, or first on the former
    /// and then on the latter. It differs only by whether one of these is the organization's, whether another is, and
    /// whether any is installed. So a device with only the browser, or with all apps but the browser, gives each link an
    /// answer that it also has on one of these devices, or that another link has. Where an answer depends on the twin of
    /// a scheme too, there is one more device: ``withoutTwin(of:)``.
    ///
    /// If the document declares apps but no managed browser, a question cannot name the browser: it is missing only
    /// where no app is installed. The system's own apps are always there, and open links of the system that no installed
    /// app handles.
    private(set) lazy var linkStates: [[AppID]?] = {
        guard let apps = document.apps else { return [nil, []] }
        return otherApps.isEmpty || otherApps.count == apps.count ? [nil, []] : [nil, [], otherApps]
    }()

    /// The ids of the declared apps that are not the organization's, sorted.
    private(set) lazy var otherApps: [AppID] = {
        let ids = (document.apps ?? []).map(\.id)
        return ids.filter { !ownApps.contains($0) }.sorted(on: \.bundleID)
    }()

    /// An account outside the organization.
    struct Stranger {
        let id: AccountID
        /// Whose it is, as selectors of storage say it.
        let owner: String
        /// Whether it represents the accounts that decisions cannot distinguish from it.
        var isRepresentative = true
    }

    /// The accounts outside the organization: one without a policy, one for each policy of each other organization, and
    /// those in the extent. What another account may receive or keep does not depend on its app configuration.
    lazy var strangers: [Stranger] = {
        struct Kind: Hashable {
            var organization: UInt32
            var policy: String?
        }
        var seen: Set<Kind> = []
        var found = [Stranger(id: asking.personal, owner: "personal")]
        let all = document.accounts.accounts.enumerated().sorted(on: \.element.id.canonical)
        for (position, account) in all {
            guard let number = asking.policy.identityOfAccount[position]?.organization, number != organization.number
            else { continue }
            let isNew =
                !extent.excepted.contains(account.id)
                && seen.insert(Kind(organization: number, policy: account.policy)).inserted
            if isNew || extent.accounts.contains(account.id) {
                found.append(Stranger(id: account.id, owner: "other", isRepresentative: isNew))
            }
        }
        let named = document.accounts.accounts.filter { !$0.isManaged && extent.accounts.contains($0.id) }
        found += named.filter { $0.id != asking.personal }
            .map { Stranger(id: $0.id, owner: "personal", isRepresentative: false) }
        return found
    }()

    /// An outside account as a sink.
    func account(of stranger: AccountID) -> FlowSink {
        document.accounts[stranger] == nil ? .anyPersonalAccount(stranger) : .account(stranger)
    }

    func add(_ edge: FlowEdge) {
        edges.append(edge)
        if case .inside(let node) = edge.end, edge.capacity == .content {
            joined.insert(Joint(from: edge.from, to: node))
        }
    }

    /// Adds an open edge. A closed edge is recorded only if the extent is complete.
    func add(_ edge: FlowEdge, isOpen: Bool) {
        if isOpen { add(edge) } else if extent.isComplete { closed.append(edge) }
    }

    /// Whether content can already move from one container of the organization to another, so that a further way adds
    /// no information.
    func isJoined(_ from: FlowNode, _ node: FlowNode) -> Bool {
        skipsJoined && joined.contains(Joint(from: from, to: node))
    }

    private struct Joint: Hashable {
        var from: FlowNode
        var to: FlowNode
    }

    /// The engine's answer to a question in the world of an origin, asked as the origin's acting account.
    func ask(_ question: Question, _ origin: Origin, isEnrolled: Bool = false) -> FlowStep? {
        var request = FlowRequest(world: origin.world, user: origin.user, question: question)
        request.isEnrolled = isEnrolled
        request.pages = origin.pages
        return asking.ask(request)
    }

    /// The gates of an answer: the setting or rule that caused the deciding reason, or else any other reason.
    ///
    /// - Parameters:
    ///   - step: The answer.
    ///   - fallback: The setting of the origin's policy to use if no reason names one.
    ///   - origin: The origin of that policy.
    /// - Returns: One gate, or none if no setting or rule caused the answer.
    func gates(of step: FlowStep, else fallback: PolicySetting? = nil, _ origin: Origin? = nil) -> [FlowGate] {
        let reasons = [step.deciding].compactMap(\.self) + step.reasons
        for reason in reasons {
            if let gate = asking.gate(ofSettingBehind: reason) { return [gate] }
            if let rule = reason.rule { return [asking.gate(of: rule)] }
        }
        if let fallback, let origin { return origin.gates(of: fallback) }
        return []
    }

    /// A place to report for a default value: another setting of its policy, or else an account.
    func home(of gates: [FlowGate]) -> SourceLocation? {
        let policy = gates.lazy.filter { $0.kind == .setting }.compactMap { self.document.policies[$0.owner] }.first
        let written = policy.map { policy in PolicySetting.allCases.compactMap { policy.location(of: $0) } } ?? []
        return written.min { $0.line < $1.line } ?? organization.accounts.lazy.compactMap(\.location).first
    }

    /// Adds an app that is managed without a policy that the document names. Only the app knows what it lets out.
    private func addUnknown(_ app: AppDeclaration) {
        var sink = FlowSink.app(app.id)
        let listed = asking.listedApps[organization.number] ?? []
        if listed.first == app.id, listed.count > 1 { sink.words += " and \(listed.count - 1) more that policies list" }
        add(
            FlowEdge(
                from: .app(app.id),
                end: .sink(sink),
                crossing: .unknown,
                effort: FlowEffort(),
                gates: [FlowGate(app)],
                steps: []
            )
        )
    }
}
