import ByteText
import PolicyModel
import RuleRegions
import URLMatching
import URLStandard

/// The declared apps, by what they open.
///
/// PERF: a document may declare a thousand apps, each with schemes and links of its own, and a graph asks about all of
/// these links.
struct LinkHandlers {
    private let apps: [AppDeclaration]
    /// The managed browsers that name no scheme of browsers, so that they handle each, ordered by id.
    let browsersForEveryScheme: [AppDeclaration]
    /// The positions of the apps that handle a scheme, in ascending order.
    private var ofScheme: [String: [Int]] = [:]
    /// The universal links of all apps, each with the position of its app.
    private var links: [(pattern: LinkPattern, app: Int)] = []
    private let hosts: HostScopeIndex

    init(_ declared: [AppDeclaration]) {
        apps = declared.sorted(on: \.id.bundleID)
        browsersForEveryScheme = apps.filter(\.handlesEveryBrowserScheme)
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
