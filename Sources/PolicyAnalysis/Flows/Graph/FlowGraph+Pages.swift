import PolicyModel
import RuleRegions

/// Pages that views show, alone or in a frame of another page: the owner of the site gets what is uploaded or pasted
/// there.
extension FlowGraph {
    /// A page that content can be moved into or out of.
    struct ShownPage {
        let view: String
        /// Whether it is an external frame of the page that the view shows.
        var isExternalFrame = false
        /// The answer with which it loads.
        let loaded: FlowStep
        /// What views show then.
        let pages: [String: ScenarioGiven.Page]
        /// Where the content goes.
        let end: FlowEdge.End
        var crossing = FlowEdge.Crossing.setting
        /// The gates of every way into it, or nil if they depend on what is moved.
        var gates: [FlowGate]?
        /// The views that show it alike.
        var views: [String] = []
        /// How often the person switches to another account to load it.
        var switches = 0

        var place: NamedPlace { isExternalFrame ? .externalFrame(view) : .view(view) }
    }

    // MARK: Which pages there are

    /// A view's foreign page, and a foreign frame of a page that it shows, if the view loads them as unmanaged.
    func foreignPages(in view: ViewDeclaration, _ origin: Origin) -> [ShownPage] {
        let witnesses = view.ruleSet.flatMap { sites.witnesses[$0] }
        // An unmanaged view also shows foreign sites that count as internal, and perhaps no others. One that it loads
        // represents the rest: the class of a site decides, and not its rule.
        let foreign =
            witnesses.map { [[$0.external].compactMap(\.self), $0.foreign] } ?? [[SiteWitness(url: FreshNames.url)]]
        let pages = unmanagedPages(of: foreign.joined().map(\.url), in: view, origin, end: .sink(.foreignSite))
        return pages + [personalPage(in: view, origin)].compactMap(\.self)
    }

    /// A foreign page that a view has loaded for an account without a policy, which no rule applies to: what it shows is
    /// unmanaged, as without an account. Only claims ask, because any app gets what such a page takes.
    private func personalPage(in view: ViewDeclaration, _ origin: Origin) -> ShownPage? {
        guard extent.isComplete, origin.view != view.id,
            let step = navigate(FreshNames.url, in: view, as: asking.personal), step.page == .unmanaged
        else { return nil }
        var pages = origin.pages
        pages[view.id] = .loadedFor(asking.personal)
        return ShownPage(view: view.id, loaded: step, pages: pages, end: .sink(.foreignSite), switches: 1)
    }

    /// The page of a site of the organization, and a frame with it, if the view loads them as unmanaged: it is the
    /// organization's site nevertheless. Only claims ask.
    func unmanagedOwnedPages(in view: ViewDeclaration, _ origin: Origin) -> [ShownPage] {
        guard extent.isComplete else { return [] }
        // A site that rules call external is loaded as unmanaged or not at all.
        let urls = ownedExternal(in: view) + [owned(in: view)?.url].compactMap(\.self)
        return unmanagedPages(of: urls, in: view, origin, end: .kept(.ownedSite))
    }

    private func unmanagedPages(
        of urls: [String],
        in view: ViewDeclaration,
        _ origin: Origin,
        end: FlowEdge.End
    ) -> [ShownPage] {
        func load(_ frame: Frame, _ pages: [String: ScenarioGiven.Page] = [:]) -> FlowStep? {
            for url in urls {
                if let step = navigate(url, in: view, as: origin.user, frame: frame, pages: pages) { return step }
            }
            return nil
        }
        var found: [ShownPage] = []
        // What the view itself shows cannot be moved into the page that replaces it.
        if origin.view != view.id, let step = load(.top), step.page == .unmanaged {
            var pages = origin.pages
            pages[view.id] = .external
            found.append(ShownPage(view: view.id, loaded: step, pages: pages, end: end))
        }
        var pages = origin.pages
        if origin.view != view.id { pages[view.id] = .loadedFor(origin.user) }
        guard let step = load(.sub, pages), step.page == .unmanaged else { return found }
        found.append(ShownPage(view: view.id, isExternalFrame: true, loaded: step, pages: pages, end: end))
        return found
    }

    /// The page of a site of the organization, if a view shows it as unmanaged.
    func unmanagedPage(of url: String, in view: ViewDeclaration, for user: AccountID) -> ShownPage? {
        guard let step = navigate(url, in: view, as: user), step.page == .unmanaged else { return nil }
        return ShownPage(view: view.id, loaded: step, pages: [view.id: .loadedFor(.noUser)], end: .kept(.ownedSite))
    }

    /// The page of a site of the organization that rules call external, or else a frame with it, if a view loads them as
    /// unmanaged.
    ///
    /// If a policy requires a managed browser, the page itself is routed there, but a frame of a managed page is not.
    func externalPage(of url: String, in view: ViewDeclaration, for user: AccountID) -> ShownPage? {
        if let page = unmanagedPage(of: url, in: view, for: user) { return page }
        guard let pages = pages(withFrame: url, in: view, for: user),
            let step = navigate(url, in: view, as: user, frame: .sub, pages: pages), step.page == .unmanaged
        else { return nil }
        return ShownPage(view: view.id, isExternalFrame: true, loaded: step, pages: pages, end: .kept(.ownedSite))
    }

    /// What a view shows to an account around a frame: a page that its rules call internal, or else what the host has set;
    /// nil if neither can have the frame.
    private func pages(
        withFrame url: String,
        in view: ViewDeclaration,
        for user: AccountID
    ) -> [String: ScenarioGiven.Page]? {
        let isSecure = url.hasPrefix("https://")
        // A URL of another scheme opens an app; no server sends a page for it.
        guard isSecure || url.hasPrefix("http://") else { return nil }
        // Browsers load no frame with `http` in a page with `https`.
        let sites = [owned(in: view)].compactMap(\.self) + mislabelledSites(of: view)
        let urls = sites.map { isSecure ? $0.url : SchemeClasses.url($0.url, with: "http") }
        if urls.contains(where: { navigate($0, in: view, as: user)?.page == .managed }) {
            return [view.id: .loadedFor(user)]
        }
        return isSecure && showsOwnContent(view.id, to: user) ? [:] : nil
    }

    /// The page of a site of the organization that a view shows as the organization's, where content stays inside; nil if
    /// the view does not show the site so.
    func ownedPage(_ site: SiteWitness, in view: ViewDeclaration, for user: AccountID) -> ShownPage? {
        guard let step = navigate(site.url, in: view, as: user), step.page == .managed else { return nil }
        return ShownPage(
            view: view.id,
            loaded: step,
            pages: [view.id: .loadedFor(user)],
            end: .kept(.ownedSite),
            views: [view.id]
        )
    }

    /// The page of a foreign site that a view shows as the organization's; nil if the view does not show the site so.
    func mislabelledPage(_ site: SiteWitness, in group: ViewClass, for user: AccountID) -> ShownPage? {
        let view = group.view
        guard let step = navigate(site.url, in: view, as: user), step.page == .managed else { return nil }
        let gate: FlowGate? =
            if let ruleSet = document.ruleSet(named: view.ruleSet) {
                site.rule == nil
                    ? FlowGate(defaultOf: ruleSet)
                    : step.reasons.lazy.compactMap(\.rule).first.map { asking.gate(of: $0) }
            } else {
                FlowGate(viewWithoutRules: view)
            }
        return ShownPage(
            view: view.id,
            loaded: step,
            pages: [view.id: .loadedFor(user)],
            end: .sink(.foreignSite),
            crossing: .mislabelledSite,
            gates: [gate].compactMap(\.self),
            views: group.names
        )
    }

    /// The foreign sites that a view may show as the organization's.
    func mislabelledSites(of view: ViewDeclaration) -> [SiteWitness] {
        view.ruleSet.flatMap { sites.witnesses[$0]?.foreign } ?? [SiteWitness(url: FreshNames.url)]
    }

    // MARK: What is moved into them

    /// Adds what pages and other apps hold, and what this app moves into pages that accounts have loaded.
    func addMovesIntoPages(of classes: [ViewClass]) {
        let all = origins
        let accounts = all.filter { $0.world == .completed && $0.view == nil }
        func owned(_ user: AccountID, in classes: [ViewClass]) -> [ShownPage] {
            guard extent.isComplete else { return [] }
            return classes.compactMap { group in
                self.owned(in: group.view).flatMap { ownedPage($0, in: group.view, for: user) }
            }
        }
        func mislabelled(_ user: AccountID, in classes: [ViewClass]) -> [ShownPage] {
            classes.compactMap { group in
                let sites = mislabelledSites(of: group.view)
                return sites.lazy.compactMap { self.mislabelledPage($0, in: group, for: user) }.first
            }
        }
        for account in accounts {
            let views = all.filter { $0.view != nil && $0.user == account.user }
            guard !views.isEmpty else { continue }
            let managed = owned(account.user, in: classes) + mislabelled(account.user, in: classes)
            for origin in views {
                // What a view shows cannot be moved into its own next page, but it can be moved into another view.
                let others = classes.filter { $0.view.id == origin.view }.compactMap(besidesFirst)
                for group in classes + others {
                    addMoves(intoEach: foreignPages(in: group.view, origin), origin)
                    addMoves(intoEach: unmanagedOwnedPages(in: group.view, origin), origin)
                }
                let more = owned(account.user, in: others) + mislabelled(account.user, in: others)
                addMoves(intoEach: managed.filter { $0.view != origin.view } + more, origin)
            }
        }
        // What another app holds belongs to no account of this app, so only the policies of the accounts count.
        var policies: Set<String> = []
        let users = accounts.filter { policies.insert($0.policy.name).inserted }
        lazy var pages = users.flatMap { user in
            [
                classes.flatMap { foreignPages(in: $0.view, user) }, mislabelled(user.user, in: classes),
                owned(user.user, in: classes) + classes.flatMap { unmanagedOwnedPages(in: $0.view, user) },
            ]
        }
        for app in all where app.world != .completed {
            add(.pages, of: app.node, under: app.policy.name) { for alike in pages { addMoves(into: alike, app) } }
        }
    }

    /// The views of a class besides the one that represents it, or nil if there are no others.
    private func besidesFirst(_ group: ViewClass) -> ViewClass? {
        let names = Array(group.names.dropFirst())
        return names.first.flatMap { viewsByName[$0] }.map { ViewClass(view: $0, names: names) }
    }

    /// Adds the ways of content into each of some pages.
    func addMoves(intoEach pages: [ShownPage], _ origin: Origin) {
        for page in pages { addMoves(into: [page], origin) }
    }

    /// Adds the ways of content into the first of some pages that takes it: by a paste, and by an upload.
    ///
    /// - Parameters:
    ///   - pages: The pages, which a claim cannot distinguish.
    ///   - origin: Where the content is.
    /// - Returns: Whether one of them takes any.
    @discardableResult
    func addMoves(into pages: [ShownPage], _ origin: Origin) -> Bool {
        let source = origin.placeInThisApp
        // What may be pasted into an unmanaged page is copied unprotected, and the audit reports that any app gets it.
        let pasting = extent.isComplete ? pages : pages.filter { $0.loaded.page == .managed }
        let pasted = origin.texts.first { item, capacity in
            let setting: PolicySetting =
                capacity == .content
                ? .allowedOutboundClipboardSharingLevel : .allowedOutboundClipboardSharingExceptionLength
            return addMove(capacity, setting, origin, into: pasting) { .paste(item, from: source, into: $0.place) }
        }
        // An audit reports one of several ways that take everything out.
        guard extent.isComplete || pasted?.capacity != .content else { return true }
        let isUploaded = addMove(.content, .allowedOutboundDataTransferDestinations, origin, into: pages) {
            .upload(from: source, into: $0.view, isExternalFrame: $0.isExternalFrame)
        }
        return isUploaded || pasted != nil
    }

    private func addMove(
        _ capacity: FlowCapacity,
        _ setting: PolicySetting,
        _ origin: Origin,
        into pages: [ShownPage],
        _ question: (ShownPage) -> Question
    ) -> Bool {
        var closed: FlowEdge?
        for page in pages {
            var request = page.loaded.request
            request.question = question(page)
            request.pages = page.pages.merging(origin.pages) { own, _ in own }
            guard let moved = asking.ask(request) else { continue }
            let gates: [FlowGate] =
                switch page.end {
                case .kept: self.gates(of: moved)
                case .inside, .sink: page.gates ?? origin.gates(of: setting)
                }
            let edge = FlowEdge(
                from: origin.node,
                end: page.end,
                crossing: page.crossing,
                capacity: capacity,
                effort: FlowEffort(taps: 2, switches: page.switches),
                gates: gates,
                steps: [page.loaded, moved],
                views: page.views
            )
            guard moved.verdict == .allow else {
                closed = closed ?? edge
                continue
            }
            add(edge)
            return true
        }
        if let closed { add(closed, isOpen: false) }
        return false
    }
}
