import PolicyModel

/// Pages of foreign sites, alone in a view or in a frame of another page: their owners get what is uploaded or pasted
/// there.
extension FlowGraph {
    /// Adds a view's foreign page, and a foreign frame of a page that it shows.
    func addForeignPages(in view: ViewDeclaration, _ origin: Origin) {
        let witnesses = view.ruleSet.flatMap { sites.witnesses[$0] }
        // An unmanaged view also shows foreign sites that count as internal, and perhaps no others. One that it loads
        // represents the rest: the class of a site decides, and not its rule.
        let foreign =
            witnesses.map { [[$0.external].compactMap(\.self), $0.foreign] } ?? [[SiteWitness(url: FreshNames.url)]]
        func load(_ frame: Frame, _ pages: [String: ScenarioGiven.Page] = [:]) -> FlowStep? {
            for site in foreign.joined() {
                if let step = navigate(site.url, in: view, as: origin.user, frame: frame, pages: pages) { return step }
            }
            return nil
        }
        // What the view itself shows cannot be moved into the page that replaces it.
        if origin.view != view.id, let step = load(.top), step.page == .unmanaged {
            var pages = origin.pages
            pages[view.id] = .external
            addForeignPage(.view(view.id), in: view.id, after: step, pages, origin)
        }
        var pages = origin.pages
        if origin.view != view.id { pages[view.id] = .loadedFor(origin.user) }
        guard let step = load(.sub, pages), step.page == .unmanaged else { return }
        addForeignPage(.externalFrame(view.id), in: view.id, after: step, pages, origin)
    }

    private func addForeignPage(
        _ page: NamedPlace,
        in view: String,
        after step: FlowStep,
        _ pages: [String: ScenarioGiven.Page],
        _ origin: Origin
    ) {
        func add(_ question: Question, _ capacity: FlowCapacity, _ setting: PolicySetting) -> Bool {
            var request = FlowRequest(world: .completed, user: origin.user, question: question)
            request.pages = pages
            guard let done = asking.ask(request), done.verdict == .allow else { return false }
            self.add(
                FlowEdge(
                    from: origin.node,
                    end: .sink(.foreignSite),
                    capacity: capacity,
                    effort: FlowEffort(taps: 2),
                    gates: FlowGate(setting, of: origin.policy.name, in: document).map { [$0] } ?? [],
                    steps: [step, done]
                )
            )
            return true
        }
        let isFrame = page == .externalFrame(view)
        _ = add(
            .upload(from: origin.place, into: view, isExternalFrame: isFrame),
            .content,
            .allowedOutboundDataTransferDestinations
        )
        // What may be pasted into a foreign page is copied unprotected, and the audit reports that any app gets it.
        guard extent.isComplete else { return }
        for (item, capacity) in origin.texts {
            let setting =
                capacity == .content
                ? PolicySetting.allowedOutboundClipboardSharingLevel : .allowedOutboundClipboardSharingExceptionLength
            if add(.paste(item, from: origin.place, into: page), capacity, setting) { return }
        }
    }
}
