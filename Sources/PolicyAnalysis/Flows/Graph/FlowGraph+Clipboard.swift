import PolicyModel

/// Copy and paste: lengths are split at the exception of the owner's policy, and only text has a length.
extension FlowGraph {
    func addClipboard(_ origin: Origin) {
        let texts = origin.texts
        let others = [ClipboardItem(.image), ClipboardItem(.file)].map { (item: $0, capacity: FlowCapacity.content) }
        var isPlain = false
        for (item, capacity) in texts.prefix(1) + others + texts.dropFirst() where !isPlain {
            guard let copy = ask(.copy(item, from: origin.place), origin) else { continue }
            isPlain = copy.verdict == .plain
            add(
                FlowEdge(
                    from: origin.node,
                    end: .sink(.anyApp),
                    capacity: capacity,
                    effort: FlowEffort(taps: 1),
                    gates: gates(of: copy, else: .allowedOutboundClipboardSharingLevel, origin),
                    steps: [copy]
                ),
                isOpen: isPlain
            )
        }
        for (item, capacity) in texts {
            guard let copy = ask(.copy(item, from: origin.place), origin) else { continue }
            // What may be pasted outside is copied unprotected, and the audit reports that any app gets it.
            if extent.isComplete { addPastingOutside(item, capacity, after: copy, origin) }
            for other in organization.accounts where origin.node != .account(other.id) {
                var request = FlowRequest(
                    world: .completed,
                    user: other.id,
                    question: .paste(item, from: origin.placeInThisApp, into: .account(other.id))
                )
                request.pages = origin.pages
                guard let paste = asking.ask(request) else { continue }
                let effort = FlowEffort(taps: 2, switches: other.id == origin.user ? 0 : 1)
                // Another app copies in its own world, and this app is asked about the paste alone.
                let steps = origin.world == .completed ? [copy, paste] : [paste]
                add(
                    inside(origin.node, .account(other.id), capacity, effort, steps),
                    isOpen: paste.verdict == .allow
                )
            }
            for app in organization.apps where origin.node != .app(app.id) {
                guard let paste = ask(.paste(item, from: origin.place, into: .app(app.id)), origin) else { continue }
                add(
                    inside(origin.node, .app(app.id), capacity, FlowEffort(taps: 2), [copy, paste]),
                    isOpen: paste.verdict == .allow
                )
            }
        }
    }

    /// Adds pasting into accounts and apps outside the organization.
    private func addPastingOutside(
        _ item: ClipboardItem,
        _ capacity: FlowCapacity,
        after copy: FlowStep,
        _ origin: Origin
    ) {
        func add(_ paste: FlowStep?, _ sink: FlowSink, switches: Int) {
            guard let paste else { return }
            // This app cannot read what another app protects, although its policy lets it paste from there.
            let isReadable = origin.world == .completed || copy.verdict == .plain
            self.add(
                FlowEdge(
                    from: origin.node,
                    end: .sink(sink),
                    capacity: capacity,
                    effort: FlowEffort(taps: 2, switches: switches),
                    gates: gates(of: copy, else: .allowedOutboundClipboardSharingLevel, origin),
                    steps: [copy, paste]
                ),
                isOpen: paste.verdict == .allow && isReadable
            )
        }
        for stranger in strangers.map(\.id) {
            var request = FlowRequest(
                world: .completed,
                user: stranger,
                question: .paste(item, from: origin.placeInThisApp, into: .account(stranger))
            )
            request.pages = origin.pages
            add(asking.ask(request), account(of: stranger), switches: 1)
        }
        for (_, app) in apps where !ownApps.contains(app) {
            let sink = app == asking.otherApp ? FlowSink.anyApp : .app(app)
            add(ask(.paste(item, from: origin.place, into: .app(app)), origin), sink, switches: 0)
        }
    }

    func inside(
        _ from: FlowNode,
        _ node: FlowNode,
        _ capacity: FlowCapacity,
        _ effort: FlowEffort,
        _ steps: [FlowStep]
    ) -> FlowEdge {
        FlowEdge(from: from, end: .inside(node), capacity: capacity, effort: effort, steps: steps)
    }
}
