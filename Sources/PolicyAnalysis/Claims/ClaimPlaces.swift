import Diagnostics
import PolicyModel
import RuleIndex
import RuleRegions

/// The meaning of a claim's selectors in a policy: the containers of a graph that they name, and whether any exist.
struct ClaimPlaces {
    let policy: CompiledPolicy
    let organizations: [FlowOrganization]
    let sites: PolicySites

    private var document: PolicyDocument { policy.document }

    // MARK: Existence

    /// Why a selector names nothing, or nil if it names something.
    func problem(with selector: ClaimSelector, asSource isSource: Bool) -> String? {
        switch selector {
        case .organization(let name):
            let names = organizations.map(\.name)
            let managed = (document.apps ?? []).filter(\.isManaged).compactMap(\.organization)
            let known = isSource ? names : names + managed
            return known.contains(name) ? nil : Self.missing("organization", name, among: known)
        case .account(let id), .native(let id?):
            guard let account = document.accounts[id] else {
                return Self.missing("account", id.description, among: accountNames)
            }
            return !isSource || account.isManaged ? nil : "`\(id)` has no policy, so nothing protects its data"
        case .native(nil): return document.accounts.managed.isEmpty ? "no account is managed" : nil
        case .view(let id):
            let names = document.views.map(\.id)
            return names.contains(id) ? nil : Self.missing("view", id, among: names)
        case .app(let id):
            guard isSource, !organizations.contains(where: { $0.apps.contains { $0.id == id } }) else { return nil }
            return problem(withSource: id)
        case .apps(let group): return problem(with: group)
        case .browser(.custom):
            let hasBrowser = document.policies.values.contains { $0.customBrowserProtocol != nil }
            return hasBrowser ? nil : "no policy names a browser with `customBrowserProtocol`"
        case .storage(_, .other):
            return organizations.count > 1 ? nil : "the document has no account of another organization"
        case .storage(_, .same):
            // For an app, each account of its organization is another one.
            let hasAnother = organizations.contains { $0.accountCount + $0.apps.count > 1 }
            return hasAnother ? nil : "no organization has two accounts, or an account and a managed app"
        case .site(.owned): return sites.hasOwned ? nil : "no rule says which sites are the organization's"
        case .system(let scheme):
            return FlowGraph.systemSchemes.contains(scheme)
                ? nil : Self.missing("system app for the scheme", scheme, among: FlowGraph.systemSchemes)
        case .browser, .storage, .site(.foreign), .unmanaged, .setting: return nil
        }
    }

    /// Why an app holds no data of an organization of the document.
    private func problem(withSource app: AppID) -> String {
        let name = Quoted.word(app.bundleID)
        guard policy.managedIdentity(of: app) != nil else {
            return "`\(name)` is managed for no organization, so it holds no organization data"
        }
        guard let organization = policy.organization(ofApp: app) else {
            return "`\(name)` is managed, but it is unknown for which organization of the document"
        }
        return "no account of the document belongs to `\(Quoted.word(organization))`"
    }

    private func problem(with group: ClaimSelector.AppGroup) -> String? {
        switch group {
        case .unmanaged: return nil
        case .otherOrganization:
            let apps = policy.namedApps().map(\.id)
            let isThere = organizations.contains { organization in
                apps.contains { policy.isManaged($0, outside: organization) }
            }
            return isThere ? nil : "the document declares no app that is managed for another organization"
        case .mdm:
            return (document.apps ?? []).contains { $0.isMDMManaged && !$0.isManaged }
                ? nil : "the document declares no app that device management alone installed"
        }
    }

    private static func missing(_ what: String, _ name: String, among names: [String]) -> String {
        let nearest = NearMiss.suggestion(for: name, among: names).map { "; did you mean `\(Quoted.word($0))`?" }
        return "there is no \(what) `\(Quoted.word(name))`" + (nearest ?? "")
    }

    private var accountNames: [String] {
        document.accounts.accounts.flatMap { [$0.id, $0.userPrincipalName].compactMap(\.self?.canonical) }
    }

    // MARK: The graph for a claim

    /// The extent of the graph that a claim needs.
    static func extent(of flow: Claim.Flow, in policy: CompiledPolicy) -> FlowExtent {
        let accounts = policy.document.accounts
        var extent = FlowExtent(isComplete: true)
        // The organization's sites are among its data, and a view shows them.
        switch flow.from {
        case .organization, .site(.owned): extent.includesSiteViews = true
        default: break
        }
        for selector in [flow.from, flow.to] + flow.exceptPlaces {
            switch selector {
            case .account(let id), .native(let id?):
                if let account = accounts[id] { extent.accounts.insert(account.id) }
            case .app(let id): extent.apps.insert(id)
            case .view(let id): extent.views.insert(id)
            // Another account of the organization may be one of the same kind.
            case .storage(_, .same), .storage(_, nil): extent.accountsOfEachKind = 2
            case .organization, .native(nil), .apps, .browser, .storage, .site, .system, .unmanaged, .setting: break
            }
        }
        // What gets to an account may come from another one of the same kind.
        switch flow.to {
        case .organization, .account, .native: extent.accountsOfEachKind = 2
        default: break
        }
        // What is excepted does not represent what is not: another account of the same kind, another listed app.
        extent.excepted = Set(flow.exceptPlaces.compactMap { $0.account.flatMap { accounts[$0]?.id } })
        let exceptedApps = Set(flow.exceptPlaces.compactMap(\.app))
        if !exceptedApps.isEmpty {
            let others = policy.listedApps.values.compactMap { apps in apps.first { !exceptedApps.contains($0) } }
            extent.apps.formUnion(others)
        }
        return extent
    }

    /// The containers where data starts.
    func sources(_ selector: ClaimSelector, in graph: FlowGraph) -> Set<FlowNode> {
        let nodes = Set(graph.origins.map(\.node))
        switch selector {
        case .organization(let name):
            guard graph.organization.name == name else { return [] }
            return nodes.filter { $0.view == nil }.union([.site])
        case .account(let id), .native(let id?):
            return document.accounts[id].map { nodes.intersection([.account($0.id)]) } ?? []
        case .native(nil): return nodes.filter { if case .account = $0 { true } else { false } }
        case .view(let id): return nodes.filter { $0.view == id }
        case .app(let id): return graph.organization.apps.contains { $0.id == id } ? [.app(id)] : []
        case .site(.owned): return [.site]
        case .apps, .browser, .storage, .site(.foreign), .system, .unmanaged, .setting: return []
        }
    }

    // MARK: Ends of ways

    /// Whether an edge ends at a container that a selector names.
    func holds(_ selector: ClaimSelector, for edge: FlowEdge, in graph: FlowGraph) -> Bool {
        switch edge.end {
        case .inside(let node): return holds(selector, node, graph.organization)
        case .kept(.ownedSite) where selector == .organization(graph.organization.name): return true
        case .kept(let container): return container.selector.hasSame(selector)
        case .sink(let sink): return holds(selector, sink, edge, graph.organization)
        }
    }

    /// Whether a claim that excepts a container is not about an edge, because the edge ends there and nowhere else.
    func excepts(_ selector: ClaimSelector, _ edge: FlowEdge, in graph: FlowGraph) -> Bool {
        switch selector {
        // The other apps still read what every app can read.
        case .app, .apps(.mdm), .apps(.otherOrganization):
            !edge.isForEveryApp && holds(selector, for: edge, in: graph)
        case .organization, .account, .native, .view, .apps(.unmanaged), .browser, .storage, .site, .system, .unmanaged,
            .setting:
            holds(selector, for: edge, in: graph)
        }
    }

    private func holds(_ selector: ClaimSelector, _ node: FlowNode, _ organization: FlowOrganization) -> Bool {
        switch (selector, node) {
        case (.organization(let name), _): organization.name == name
        case (.account(let id), .account(let other)), (.native(let id?), .account(let other)):
            document.accounts[id]?.id == other
        case (.native(nil), .account): true
        case (.app(let id), .app(let other)): id == other
        case (.view(let view), _): view == node.view
        case (.site(.owned), .site): true
        default: false
        }
    }

    private func holds(
        _ selector: ClaimSelector,
        _ sink: FlowSink,
        _ edge: FlowEdge,
        _ organization: FlowOrganization
    ) -> Bool {
        switch selector {
        case .unmanaged: return edge.crossing != .unknown
        case .app(let id):
            return sink.selector == "app:\(id.bundleID)"
                || edge.isForEveryApp && !organization.apps.contains { $0.id == id }
        case .apps(let group):
            return edge.isForEveryApp || edge.crossing != .unknown && holds(group, sink, organization)
        case .account(let id), .native(let id?):
            return document.accounts[id].map { sink.selector == "account:\($0.id)" } ?? false
        case .native(nil):
            return document.accounts.accounts.contains { $0.isManaged && sink.selector == "account:\($0.id)" }
        case .organization(let name):
            return document.accounts.accounts.contains {
                $0.organization == name && $0.isManaged && sink.selector == "account:\($0.id)"
            }
                || sink.app.map { policy.managedIdentity(of: $0) != nil && policy.organization(ofApp: $0) == name }
                    ?? false
        case .storage(let location, nil): return sink.selector.hasPrefix("storage:\(location.rawValue)@")
        case .view, .browser, .storage, .site, .system, .setting: return sink.selector.hasSame(selector)
        }
    }

    private func holds(_ group: ClaimSelector.AppGroup, _ sink: FlowSink, _ organization: FlowOrganization) -> Bool {
        guard sink.sinkClass == .app else { return false }
        // Any other app is unmanaged.
        guard let app = sink.app else { return group == .unmanaged }
        let isManaged = policy.managedIdentity(of: app) != nil
        return switch group {
        case .unmanaged: !isManaged
        case .otherOrganization: policy.isManaged(app, outside: organization)
        case .mdm: !isManaged && (document.apps ?? []).contains { $0.id == app && $0.isMDMManaged }
        }
    }
}

extension ClaimSelector {
    /// The account that the selector names, or nil.
    fileprivate var account: AccountID? {
        switch self {
        case .account(let id), .native(let id?): id
        default: nil
        }
    }

    /// The app that the selector names, or nil.
    fileprivate var app: AppID? { if case .app(let id) = self { id } else { nil } }
}

extension FlowEdge {
    /// Whether every app can read what the edge moves: what is on the pasteboard unprotected, and what the system gives
    /// all apps access to, which takes no question.
    fileprivate var isForEveryApp: Bool {
        sink == .anyApp && [.copy, nil].contains(steps.last?.request.question.kind)
    }
}

extension FlowSink {
    /// The app, or nil if the container is not a single app.
    fileprivate var app: AppID? {
        selector.hasPrefix("app:") ? AppID(String(selector.dropFirst("app:".count))) : nil
    }
}

extension CompiledPolicy {
    /// Whether an app is managed, but not for an organization.
    fileprivate func isManaged(_ app: AppID, outside organization: FlowOrganization) -> Bool {
        managedIdentity(of: app).map { $0.organization != organization.number } ?? false
    }
}

extension String {
    /// Whether the container's selector is the given one.
    fileprivate func hasSame(_ selector: ClaimSelector) -> Bool {
        if case .storage(let location, nil) = selector { return hasPrefix("storage:\(location.rawValue)@") }
        return self == selector.description
    }
}
