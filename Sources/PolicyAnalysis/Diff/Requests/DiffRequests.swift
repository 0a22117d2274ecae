import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching
import URLStandard

/// The requests with which two policies are compared: representatives of everything that either policy distinguishes.
///
/// They are made in parts: the classes of requests of each policy, links, what every account and view is asked, links in
/// windows of several accounts, what other apps hand over, app configurations, and navigations. Each part has a maximum
/// of its own, so that a part with too many combinations takes no room from the others: however many apps there are,
/// edited rules are compared.
struct DiffRequests {
    /// A request and the sites that it represents.
    struct Asked {
        var request: FlowRequest
        /// The hosts of the sites; empty if the request is not about a site, or if the site comes from a list that was
        /// walked.
        var hosts: Set<String> = []
        /// The number of further sites, from walked lists, that it represents.
        var walked = 0
    }

    /// A policy that is compared, and the sites of its rules.
    struct Side {
        let asking: FlowAsking
        let sites: PolicySites

        var document: PolicyDocument { asking.policy.document }
    }

    /// How many requests may be made.
    struct Limits {
        /// The maximum number of classes of requests of each policy.
        var classes = DecisionClasses.most
        /// The maximum number of requests of each other part.
        var part = 300_000
        /// The maximum number of URLs of the rules of a view.
        var urls = RepresentativeURLs.mostURLs
    }

    let old: Side
    let new: Side
    /// Both policies.
    var both: [Side] { [old, new] }
    /// The accounts to include: those that either policy distinguishes.
    let users: [AccountID]
    /// The views to include.
    let views: [String]
    /// The other apps to include.
    let apps: [AppID]
    /// The schemes that views handle themselves under either policy.
    private let handled: HandledSchemes

    private(set) var all: [Asked] = []
    /// Whether the requests represent every request. If the policies differ in a regular expression, they are only a
    /// sample.
    var isExact = true
    /// Whether requests were left out because there are too many combinations of accounts, apps, views and URLs.
    private(set) var isCut = false
    /// Whether the present part has made as many requests as it may, so that the rest of it is left out.
    private(set) var isFull = false
    /// How many more requests the present part may make.
    private var room = Int.max
    /// How many requests may be made.
    let limits: Limits
    /// Whether some URL was found and asked about for each edited rule, before and after, unless no URL matches it, and
    /// none was left out about which the versions of a rule, or of a list, may differ. Otherwise, what such a rule changes
    /// is unknown.
    var reachesEachRule = true
    /// Whether no question about app configurations was needed, because the policies answer all of them alike.
    var hasEqualConfigurations = false
    /// The position of each request.
    private var positions: [FlowRequest: Int] = [:]
    /// A URL on whose target readers disagree.
    static let ambiguousURL = #"https://\#(FreshNames.host)\@demarc-y.example/"#

    /// Lists with more entries than this are walked, and not combined with other values.
    static let mostEntries = 2_000

    /// Whether URLs that different rules decide alike get separate requests.
    let tellsRules: Bool

    /// Collects the requests.
    ///
    /// - Parameters:
    ///   - old: The old policy.
    ///   - new: The new policy.
    ///   - edits: All differences between the documents.
    ///   - sites: The sites of both policies.
    ///   - tellsRules: Whether URLs that different rules decide alike get separate requests.
    ///   - limits: How many requests may be made.
    /// - Complexity: O(*n*) in the classes of requests of both policies, up to the limits, and in the entries of lists
    ///   that differ.
    init(
        _ old: FlowAsking,
        _ new: FlowAsking,
        _ edits: [PolicyEdit],
        sites: (old: PolicySites, new: PolicySites),
        tellsRules: Bool,
        limits: Limits = Limits()
    ) {
        self.old = Side(asking: old, sites: sites.old)
        self.new = Side(asking: new, sites: sites.new)
        self.tellsRules = tellsRules
        self.limits = limits
        (users, views, apps) = Self.asked(old.policy, new.policy)
        handled = HandledSchemes(old.policy.document, new.policy.document, accounts: users)
        for (side, other) in [(self.old, new), (self.new, old)] {
            let asking = side.asking
            let classes = DecisionClasses(asking.policy, asking, side.sites, beside: other, limit: limits.classes)
            for request in classes.requests { add(request) }
            if classes.isCut { isCut = true }
        }
        addLinks()
        addMerged()
        addIncoming()
        addConfigurations()
        let documents = both.map(\.document)
        if documents[0].ruleSets.map(\.canonical) != documents[1].ruleSets.map(\.canonical)
            || Self.documents(documents[0]) != Self.documents(documents[1])
        {
            addNavigations(edits)
        } else {
            addTunnels()
            guard Self.opening(documents[0]) != Self.opening(documents[1]) else { return }
            addSchemes()
        }
    }

    /// The accounts, views and apps that either policy distinguishes.
    private static func asked(
        _ old: CompiledPolicy,
        _ new: CompiledPolicy
    ) -> (users: [AccountID], views: [String], apps: [AppID]) {
        let classes = [RequestClasses(old, beside: new), RequestClasses(new, beside: old)]
        let users = Set(classes.flatMap { $0.firstAccounts(1) } + [.noUser]).sorted(on: \.canonical)
        let apps = classes.flatMap(\.firstApps) + DecisionClasses.ownApps(old, new)
        return (users, Set(classes.flatMap(\.firstViews)).sorted(), Set(apps).sorted(on: \.bundleID))
    }

    /// Begins a part of the requests.
    mutating func beginPart() { (room, isFull) = (limits.part, false) }

    /// Takes the room of one request.
    ///
    /// - Returns: Whether there was any left.
    mutating func takeRoom() -> Bool {
        guard room > 0 else {
            (isFull, isCut) = (true, true)
            return false
        }
        room -= 1
        return true
    }

    /// Adds a request, if there is room. If it is already there, it represents these sites too.
    mutating func add(_ request: FlowRequest, _ hosts: Set<String> = [], walked: Int = 0) {
        guard let known = positions[request] else {
            guard takeRoom() else { return }
            positions[request] = all.count
            all.append(Asked(request: request, hosts: hosts, walked: walked))
            return
        }
        all[known].hosts.formUnion(hosts)
        all[known].walked = max(all[known].walked, walked)
    }

    // MARK: URLs

    /// Adds a tunnel to the target of each navigation so far, about which settings and tags of views decide as well.
    private mutating func addTunnels() {
        beginPart()
        for request in all.map(\.request) where !isFull {
            guard case .navigate(let url, let view?, .top, nil, false) = request.question,
                request.world == .document, request.shownBeside.isEmpty
            else { continue }
            addTunnel(url, [request.user], view)
        }
    }

    /// Adds a tunnel to the target of a URL: a proxy that cannot read the tunnel's content asks only about host and
    /// port.
    mutating func addTunnel(_ url: String, _ users: [AccountID], _ view: String) {
        guard let record = try? URLRecord(parsing: url.utf8.span), let port = record.effectivePort,
            let scheme = record.specialScheme, [.http, .https, .ws, .wss].contains(scheme)
        else { return }
        let host = record.host.string
        for user in users where !isFull {
            for frame in Question.TunnelFrame.allCases {
                let question = Question.connection(to: host, port: port, in: view, frame: frame)
                add(FlowRequest(world: .document, user: user, question: question))
            }
        }
    }

    /// Adds a navigation of a view to a URL, by each account and in every frame. If the navigation may leave the page what
    /// it is, it is added for each such page, too.
    mutating func add(_ url: String, _ hosts: Set<String> = [], walked: Int = 0, in view: String) {
        let pages = handled.pages(before: url)
        for user in users where !isFull {
            for frame in Frame.allCases {
                let question = Question.navigate(to: url, in: view, frame: frame)
                add(FlowRequest(world: .document, user: user, question: question), hosts, walked: walked)
            }
            for page in pages {
                var request = FlowRequest(world: .document, user: user, question: .navigate(to: url, in: view))
                request.pages = [view: page]
                add(request, hosts, walked: walked)
            }
        }
    }

    /// The host of a URL. A generated subdomain counts as its parent name.
    static func site(of url: String) -> String {
        let host = url.split(separator: "/", maxSplits: 2).dropFirst().first.map(String.init) ?? url
        guard host != FreshNames.host else { return host }
        return FreshNames.parent(of: host).map(String.init) ?? host
    }

    /// Everything that decides how URLs of other apps open, apart from rules.
    private static func opening(_ document: PolicyDocument) -> [[String]] {
        let settings = SettingsOfAnswers.allLinks.sorted(on: \.name)
        let policies = document.policies.values.sorted(on: \.name)
            .map { policy in [policy.name] + settings.map { String(describing: policy[$0]) } }
        let accounts = document.accounts.accounts.map { ["\($0.id)", $0.policy ?? "", $0.organization ?? ""] }
            .sorted(on: \.[0])
        let apps = (document.apps ?? []).map { app in
            [app.id.bundleID, app.policy ?? "", app.organization ?? "", "\(app.isManaged)"] + app.schemes.sorted()
        }
        .sorted(on: \.[0])
        return policies + accounts + apps + [document.app.texts(.webViewHandledURLSchemes).sorted()]
    }

    private static func documents(_ document: PolicyDocument) -> [[String?]] {
        document.views.map { [$0.id, $0.ruleSet, $0.document] }.sorted(on: { $0[0] ?? "" })
    }
}
