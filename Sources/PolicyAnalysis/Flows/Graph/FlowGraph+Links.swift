import PolicyModel
import RuleRegions
import URLMatching

/// Links that leave for another app or browser. A link carries as much data as fits in a URL.
extension FlowGraph {
    func addLinks(_ origin: Origin) {
        var links = urls(for: origin).map { (url: $0, question: Question.open($0)) }
        // This app may know that an app of the organization handles a scheme. The link then leads out only if another
        // app handles the scheme too.
        var withoutTwins: [(link: Int, installed: [AppID])] = []
        for scheme in sharedSchemes {
            if let installed = withoutTwin(of: scheme) { withoutTwins.append((links.count, installed)) }
            let url = "\(scheme)://demarc"
            links.append((url, .open(url, isKnownManagedAppScheme: true)))
        }
        func add(universal url: String) { links.append((url, .universalLink(url))) }
        for url in Self.webURLs { add(universal: url) }
        var cells = LinkCells(
            [origin.policy.managedUniversalLinks, origin.policy.exemptedUniversalLinks]
                + (document.apps ?? []).map(\.universalLinks)
        )
        for link in origin.policy.exemptedUniversalLinks.sorted() {
            if let other = addExempted(link, &cells, origin) { add(universal: other) }
        }
        for link in origin.policy.managedUniversalLinks.sorted() {
            if let url = LinkWitness.url(of: link) { add(universal: url) }
        }
        // Each combination of lists that a link can be in. The samples of the entries need not include all of them.
        for url in cells.urls { add(universal: url) }
        if !cells.isExact { hasSampledLinks = true }
        // PERF: one state after the other, because each change of the state copies that of the engine.
        var ends = links.map { _ in Set<FlowEdge.End>() }
        func follow(_ position: Int, _ installed: [AppID]?) {
            let link = links[position]
            let found = edges(of: link.question, link.url, installed, origin)
            // Where a link ends elsewhere only with other apps, that is another edge.
            for edge in found where installed == nil || !ends[position].contains(edge.end) {
                self.add(smallest(edge, link.url, origin))
            }
            ends[position].formUnion(found.map(\.end))
        }
        for installed in linkStates {
            for position in links.indices { follow(position, installed) }
        }
        for (link, installed) in withoutTwins { follow(link, installed) }
    }

    /// One URL for each scheme that a decision distinguishes: the schemes of calls, mail and the web, each scheme that
    /// the policy or an app names, and an unnamed scheme with its twin. Schemes that a declared app handles come first.
    ///
    /// A scheme of which only the twin is named leads where the twin leads, or where an unnamed scheme leads. Only the
    /// schemes of messages have settings of their own, which a twin that is opened itself does not have.
    func urls(for origin: Origin) -> [String] {
        let handled = Set((document.apps ?? []).flatMap(\.schemes))
        let named = origin.policy.exemptedAppProtocols.flatMap(\.schemes)
        let messaging = RedirectScheme.messagingSchemes.filter { handled.contains(TwinScheme.of($0)) }
        let schemes = handled.union(named).union(messaging).filter { !Self.knownSchemes.contains($0) }
            .sorted { left, right in
                let (one, two) = (handled.contains(left) ? 0 : 1, handled.contains(right) ? 0 : 1)
                return one == two ? left < right : one < two
            }
        return Self.urls(ofSchemes: schemes)
    }

    /// The schemes that apps of the organization and other apps handle, sorted.
    private var sharedSchemes: [String] {
        let apps = document.apps ?? []
        let own = Set(apps.filter(isOurs).flatMap(\.schemes))
        let others = Set(apps.filter { !isOurs($0) }.flatMap(\.schemes))
        return own.intersection(others).subtracting(Self.knownSchemes).sorted()
    }

    /// The apps of a device on which an app of the organization handles a shared scheme, but none handles its twin.
    ///
    /// Instead of a scheme that this app knows, its twin is opened if an app of the organization handles the twin. Only
    /// where that app is missing, the scheme itself is opened, and with it perhaps the other app.
    ///
    /// - Returns: One app of the organization and all other apps that handle the scheme. It is nil if no app of the
    ///   organization handles the twin, because then a device with all apps is such a device, and if every app of the
    ///   organization that handles the scheme handles the twin too.
    private func withoutTwin(of scheme: String) -> [AppID]? {
        let handlers = linkHandlers.apps(ofScheme: scheme)
        let twins = Set(linkHandlers.apps(ofScheme: TwinScheme.of(scheme)).filter(isOurs).map(\.id))
        guard !twins.isEmpty, let own = handlers.first(where: { isOurs($0) && !twins.contains($0.id) }) else {
            return nil
        }
        return [own.id] + handlers.filter { !isOurs($0) }.map(\.id)
    }

    /// One URL for each scheme of the web and of the system, for each of the given schemes, and for an unnamed scheme
    /// with its twin.
    static func urls(ofSchemes schemes: [String]) -> [String] {
        let fixed =
            webURLs + [
                "mailto:demarc@\(FreshNames.host)", "tel:+15550100", "telprompt:+15550100", "sms:+15550100",
                "imessage:+15550100",
            ]
        let unnamed = FreshNames.scheme(unlike: Set(schemes))
        return fixed + (schemes + [unnamed, TwinScheme.of(unnamed)]).map { "\($0)://demarc" }
    }

    /// URLs with the scheme of a browser in which the browser finds a host where the URL Standard finds none, or another
    /// one.
    static func urls(ofBrowserScheme scheme: String) -> [String] {
        ["\(scheme):demarc", "\(scheme)://\(FreshNames.otherCredentials)demarc"]
    }

    /// One URL for each scheme of the web. A policy may exempt one of them, and a browser may receive only one.
    static let webURLs = [FreshNames.url, "http://\(FreshNames.host)/"]

    /// The schemes that apps of the system open: phone, messages and mail.
    static let systemSchemes = ["tel", "telprompt", "sms", "imessage", "mailto"]
    /// The schemes that every list of ``urls(ofSchemes:)`` contains.
    static let knownSchemes = Set(["http", "https"] + systemSchemes)

    /// The ways that a link takes on a device with these apps.
    func edges(
        of question: Question,
        _ url: String,
        _ installed: [AppID]?,
        _ origin: Origin
    ) -> [FlowEdge] {
        var request = FlowRequest(world: origin.linkWorld, user: origin.user, question: question)
        (request.pages, request.installed) = (origin.pages, installed)
        return asking.ask(request).map { edges(along: $0, url, origin) } ?? []
    }

    /// The same edge on a device with as few apps as possible.
    func smallest(_ edge: FlowEdge, _ url: String, _ origin: Origin) -> FlowEdge {
        guard var request = edge.steps.first?.request, let installed = request.installed, installed.count > 1,
            let app = installed.first(where: { edge.sink == .app($0) })
        else { return edge }
        request.installed = [app]
        let same = asking.ask(request).map { edges(along: $0, url, origin) } ?? []
        return same.first { $0.end == edge.end && $0.gates == edge.gates } ?? edge
    }

    /// The ways that an answer opens for a link.
    func edges(along step: FlowStep, _ url: String, _ origin: Origin) -> [FlowEdge] {
        guard step.verdict != .block, let to = step.destination else { return [] }
        let kind = step.request.question.kind
        let scheme = SchemeMatcher.scheme(of: url)
        var edge = FlowEdge(
            from: origin.node,
            end: .sink(.anyApp),
            capacity: .url,
            effort: FlowEffort(taps: 1, needsDeviceState: step.request.installed != nil),
            gates: gates(of: step, else: .allowedOutboundDataTransferDestinations, origin),
            steps: [step]
        )
        switch to {
        case .view: return []
        case .system:
            switch scheme {
            case "http", "https":
                edge.end = .sink(kind == .open ? .systemBrowser : .anyApp)
            case _ where Self.systemSchemes.contains(scheme): edge.end = .sink(.calls(scheme))
            default: edge.end = .sink(.anyApp)
            }
            // The system opens the declared app that handles the link, or the person chooses.
            return [edge] + received(edge, along: step, url)
        case .unmanagedApp:
            // If no declared app handles a scheme of the system, the system's own app opens the link.
            let opened = opened(by: step, url)
            let isSystems = Self.systemSchemes.contains(opened)
            edge.end = .sink(isSystems ? .calls(opened) : .anyApp)
            let own = received(edge, along: step, url)
            let handlers = handlers(of: step, url).filter { !isOurs($0) }
            // Where its apps are missing, no other link opens.
            guard !handlers.isEmpty else { return (isSystems || step.request.installed == nil ? [edge] : []) + own }
            let strangers = handlers.map { app in
                var edge = edge
                edge.end = .sink(.app(app.id))
                return edge
            }
            return strangers + own
        case .unmanagedBrowser:
            edge.end = .sink(.customBrowser)
            if let gate = FlowGate(.customBrowserProtocol, of: origin.policy.name, in: document) { edge.gates = [gate] }
            // The policy names only a scheme. The system opens whichever app handles it.
            return [edge] + received(edge, along: step, url)
        case .managedApp, .managedBrowser:
            // If an app of the organization handles the link too, the system may still open the other app.
            let strangers = receivers(of: step, url).filter { !isOurs($0) }
                .map { app in
                    var edge = edge
                    edge.crossing = .contradiction
                    edge.end = .sink(.app(app.id))
                    edge.gates = (edge.gates + [FlowGate(app)]).sorted()
                    return edge
                }
            return strangers + received(edge, along: step, url)
        case .installBrowser: return [viewer(edge, step)].compactMap(\.self) + strangeBrowsers(edge, step, url)
        }
    }

    /// A link that opens in the viewer that this app embeds, if that is the system's.
    private func viewer(_ edge: FlowEdge, _ step: FlowStep) -> FlowEdge? {
        guard let reason = step.reasons.first(where: { $0.code == .browserSafariOverride }) else { return nil }
        var edge = edge
        edge.end = .sink(.systemBrowser)
        // The policy requires the managed browser. What lets the link out is the app's setting.
        if let setting = SettingInForce(reason, in: document) { edge.gates = [FlowGate(setting)] }
        return edge
    }

    /// A link for which the engine offers the managed browser, to each declared one that is not the organization's and
    /// opens the scheme.
    ///
    /// A person who has such a browser opens the link there, whatever the engine offers. A browser that does not handle
    /// the scheme opens nothing.
    private func strangeBrowsers(_ edge: FlowEdge, _ step: FlowStep, _ url: String) -> [FlowEdge] {
        guard step.has(.browserNotManaged) || step.has(.browserSafariOverride) else { return [] }
        return browsers(for: url, step).filter { !isOurs($0) }
            .map { browser in
                var edge = edge
                edge.crossing = .contradiction
                edge.end = .sink(.app(browser.id))
                edge.gates = [FlowGate(browser)]
                return edge
            }
    }

    /// A link that opens in the managed browser, in an app of the organization or, if the system chooses, in any declared
    /// app that handles it. Only claims ask for these ways.
    private func received(_ edge: FlowEdge, along step: FlowStep, _ url: String) -> [FlowEdge] {
        guard extent.isComplete else { return [] }
        let isManaged = step.destination == .managedBrowser
        let isForAll = step.destination == .system || step.destination == .unmanagedBrowser
        var ends: [FlowEdge.End] = isManaged ? [.kept(.managedBrowser)] : []
        for app in receivers(of: step, url) where edge.from != .app(app.id) {
            if isOurs(app) {
                ends.append(.inside(.app(app.id)))
            } else if isForAll {
                ends.append(.sink(.app(app.id)))
            }
        }
        return ends.map { end in
            var edge = edge
            edge.end = end
            return edge
        }
    }

    /// Adds a link that every app may open. If the link can lead to one of the organization's own sites, the edge shows
    /// that.
    ///
    /// - Returns: Another link that the entry matches, if none of them leads to such a site.
    private func addExempted(_ link: String, _ cells: inout LinkCells, _ origin: Origin) -> String? {
        guard let pattern = try? LinkPattern(link, as: .universalLink) else { return nil }
        let scope = MatcherScope(of: pattern)
        for url in ownedURLs(of: pattern, &cells) {
            let request = FlowRequest(world: origin.linkWorld, user: origin.user, question: .universalLink(url))
            // A URL that a managed link matches is not exempted, but other URLs may be.
            guard let step = asking.ask(request), step.verdict == .allow, step.destination == .unmanagedApp else {
                continue
            }
            var setting = SettingInForce(.exemptedUniversalLinks, of: origin.policy)
            setting.value = .text(link)
            let app = handlers(of: step, url).first { !isOurs($0) }
            add(
                FlowEdge(
                    from: .site,
                    end: .sink(app.map { .app($0.id) } ?? .anyApp),
                    crossing: .mislabelledPage,
                    capacity: .content,
                    effort: FlowEffort(taps: 1),
                    gates: [FlowGate(setting)],
                    steps: [step]
                )
            )
            return nil
        }
        return scope.sample
    }

    /// URLs of sites of the organization that an entry matches. Entries of other lists may match one of them and not
    /// another, so every combination of lists is included for the hosts of these sites.
    private func ownedURLs(of pattern: LinkPattern, _ cells: inout LinkCells) -> [String] {
        let known = sites.ownedURLs(in: MatcherScope(of: pattern))
        var probe = RuleProbe()
        var found = known
        let others = known.flatMap { cells.urls(withHostOf: $0) } + cells.urls
        for url in others where !found.contains(url) && probe.take(url) && pattern.matches(form: probe.form) {
            guard !sites.ownedURLs(in: MatcherScope(ofURL: url)).isEmpty else { continue }
            found.append(url)
        }
        return found
    }
}

/// A URL that matches an entry of a list of universal links.
enum LinkWitness {
    static func url(of link: String) -> String? {
        (try? LinkPattern(link, as: .universalLink)).map { MatcherScope(of: $0).sample }
    }
}
