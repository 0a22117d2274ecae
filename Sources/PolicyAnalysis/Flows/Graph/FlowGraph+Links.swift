import PolicyModel
import URLMatching

/// Links that leave for another app or browser. A link carries as much data as fits in a URL.
extension FlowGraph {
    func addLinks(_ origin: Origin) {
        for url in urls(for: origin) { addOpen(url, .open(url), origin) }
        addOpen(SiteWitnesses.freshURL, .universalLink(SiteWitnesses.freshURL), origin)
        var cells = LinkCells(
            [origin.policy.managedUniversalLinks, origin.policy.exemptedUniversalLinks]
                + (document.apps ?? []).map(\.universalLinks)
        )
        for link in origin.policy.exemptedUniversalLinks.sorted() { addExempted(link, &cells, origin) }
        for link in origin.policy.managedUniversalLinks.sorted() {
            guard let url = LinkWitness.url(of: link) else { continue }
            addOpen(url, .universalLink(url), origin)
        }
        // Each combination of lists that a link can be in. The samples of the entries need not include all of them.
        for url in cells.urls { addOpen(url, .universalLink(url), origin) }
        if !cells.isExact { hasSampledLinks = true }
    }

    /// One URL for each scheme that a decision distinguishes: the schemes of calls, mail and the web, each scheme that
    /// the policy or an app names, and an unnamed scheme with its twin. Schemes that a declared app handles come first.
    private func urls(for origin: Origin) -> [String] {
        let handled = (document.apps ?? []).flatMap(\.schemes)
        let named = origin.policy.exemptedAppProtocols.flatMap(\.schemes)
        let schemes = Set(named + handled).filter { !Self.knownSchemes.contains($0) }
            .sorted { left, right in
                let (one, two) = (handled.contains(left) ? 0 : 1, handled.contains(right) ? 0 : 1)
                return one == two ? left < right : one < two
            }
        return Self.urls(ofSchemes: schemes)
    }

    /// One URL for each scheme known to decisions, for each of the given schemes, and for an unnamed scheme with its
    /// twin.
    static func urls(ofSchemes schemes: [String]) -> [String] {
        let fixed = [
            SiteWitnesses.freshURL, "mailto:demarc@demarc-x.example", "tel:+15550100", "telprompt:+15550100",
            "sms:+15550100", "imessage:+15550100",
        ]
        return fixed + (schemes + ["x-demarc-unnamed", "x-demarc-unnamed-intunemam"]).map { "\($0)://demarc" }
    }

    /// The schemes that apps of the system open: phone, messages and mail.
    static let systemSchemes = ["tel", "telprompt", "sms", "imessage", "mailto"]
    private static let knownSchemes = Set(["http", "https"] + systemSchemes)

    private func addOpen(_ url: String, _ question: Question, _ origin: Origin) {
        let request = FlowRequest(world: origin.linkWorld, user: origin.user, question: question)
        guard let step = asking.ask(request), step.verdict != .block, let to = step.destination else { return }
        let scheme = String(url.prefix { $0 != ":" })
        var edge = FlowEdge(
            from: origin.node,
            end: .sink(.anyApp),
            capacity: .url,
            effort: FlowEffort(taps: 1),
            gates: gates(of: step, else: .allowedOutboundDataTransferDestinations, origin),
            steps: [step]
        )
        switch to {
        case .view: return
        case .system:
            switch scheme {
            case "http", "https":
                edge.end = .sink(question.kind == .open ? .systemBrowser : .anyApp)
            case _ where Self.systemSchemes.contains(scheme): edge.end = .sink(.calls(scheme))
            default: edge.end = .sink(.anyApp)
            }
        case .unmanagedApp:
            let handlers = handlers(of: step, url).filter { !isOurs($0) }
            // If no declared app handles a scheme of the system, the system's own app opens the link.
            let unnamed: FlowSink = Self.systemSchemes.contains(scheme) ? .calls(scheme) : .anyApp
            edge.end = .sink(handlers.first.map { .app($0.id) } ?? unnamed)
        case .unmanagedBrowser:
            edge.end = .sink(.customBrowser)
            if let gate = FlowGate(.customBrowserProtocol, of: origin.policy.name, in: document) { edge.gates = [gate] }
        case .managedApp, .managedBrowser:
            let handlers = handlers(of: step, url)
            guard let stranger = handlers.first, !handlers.contains(where: isOurs) else {
                return addKept(edge, to, handlers)
            }
            edge.crossing = .contradiction
            edge.end = .sink(.app(stranger.id))
            edge.gates = (edge.gates + [FlowGate(stranger)]).sorted()
        case .installBrowser:
            if step.has(.browserSafariOverride) {
                edge.end = .sink(.systemBrowser)
                edge.effort.needsDeviceState = true
                edge.gates = gates(of: step)
            } else {
                // If the document declares the browser, a person who has it opens the link there, whatever the engine
                // offers. A browser of the organization that does not handle the scheme opens nothing.
                guard step.has(.browserNotManaged),
                    let browser = (document.apps ?? []).filter({ $0.isManagedBrowser && !isOurs($0) })
                        .min(by: { $0.id.bundleID < $1.id.bundleID })
                else { return }
                edge.crossing = .contradiction
                edge.end = .sink(.app(browser.id))
                edge.gates = [FlowGate(browser)]
            }
        }
        add(edge)
    }

    /// A link that opens in the managed browser, or in an app of the organization.
    private func addKept(_ edge: FlowEdge, _ to: Destination, _ handlers: [AppDeclaration]) {
        guard extent.isComplete else { return }
        var edge = edge
        if to == .managedBrowser {
            edge.end = .kept(.managedBrowser)
            add(edge)
        }
        for app in handlers where isOurs(app) && edge.from != .app(app.id) {
            edge.end = .inside(.app(app.id))
            add(edge)
        }
    }

    /// Adds a link that every app may open. If the link can lead to one of the organization's own sites, the edge shows
    /// that.
    private func addExempted(_ link: String, _ cells: inout LinkCells, _ origin: Origin) {
        guard let pattern = try? LinkPattern(link, as: .universalLink) else { return }
        let scope = MatcherScope(of: pattern)
        for url in ownedURLs(of: pattern, &cells) {
            let request = FlowRequest(world: origin.linkWorld, user: origin.user, question: .universalLink(url))
            // A URL that a managed link matches is not exempted, but other URLs may be.
            guard let step = asking.ask(request), step.verdict == .allow, step.destination == .unmanagedApp else {
                continue
            }
            var gate = FlowGate(SettingInForce(.exemptedUniversalLinks, of: origin.policy))
            gate.value = link
            let app = handlers(of: step, url).first { !isOurs($0) }
            return add(
                FlowEdge(
                    from: .site,
                    end: .sink(app.map { .app($0.id) } ?? .anyApp),
                    crossing: .mislabelledPage,
                    capacity: .content,
                    effort: FlowEffort(taps: 1),
                    gates: [gate],
                    steps: [step]
                )
            )
        }
        addOpen(scope.sample, .universalLink(scope.sample), origin)
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

    /// The declared apps that handle what an answer opens: a universal link, or the scheme of the URL or route.
    private func handlers(of step: FlowStep, _ url: String) -> [AppDeclaration] {
        let opened = String((step.route ?? url).prefix { $0 != ":" })
        // A route opens by its scheme, for example when a link is routed to a browser.
        let isLink = step.route == nil && step.request.question.kind == .universalLink
        return (document.apps ?? [])
            .filter { isLink ? $0.opens(link: url) : $0.schemes.contains(opened) }
            .sorted { $0.id.bundleID < $1.id.bundleID }
    }

    private func isOurs(_ app: AppDeclaration) -> Bool { organization.apps.contains { $0.id == app.id } }
}

extension AppDeclaration {
    /// Whether a URL is one of the app's universal links.
    fileprivate func opens(link url: String) -> Bool {
        var probe = RuleProbe()
        guard probe.take(url) else { return false }
        for link in universalLinks {
            guard let pattern = try? LinkPattern(link, as: .universalLink) else { continue }
            if pattern.matches(form: probe.form) { return true }
        }
        return false
    }
}

/// A URL that matches an entry of a list of universal links.
enum LinkWitness {
    static func url(of link: String) -> String? {
        (try? LinkPattern(link, as: .universalLink)).map { MatcherScope(of: $0).sample }
    }
}
