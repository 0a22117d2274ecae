import ByteText
import Diagnostics
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// What two policies are asked to be compared: requests that stand for all that either of them tells apart.
struct DiffRequests {
    /// A request, and the sites that it stands for.
    struct Asked {
        var request: FlowRequest
        /// Their hosts; empty where it is about no site, or about one of a list that was walked.
        var hosts: Set<String> = []
        /// How many sites of walked lists it stands for besides.
        var walked = 0
    }

    private(set) var all: [Asked] = []
    /// Whether they stand for every request. Where a regular expression decides otherwise in the two, they are a sample.
    var isExact = true
    private var seen: Set<FlowRequest> = []
    /// Readers disagree on where it leads.
    static let ambiguousURL = #"https://demarc-x.example\@demarc-y.example/"#

    /// Lists with more entries than these are walked, and not multiplied with anything.
    private static let mostEntries = 2_000

    /// Whether URLs that different rules decide alike are asked about apart.
    private let tellsRules: Bool

    /// Collects requests.
    ///
    /// - Complexity: O(*n*) in the classes of requests of both, and in the entries of lists where lists differ.
    init(_ old: FlowAsking, _ new: FlowAsking, sites: (old: PolicySites, new: PolicySites), tellsRules: Bool) {
        self.tellsRules = tellsRules
        for (asking, other, sites) in [(old, new, sites.old), (new, old, sites.new)] {
            let classes = DecisionClasses(asking.policy, asking, sites, beside: other.policy)
            for request in classes.requests { add(request) }
            if classes.isCut { isExact = false }
        }
        addLinks(old, new)
        addConfigurations(old.policy.document, new.policy.document)
        guard
            old.policy.document.ruleSets.map(\.canonical) != new.policy.document.ruleSets.map(\.canonical)
                || Self.links(old.policy.document) != Self.links(new.policy.document)
                || Self.documents(old.policy.document) != Self.documents(new.policy.document)
        else { return }
        addNavigations(old, new)
    }

    mutating func add(_ request: FlowRequest, _ hosts: Set<String> = [], walked: Int = 0) {
        guard seen.insert(request).inserted else { return }
        all.append(Asked(request: request, hosts: hosts, walked: walked))
    }

    // MARK: URLs

    /// Who is asked about, and which views, where either policy tells them apart.
    static func asked(_ old: FlowAsking, _ new: FlowAsking) -> (users: [AccountID], views: [String]) {
        let classes = [
            RequestClasses(old.policy, beside: new.policy), RequestClasses(new.policy, beside: old.policy),
        ]
        let users = Set(classes.flatMap { $0.firstAccounts(1) } + [.noUser]).sorted { $0.canonical < $1.canonical }
        return (users, Set(classes.flatMap(\.firstViews)).sorted())
    }

    private mutating func addNavigations(_ old: FlowAsking, _ new: FlowAsking) {
        let signatures = (
            URLSignature.Reading(old.policy, tellsRules: tellsRules),
            URLSignature.Reading(new.policy, tellsRules: tellsRules)
        )
        let (users, views) = Self.asked(old, new)
        let links = (Self.links(old.policy.document) + Self.links(new.policy.document))
            .compactMap { try? LinkPattern($0, as: .universalLink) }
        for view in views {
            let sides = [old.policy.document, new.policy.document]
            let ruleSets = sides.compactMap { side in side.ruleSet(of: view) }
            let documents = sides.compactMap { side in side.views.first { $0.id == view }?.document }
            let small = ruleSets.map(Self.withoutLargeLists)
            let known = RepresentativeURLs([], small.map(\.ruleSet), links: links, documents: documents)
            if !known.isExact || small.contains(where: { !$0.isExact }) { isExact = false }
            let walk = ListWalk(
                old.policy,
                new.policy,
                view,
                mostEntries: Self.mostEntries,
                tellsRules: tellsRules
            )
            // One URL of each pair of signatures, the plainest, and the hosts of all of them.
            var cells: [[URLSignature]: (url: String, hosts: Set<String>)] = [:]
            var order: [[URLSignature]] = []
            for url in known.urls {
                let key = [signatures.0.signature(of: url), signatures.1.signature(of: url)]
                if cells[key] == nil { order.append(key) }
                cells[key, default: (url, [])].hosts.insert(Self.site(of: url))
            }
            for cell in order.compactMap({ cells[$0] }) {
                add(cell.url, cell.hosts, 0, users, view)
                addTunnel(cell.url, users, view)
            }
            for site in walk.found { add(site.url, [], site.count, users, view) }
        }
    }

    /// Adds a tunnel to where a URL leads: a proxy that cannot read what is in it asks for host and port alone.
    private mutating func addTunnel(_ url: String, _ users: [AccountID], _ view: String) {
        guard let record = try? URLRecord(parsing: url.utf8.span), let port = record.effectivePort else { return }
        let host = record.host.string
        for user in users {
            for frame in Question.TunnelFrame.allCases {
                let question = Question.connection(to: host, port: port, in: view, frame: frame)
                add(FlowRequest(world: .document, user: user, question: question))
            }
        }
    }

    mutating func add(
        _ url: String,
        _ hosts: Set<String>,
        _ walked: Int,
        _ users: [AccountID],
        _ view: String
    ) {
        for user in users {
            for frame in Frame.allCases {
                let question = Question.navigate(to: url, in: view, frame: frame)
                add(FlowRequest(world: .document, user: user, question: question), hosts, walked: walked)
            }
        }
    }

    /// The host of a URL; what is below a name counts with it.
    static func site(of url: String) -> String {
        let host = url.split(separator: "/", maxSplits: 2).dropFirst().first.map(String.init) ?? url
        let fresh = "demarc-x."
        return host.hasPrefix(fresh) && host != SiteWitnesses.freshHost ? String(host.dropFirst(fresh.count)) : host
    }

    /// A rule set without the lists that are walked, and whether nothing is lost by that: such a list is all that its rule
    /// asks for, and its entries are hosts.
    private static func withoutLargeLists(_ ruleSet: RuleSet) -> (ruleSet: RuleSet, isExact: Bool) {
        var small = ruleSet
        var isExact = true
        small.rules = ruleSet.rules.filter { rule in
            let lists = (rule.conditions + rule.exceptions).flatMap(\.alternatives).compactMap(\.list)
            guard lists.contains(where: { $0.count > mostEntries }) else { return true }
            let isAlone = rule.conditions.count == 1 && rule.exceptions.isEmpty
            if !isAlone || lists.contains(where: { !$0.hasHostsAlone }) { isExact = false }
            return false
        }
        return (small, isExact)
    }

    static func links(_ document: PolicyDocument) -> [String] {
        let settings = document.policies.values.sorted { $0.name < $1.name }
        return settings.flatMap { $0.exemptedUniversalLinks + $0.managedUniversalLinks }
            + (document.apps ?? []).flatMap(\.universalLinks)
    }

    private static func documents(_ document: PolicyDocument) -> [[String?]] {
        document.views.map { [$0.id, $0.ruleSet, $0.document] }.sorted { ($0[0] ?? "") < ($1[0] ?? "") }
    }
}

extension PolicyDocument {
    /// The rule set that answers for a view; nil where none does.
    func ruleSet(of view: String) -> RuleSet? {
        let name = views.first { $0.id == view }?.ruleSet
        return ruleSets.first { $0.name == name }
    }
}

extension RuleSet {
    /// The rule set as decisions read it: in one order, and wherever it is written.
    var canonical: RuleSet {
        var set = self
        let nowhere = SourceLocation(path: "", line: 1, column: 1)
        set.defaultLocation = nowhere
        set.transitions.sort { $0.rawValue < $1.rawValue }
        for position in set.rules.indices {
            set.rules[position].location = nowhere
            set.rules[position].because = nil
        }
        set.rules.sort { $0.id < $1.id }
        return set
    }
}

extension Matcher {
    /// The list, where the matcher is one.
    var list: EntryList? { if case .list(let list) = self { list } else { nil } }
}

extension EntryList {
    /// Whether every entry asks for a host and nothing else.
    var hasHostsAlone: Bool { AtomSource(rule: 0, condition: 0, list: self).isHostList }
}
