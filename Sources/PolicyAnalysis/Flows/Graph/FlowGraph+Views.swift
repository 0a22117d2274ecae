import ByteText
import PolicyModel
import RuleRegions

/// What views do with the sites of the organization, and with foreign sites that rules treat as the organization's.
extension FlowGraph {
    /// A view that represents all views that decisions cannot distinguish, with the names of those views.
    struct ViewClass {
        let view: ViewDeclaration
        let names: [String]
    }

    /// Groups the views that an audit covers by tags and rule set, and by document if rules compare with it.
    static func viewClasses(of document: PolicyDocument) -> [ViewClass] {
        // If a document has no views and rules, nothing is known about web views; the claim reports that.
        allViewClasses(of: document)
            .filter { $0.names != [PolicyDocument.implicitView] || $0.view.ruleSet != nil }
    }

    /// Groups all views by tags and rule set, and by document if rules compare with it.
    static func allViewClasses(of document: PolicyDocument) -> [ViewClass] {
        struct Key: Hashable {
            var tags: [WebViewPolicy]
            var ruleSet: String?
        }
        let views = Dictionary(document.views.map { ($0.id, $0) }) { first, _ in first }
        func tags(of view: ViewDeclaration) -> [WebViewPolicy] {
            var tags = [view.policy]
            var next = view.parent
            while let name = next, let parent = views[name] {
                tags.append(parent.policy)
                next = parent.parent
            }
            return tags.filter { $0 != .unset }.prefix(1) + []
        }
        // PERF: each view may have a document of its own, and claims about pages ask about each pair of classes.
        func split(_ views: [ViewDeclaration]) -> [[ViewDeclaration]] {
            let byDocument = Dictionary(grouping: views, by: \.document)
            guard byDocument.count > 1,
                document.ruleSet(named: views[0].ruleSet)?.rules.contains(where: \.comparesWithDocument) == true
            else { return [views] }
            return Array(byDocument.values)
        }
        let webViews = document.views.filter(\.isWebView)
        return Dictionary(grouping: webViews) { Key(tags: tags(of: $0), ruleSet: $0.ruleSet) }.values
            .flatMap(split)
            .map { $0.sorted(on: \.id) }
            .sorted(on: { $0[0].id })
            .map { ViewClass(view: $0[0], names: $0.map(\.id)) }
    }

    func addViews() {
        let classes = Self.viewClasses(of: document)
        var policies: Set<String> = []
        for account in organization.accounts
        where policies.insert(account.policy ?? "").inserted || extent.isComplete {
            guard let policy = document.policies[account.policy ?? ""] else { continue }
            let origin = Origin(
                node: .account(account.id),
                world: .completed,
                linkWorld: .document,
                user: account.id,
                policy: policy
            )
            add(.views, of: origin.node, under: policy.name) { for view in classes { addView(view, origin) } }
        }
        addMovesIntoPages(of: classes)
    }

    private func addView(_ group: ViewClass, _ origin: Origin) {
        let view = group.view
        addMoves(intoEach: foreignPages(in: view, origin), origin)
        if let owned = owned(in: view) { addOwned(owned, in: group, origin) }
        addMoves(intoEach: unmanagedOwnedPages(in: view, origin), origin)
        guard let name = view.ruleSet, let witnesses = sites.witnesses[name] else {
            addMislabelled(in: group, origin)
            return
        }
        // Sites that the document attributes to the organization, but that a rule makes external.
        for site in witnesses.ownedExternal {
            guard let page = externalPage(of: site.url, in: view, for: origin.user) else { continue }
            addMislabelledOwned(page, in: group, for: origin.user, [gate(ofExternalPage: page.loaded, in: view)])
        }
        if extent.isComplete { addShownAsExternal(in: group, for: origin.user) }
        addMislabelled(in: group, origin)
        if let external = witnesses.external, let step = navigate(view, external.url, origin),
            step.page == .unmanaged
        {
            guard step.has(.browserNotRequired), !step.has(.viewUnmanaged), !step.has(.viewTreatAllAsUnmanaged)
            else { return }
            add(
                FlowEdge(
                    from: origin.node,
                    end: .sink(.linkedSite),
                    capacity: .url,
                    effort: FlowEffort(taps: 1, needsAuthor: true),
                    gates: FlowGate(.managedBrowserToOpenLinksRequired, of: origin.policy.name, in: document)
                        .map { [$0] } ?? [],
                    steps: [step]
                )
            )
        }
    }

    private func navigate(_ view: ViewDeclaration, _ url: String, _ origin: Origin) -> FlowStep? {
        navigate(url, in: view, as: origin.user)
    }

    /// The site of the organization that a view is asked about: one that its rules call internal or, without rules, a
    /// host that the document declares.
    func owned(in view: ViewDeclaration) -> SiteWitness? {
        guard let name = view.ruleSet else { return declaredSite }
        return sites.witnesses[name]?.owned
    }

    /// Adds what a view does with a site of the organization.
    private func addOwned(_ site: SiteWitness, in group: ViewClass, _ origin: Origin) {
        if let page = unmanagedPage(of: site.url, in: group.view, for: origin.user) {
            addMislabelledOwned(page, in: group, for: origin.user, [gate(ofTagBehind: page.loaded, of: group.view)])
        }
        guard extent.isComplete else { return }
        if let page = ownedPage(site, in: group.view, for: origin.user) { addMoves(into: [page], origin) }
        addShown(site, in: group, for: origin.user)
    }

    /// Adds a site of the organization that a view shows to an account as unmanaged: everything may leave from there.
    func addMislabelledOwned(_ page: ShownPage, in group: ViewClass, for user: AccountID, _ gates: [FlowGate]) {
        var copy = FlowRequest(
            world: .completed,
            user: user,
            question: .copy(ClipboardItem(.text, characters: 1), from: page.place)
        )
        copy.pages = page.pages
        guard let plain = asking.ask(copy), plain.verdict == .plain else { return }
        add(
            FlowEdge(
                from: .site,
                end: .sink(.anyApp),
                crossing: .mislabelledPage,
                effort: FlowEffort(taps: 2),
                gates: gates,
                steps: [page.loaded, plain],
                views: group.names
            )
        )
    }

    /// The gate of the rule or default that makes a site of the organization external.
    func gate(ofExternalPage step: FlowStep, in view: ViewDeclaration) -> FlowGate {
        let rule = step.reasons.lazy.compactMap(\.rule).first.map { asking.gate(of: $0) }
        let byDefault = document.ruleSet(named: view.ruleSet).map { FlowGate(defaultOf: $0) }
        return rule ?? byDefault ?? gate(ofTagBehind: step, of: view)
    }

    /// The gate of the tag, or of the setting of the app, that makes a page unmanaged.
    func gate(ofTagBehind step: FlowStep, of view: ViewDeclaration) -> FlowGate {
        let tagged = step.reasons.first { [.viewUnmanaged, .viewTreatAllAsUnmanaged].contains($0.code) }
        return tagged.flatMap { asking.gate(ofSettingBehind: $0) } ?? FlowGate(tagOf: view)
    }

    /// Adds foreign sites that the view shows as the organization's: their owners get whatever is pasted there.
    private func addMislabelled(in group: ViewClass, _ origin: Origin) {
        for site in mislabelledSites(of: group.view) {
            guard let page = mislabelledPage(site, in: group, for: origin.user) else { continue }
            let isTaken = addMoves(into: [page], origin)
            // The URL leaves without any content, and a claim may be about that alone. An audit reports what takes more
            // out.
            guard !isTaken || extent.isComplete else { continue }
            add(link(to: page, origin))
        }
    }

    /// The way of a URL to the page of a foreign site that a view shows as the organization's.
    func link(to page: ShownPage, _ origin: Origin) -> FlowEdge {
        var loaded = page.loaded
        loaded.request.pages = origin.pages
        return FlowEdge(
            from: origin.node,
            end: page.end,
            crossing: page.crossing,
            capacity: .url,
            effort: FlowEffort(taps: 1, needsAuthor: true),
            gates: page.gates ?? [],
            steps: [loaded],
            views: page.views
        )
    }
}
