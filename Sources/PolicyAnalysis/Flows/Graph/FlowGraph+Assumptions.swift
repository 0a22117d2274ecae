import ByteText
import PolicyModel
import RuleRegions
import URLMatching

/// Edges that exist only under worst-case assumptions. Each has the assumption among its gates.
extension FlowGraph {
    func addAssumed() {
        guard !extent.assuming.isEmpty else { return }
        for group in Self.viewClasses(of: document) {
            if extent.assuming.contains(.webSignIn) { addSignIn(group) }
            let cleartext = extent.assuming.contains(.cleartext) ? cleartextURLs(of: group.view) : []
            for origin in origins where origin.world == .completed && origin.view == nil {
                if extent.assuming.contains(.untrustedPages) { addUntrusted(group, origin) }
                addCleartext(cleartext, group, origin)
            }
        }
    }

    /// A site of the organization according to the view's rules or the declared hosts, or else according to any other
    /// rules.
    private func owned(_ view: ViewDeclaration) -> SiteWitness? {
        if let owned = owned(in: view) { return owned }
        return sites.witnesses.sorted(on: { $0.key }).lazy.compactMap(\.value.owned).first
    }

    /// The answer if the view may show the URL, or else nil.
    func navigate(
        _ url: String,
        in view: ViewDeclaration,
        as user: AccountID,
        frame: Frame = .top,
        pages: [String: ScenarioGiven.Page] = [:]
    ) -> FlowStep? {
        var request = FlowRequest(
            world: .completed,
            user: user,
            question: .navigate(to: url, in: view.id, frame: frame)
        )
        request.pages = pages
        return asking.ask(request).flatMap { $0.verdict == .allow && $0.destination == .view ? $0 : nil }
    }

    /// Adds that somebody signs in to a site of the organization where its page is unmanaged.
    private func addSignIn(_ group: ViewClass) {
        guard let site = owned(group.view) else { return }
        for user in [asking.personal] + organization.accounts.map(\.id) {
            guard let page = unmanagedPage(of: site.url, in: group.view, for: user) else { continue }
            let gates = [FlowGate(assuming: .webSignIn), FlowGate(tagOf: group.view)].sorted()
            addMislabelledOwned(page, in: group, for: user, gates)
        }
    }

    /// Adds that a page of the organization sends what it shows to a foreign site.
    private func addUntrusted(_ group: ViewClass, _ origin: Origin) {
        let view = group.view
        guard let site = owned(view), let page = navigate(site.url, in: view, as: origin.user), page.page == .managed
        else { return }
        let ruleSet = document.ruleSet(named: view.ruleSet)
        let foreign = ruleSet.flatMap { sites.witnesses[$0.name]?.external?.url } ?? FreshNames.url
        let pages = [view.id: ScenarioGiven.Page.loadedFor(origin.user)]
        for frame in [Frame.resource, .sub] {
            guard let sent = navigate(foreign, in: view, as: origin.user, frame: frame, pages: pages) else { continue }
            let gate = ruleSet.map { FlowGate(subresourcesOf: $0) } ?? FlowGate(viewWithoutRules: view)
            let gates = [FlowGate(assuming: .untrustedPages), gate].sorted()
            return addFromPage(page, sent, .foreignSite, .mislabelledSite, gates, group, origin)
        }
    }

    /// URLs with `http` of the organization's sites that a view may show: each rule may let another one be opened so.
    private func cleartextURLs(of view: ViewDeclaration) -> [String] {
        let urls = view.ruleSet.map { sites.ownedURLs(of: $0, with: "http") } ?? []
        guard let site = owned(view), SchemeClasses.web.contains(SchemeMatcher.scheme(of: site.url)) else {
            return urls
        }
        return [SchemeClasses.url(site.url, with: "http")] + urls
    }

    /// Adds that pages of the organization are loaded over the network unencrypted: one for each rule that lets a view
    /// show one.
    private func addCleartext(_ urls: [String], _ group: ViewClass, _ origin: Origin) {
        var known: Set<[FlowGate]> = []
        for url in urls {
            guard let step = navigate(url, in: group.view, as: origin.user), step.page == .managed else { continue }
            let rule = step.reasons.lazy.compactMap(\.rule).first.map { asking.gate(of: $0) }
            let gates = [FlowGate(assuming: .cleartext), rule ?? FlowGate(viewWithoutRules: group.view)].sorted()
            guard known.insert(gates).inserted else { continue }
            addFromPage(step, nil, .network, .setting, gates, group, origin)
        }
    }

    /// Adds what leaves through a page: the site's own data, and data pasted there.
    private func addFromPage(
        _ page: FlowStep,
        _ sent: FlowStep?,
        _ sink: FlowSink,
        _ crossing: FlowEdge.Crossing,
        _ gates: [FlowGate],
        _ group: ViewClass,
        _ origin: Origin
    ) {
        var edge = FlowEdge(
            from: .site,
            end: .sink(sink),
            crossing: crossing,
            effort: FlowEffort(taps: 1, needsAuthor: true),
            gates: gates,
            steps: [page, sent].compactMap(\.self),
            views: group.names
        )
        add(edge)
        var paste = FlowRequest(
            world: .completed,
            user: origin.user,
            question: .paste(ClipboardItem(.text, characters: 1), from: origin.place, into: .view(group.view.id))
        )
        paste.pages = [group.view.id: .loadedFor(origin.user)]
        guard let pasted = asking.ask(paste), pasted.verdict == .allow else { return }
        edge.from = origin.node
        edge.steps = [page, pasted, sent].compactMap(\.self)
        edge.effort = FlowEffort(taps: 2, needsAuthor: true)
        add(edge)
    }
}
