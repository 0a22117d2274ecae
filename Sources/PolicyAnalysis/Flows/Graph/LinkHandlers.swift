import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching
import URLStandard

/// The declared apps, by what they open.
///
/// PERF: a document may declare a thousand apps, each with schemes and links of its own, and a graph asks about all of
/// these links.
struct LinkHandlers {
    private let apps: [AppDeclaration]
    /// The ids of the managed browsers.
    let managedBrowsers: Set<AppID>
    /// The managed browsers, ordered by id, each with what it opens.
    private let browsers: [(app: AppDeclaration, reach: AppTable.ManagedBrowser)]
    /// The positions of the apps that handle a scheme, in ascending order.
    private var ofScheme: [String: [Int]] = [:]
    /// The universal links of all apps, each with the position of its app.
    private var links: [(pattern: LinkPattern, app: Int)] = []
    private let hosts: HostScopeIndex

    /// - Parameters:
    ///   - declared: The declared apps.
    ///   - table: The same apps, as decisions look them up: it says which of them are the managed browser.
    init(_ declared: [AppDeclaration], _ table: AppTable?) {
        apps = declared.sorted(on: \.id.bundleID)
        browsers = (table?.managedBrowsers ?? []).map { (app: declared[Int($0.app)], reach: $0) }
            .sorted { $0.app.id.bundleID < $1.app.id.bundleID }
        managedBrowsers = Set(browsers.map(\.app.id))
        for (position, app) in apps.enumerated() {
            for scheme in Set(app.schemes) { ofScheme[scheme, default: []].append(position) }
            for link in app.universalLinks {
                guard let pattern = try? LinkPattern(link, as: .universalLink) else { continue }
                links.append((pattern, position))
            }
        }
        hosts = HostScopeIndex(links.map { MatcherScope(of: $0.pattern).host })
    }

    /// The apps that handle a scheme, ordered by id.
    func apps(ofScheme scheme: String) -> [AppDeclaration] { (ofScheme[scheme] ?? []).map { apps[$0] } }

    /// The managed browsers that open the browser's scheme for `https`, or for `http`, ordered by id.
    func browsers(isSecure: Bool) -> [AppDeclaration] {
        browsers.filter { $0.reach.opens(isSecure: isSecure) }.map(\.app)
    }

    /// The apps of which a URL is a universal link, ordered by id.
    func apps(ofLink url: String) -> [AppDeclaration] {
        var probe = RuleProbe()
        guard !links.isEmpty, probe.take(url) else { return [] }
        var found: Set<Int> = []
        for position in hosts.positions(containing: probe.form.host)
        where links[position].pattern.matches(form: probe.form) {
            found.insert(links[position].app)
        }
        return found.sorted().map { apps[$0] }
    }
}

/// The apps that may receive what an answer opens.
extension FlowGraph {
    /// The declared and installed apps that may receive what an answer opens. For the managed browser, these are the apps
    /// that are that browser, and otherwise the apps that handle what is opened. A managed app is also opened through
    /// the twin of the scheme, so the apps that handle the twin are included.
    func receivers(of step: FlowStep, _ url: String) -> [AppDeclaration] {
        if step.destination == .managedBrowser { return browsers(for: url, step) }
        let apps = handlers(of: step, url)
        guard step.destination == .managedApp, step.route == nil, step.request.question.kind != .universalLink else {
            return apps
        }
        let scheme = opened(by: step, url)
        let twin = TwinScheme.of(scheme == "telprompt" ? "tel" : scheme)
        let twins = installed(linkHandlers.apps(ofScheme: twin), step)
        // Without an app of the organization behind it, the twin is not opened.
        guard twins.contains(where: isOurs) else { return apps }
        let known = Set(apps.map(\.id))
        return apps + twins.filter { !known.contains($0.id) }
    }

    /// The declared and installed managed browsers that open a link of the web, the organization's or not.
    func browsers(for url: String, _ step: FlowStep) -> [AppDeclaration] {
        let isSecure = ["https", "wss"].contains(SchemeMatcher.scheme(of: url))
        return installed(linkHandlers.browsers(isSecure: isSecure), step)
    }

    /// The declared and installed apps that handle what an answer opens.
    func handlers(of step: FlowStep, _ url: String) -> [AppDeclaration] {
        installed(declaredHandlers(of: step, url), step)
    }

    /// The declared apps that handle what an answer opens: a universal link, or the scheme of the URL or route.
    private func declaredHandlers(of step: FlowStep, _ url: String) -> [AppDeclaration] {
        // A route opens by its scheme, for example when a link is routed to a browser.
        let isLink = step.route == nil && step.request.question.kind == .universalLink
        return isLink ? linkHandlers.apps(ofLink: url) : linkHandlers.apps(ofScheme: opened(by: step, url))
    }

    /// The scheme of what an answer opens.
    func opened(by step: FlowStep, _ url: String) -> String { SchemeMatcher.scheme(of: step.route ?? url) }

    func isOurs(_ app: AppDeclaration) -> Bool { ownApps.contains(app.id) }

    /// Those of the given apps that are installed where an answer was given.
    private func installed(_ apps: [AppDeclaration], _ step: FlowStep) -> [AppDeclaration] {
        guard let known = step.request.installed else { return apps }
        // PERF: each link is followed where all other apps are installed, which may be a thousand.
        if known == otherApps { return apps.filter { !isOurs($0) } }
        let ids = Set(known)
        return apps.filter { ids.contains($0.id) }
    }
}
