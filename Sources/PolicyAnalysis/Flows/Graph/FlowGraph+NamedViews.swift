import Demarc
import PolicyModel
import RuleRegions
import URLMatching

/// Views that a claim is about: what such a view shows is a container, and data moves into and out of it.
extension FlowGraph {
    /// The pages of named views, and of views that show the organization's sites if the extent includes them.
    func viewOrigins(of accounts: [Origin]) -> [Origin] {
        var origins = extent.views.sorted().flatMap { view in
            accounts.map { page(of: view, for: $0) } + accounts.compactMap { externalOrigin(of: view, for: $0) }
        }
        guard extent.includesSiteViews else { return origins }
        var seen: Set<AccountKind?> = []
        let representatives = accounts.filter { account in
            let position = document.accounts.position(of: account.user)
            let kind = position.map { position in
                AccountKind(of: document.accounts.accounts[position], at: position, in: asking.policy)
            }
            return seen.insert(kind).inserted
        }
        for group in Self.viewClasses(of: document) {
            // A view that the claim names represents no other: the claim may except it.
            guard let view = group.names.first(where: { !extent.views.contains($0) }) else { continue }
            if owned(in: group.view) != nil { origins += representatives.map { page(of: view, for: $0) } }
            origins += representatives.compactMap { externalOrigin(of: view, for: $0) }
        }
        return origins
    }

    /// The page of a view, as loaded for an account, or as the view's tag determines.
    private func page(of view: String, for account: Origin) -> Origin {
        var origin = Origin(
            node: .view(view, account.user),
            world: .completed,
            linkWorld: .document,
            user: account.user,
            policy: account.policy,
            view: view
        )
        if showsPage(view), showsOwnContent(view, to: account.user) {
            origin.pages = [view: .loadedFor(account.user)]
        }
        return origin
    }

    /// Whether a view for which no navigation has been reported shows the organization's content.
    func showsOwnContent(_ view: String, to user: AccountID) -> Bool {
        let untouched = FlowRequest(world: .completed, user: user, question: .copy(from: .view(view)))
        return isOurs(asking.owner(of: view, untouched))
    }

    /// The page of a site of the organization that rules call external, or a frame with it, if the view loads them as
    /// unmanaged.
    private func externalOrigin(of view: String, for account: Origin) -> Origin? {
        guard let shown = viewsByName[view] else { return nil }
        let pages = ownedExternal(in: shown).lazy
            .compactMap { self.externalPage(of: $0, in: shown, for: account.user) }
        guard let page = pages.first else { return nil }
        return Origin(
            node: .externalPage(view, account.user),
            world: .completed,
            linkWorld: .document,
            user: account.user,
            policy: account.policy,
            view: view,
            isExternalFrame: page.isExternalFrame,
            pages: page.isExternalFrame ? page.pages : [view: .external],
            loaded: page.loaded
        )
    }

    /// URLs of the sites of the organization that the rules of a view, or their default, call external.
    func ownedExternal(in view: ViewDeclaration) -> [String] {
        let sites = view.ruleSet.flatMap { self.sites.witnesses[$0] }?.ownedExternal ?? []
        return Self.oneOfEachScheme(sites.map(\.url))
    }

    /// The first URL with each scheme. What a view does with a site depends on the class of the site, and not on the
    /// rule. With another scheme, a site may have another class, and another site may have this one.
    private static func oneOfEachScheme(_ urls: [String]) -> [String] {
        var schemes: Set<String> = []
        return urls.filter { schemes.insert(SchemeMatcher.scheme(of: $0)).inserted }
    }

    /// Adds that views show a site of the organization as unmanaged because rules call it external.
    func addShownAsExternal(in group: ViewClass, for account: AccountID) {
        for view in group.names.compactMap({ viewsByName[$0] }) {
            let node = FlowNode.externalPage(view.id, account)
            guard let loaded = pages[node]?.loaded else { continue }
            add(
                FlowEdge(
                    from: .site,
                    end: .sink(.view(view.id)),
                    crossing: .mislabelledPage,
                    effort: FlowEffort(taps: 1),
                    gates: [gate(ofExternalPage: loaded, in: view)],
                    steps: [loaded],
                    views: [view.id],
                    onward: node
                )
            )
        }
    }

    /// Adds that views show a site of the organization.
    func addShown(_ site: SiteWitness, in group: ViewClass, for account: AccountID) {
        for view in group.names.compactMap({ viewsByName[$0] }) {
            let node = FlowNode.view(view.id, account)
            guard let page = pages[node], let step = navigate(site.url, in: view, as: account) else { continue }
            var edge = FlowEdge(
                from: .site,
                end: .inside(node),
                effort: FlowEffort(taps: 1),
                steps: [step],
                views: [view.id]
            )
            if step.page == .unmanaged {
                edge.end = .sink(.view(view.id))
                edge.crossing = .mislabelledPage
                edge.gates = [gate(ofTagBehind: step, of: view)]
                // The container is what the view shows by its tag.
                if page.pages.isEmpty { edge.onward = node }
            }
            add(edge)
        }
    }

    private func isOurs(_ owner: ClipboardOwner?) -> Bool {
        owner.flatMap { asking.policy.organization(of: $0) } == organization.number
    }

    /// Whether a view is a web view. Any other view holds views, and has no page that could be loaded for somebody.
    private func showsPage(_ view: String) -> Bool { viewsByName[view]?.isWebView == true }

    /// Adds pasting and uploading into a named view. The page of a web view is the one that its tag determines, or an
    /// external page.
    func addIntoViews(_ origin: Origin) {
        for view in extent.views.sorted() where origin.view != view {
            for page in [ScenarioGiven.Page.internal, .external] where page == .internal || showsPage(view) {
                for (request, capacity) in requests(into: view, showing: page, origin) {
                    addInto(view, request, capacity, origin)
                }
            }
        }
    }

    /// The requests that move data into a view, with how much each carries. What another app holds is moved by any
    /// account.
    private func requests(
        into view: String,
        showing page: ScenarioGiven.Page,
        _ origin: Origin
    ) -> [(FlowRequest, FlowCapacity)] {
        let source = origin.placeInThisApp
        var questions = origin.texts.map { item, capacity in
            (Question.paste(item, from: source, into: .view(view)), capacity)
        }
        questions.append((.upload(from: source, into: view), .content))
        let users = origin.world == .completed ? [origin.user] : organization.accounts.map(\.id)
        var pages = origin.pages
        if page == .external { pages[view] = page }
        return users.flatMap { user in
            questions.map { question, capacity in
                var request = FlowRequest(world: .completed, user: user, question: question)
                request.pages = pages
                return (request, capacity)
            }
        }
    }

    private func addInto(_ view: String, _ request: FlowRequest, _ capacity: FlowCapacity, _ origin: Origin) {
        guard let step = asking.ask(request) else { return }
        let end: FlowEdge.End =
            isOurs(asking.owner(of: view, request)) ? .inside(.view(view, request.user)) : .sink(.view(view))
        add(
            FlowEdge(
                from: origin.node,
                end: end,
                capacity: capacity,
                effort: FlowEffort(taps: 2),
                gates: gates(of: step),
                steps: [step],
                views: [view]
            ),
            isOpen: step.verdict == .allow
        )
    }

    /// Adds the links that a page of a named view follows.
    func addNavigation(_ origin: Origin) {
        guard let view = origin.view, let shown = viewsByName[view] else { return }
        var known: [Bool: Set<FlowEdge.End>] = [:]
        func add(_ edge: FlowEdge, _ url: String, isOpen: Bool) {
            guard known[isOpen, default: []].insert(edge.end).inserted else { return }
            var link = smallest(edge, url, origin)
            link.effort.needsAuthor = true
            link.views = [view]
            self.add(link, isOpen: isOpen)
        }
        // A link in a frame opens in the frame, or in place of the whole page.
        for frame in origin.isExternalFrame ? [Frame.sub, .top] : [.top] {
            for (url, site) in linkedSites(of: shown) {
                for installed in linkStates {
                    guard let found = navigation(to: url, site, in: view, frame, installed, origin) else { continue }
                    for edge in found.ways { add(edge, url, isOpen: found.isOpen) }
                }
            }
        }
        let group = ViewClass(view: shown, names: [view])
        let mislabelled = mislabelledSites(of: shown).lazy.compactMap { site in
            self.mislabelledPage(site, in: group, for: origin.user)
        }
        if let page = mislabelled.first { self.add(link(to: page, origin)) }
        let links = urls(for: origin).filter { !Self.webURLs.contains($0) }.map { urls(like: $0, in: shown) }
        for installed in linkStates {
            for urls in links {
                let ways = urls.lazy.map { url in
                    (url: url, edges: self.edges(of: .navigate(to: url, in: view), url, installed, origin))
                }
                guard let (url, found) = ways.first(where: { !$0.edges.isEmpty }) else { continue }
                for edge in found { add(edge, url, isOpen: true) }
            }
        }
    }

    /// A link to another app, and links with its scheme for the answers of the view's rules: they may block the scheme
    /// with one host, and leave it to the app with another host.
    private func urls(like link: String, in view: ViewDeclaration) -> [String] {
        let scheme = SchemeMatcher.scheme(of: link)
        guard let ruleSet = view.ruleSet else { return [link] }
        return [link] + [URLClass.internal, .external].compactMap { sites.url(with: scheme, $0, by: ruleSet) }
    }

    /// The sites that the links of a page lead to, with what a site is if the view shows it: foreign sites, and sites of
    /// the organization.
    ///
    /// One URL for each scheme represents the sites of a class.
    private func linkedSites(of view: ViewDeclaration) -> [(url: String, site: FlowEdge.End)] {
        let witnesses = view.ruleSet.flatMap { sites.witnesses[$0] }
        func external(_ known: [String], isDeclared: Bool) -> [String] {
            guard let ruleSet = view.ruleSet, !known.isEmpty else { return known }
            let schemes = Set(known.map { SchemeMatcher.scheme(of: $0) })
            return known
                + SchemeClasses.web.filter { !schemes.contains($0) }
                .compactMap { sites.url(with: $0, .external, by: ruleSet, isDeclared: isDeclared) }
        }
        let classes: [(urls: [String], site: FlowEdge.End)] = [
            (external([witnesses?.external?.url ?? FreshNames.url], isDeclared: false), .sink(.linkedSite)),
            ((witnesses?.foreign ?? []).map(\.url), .sink(.linkedSite)),
            (external((witnesses?.ownedExternal ?? []).map(\.url), isDeclared: true), .kept(.ownedSite)),
            ([owned(in: view)?.url].compactMap(\.self), .kept(.ownedSite)),
        ]
        return classes.flatMap { urls, site -> [(url: String, site: FlowEdge.End)] in
            Self.oneOfEachScheme(urls + urls.map { SchemeClasses.url($0, with: "http") })
                .map { (url: $0, site: site) }
        }
    }

    /// The ways that a web link of a page takes on a device with these apps.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - site: What its site is.
    ///   - view: The view that shows the page.
    ///   - frame: Where the link opens: in place of the page, or of a frame that has it.
    ///   - installed: The apps that are installed, or nil for all.
    ///   - origin: The page.
    /// - Returns: The ways, and whether they are open; nil if the link leads nowhere, or to a foreign site that the view
    ///   shows as the organization's.
    private func navigation(
        to url: String,
        _ site: FlowEdge.End,
        in view: String,
        _ frame: Frame,
        _ installed: [AppID]?,
        _ origin: Origin
    ) -> (ways: [FlowEdge], isOpen: Bool)? {
        // Which browser is there is known only where no app was added: an empty list of apps says that none is.
        var request = FlowRequest(
            world: origin.linkWorld,
            user: origin.user,
            question: .navigate(to: url, in: view, frame: frame)
        )
        (request.pages, request.installed) = (origin.pages, installed)
        guard let step = asking.ask(request) else { return nil }
        var edge = FlowEdge(
            from: origin.node,
            end: site,
            capacity: .url,
            effort: FlowEffort(taps: 1, needsDeviceState: installed != nil),
            gates: gates(of: step),
            steps: [step]
        )
        switch (step.verdict, step.destination) {
        case (.block, _): return ([edge], false)
        case (_, .managedBrowser), (_, .unmanagedBrowser): return (edges(along: step, url, origin), true)
        case (_, .installBrowser):
            let ways = edges(along: step, url, origin)
            return ways.isEmpty ? nil : (ways, true)
        case (_, .system): edge.end = .sink(.systemBrowser)
        case (.allow, .view) where step.page == .unmanaged || site == .kept(.ownedSite): break
        default: return nil
        }
        return ([edge], true)
    }
}
