import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// URLs that represent every URL of a set: for each URL of the set, some representative is treated alike by all rules
/// of some rule sets and all lists of links.
///
/// The conditions of matchers are mostly independent for each part of a URL: scheme, host, port, path and query. The
/// values that matchers name divide each part into pieces, and one value for each piece is enough: a name and what is
/// below it, a folder and what is below it, and an unnamed value. A host is combined only with the values that can
/// apply to it. If every scheme is asked, one scheme represents all others that no rule for the host distinguishes from
/// it.
struct RepresentativeURLs {
    /// The schemes to ask, unless the set itself determines them.
    enum Schemes {
        /// `http` and `https`, as browsers write URLs.
        case web
        /// Every scheme. The given ones are assigned to classes, too.
        case all(Set<String>)
    }

    /// A representative.
    struct Found: Hashable {
        var url: String
        /// The class of schemes that rules do not distinguish from the URL's own, as a position in ``schemes``.
        var schemes: Int
    }

    /// The representatives, all from the set, the plainest first.
    private(set) var found: [Found] = []
    /// The classes of schemes.
    var schemes: SchemeClasses
    /// Whether the URLs represent the whole set. They do not if an expression decides, or if there are too many.
    private(set) var isExact = true

    /// The URLs.
    var urls: [String] { found.map(\.url) }

    /// The maximum number of URLs, of hosts in all, and of hosts of a set that names them: two for each line of a list.
    private static let mostURLs = 20_000
    private static let mostHosts = 2_000
    private static let mostNamedHosts = 5_000

    let told: DistinguishedScopes
    /// The hosts of the scopes, in their order, and after them those that expressions require.
    private let distinguished: [HostScope]
    private let index: HostScopeIndex
    /// Whether one scheme of a class represents the others.
    private let isInClasses: Bool
    private var seen: Set<Found> = []

    /// Finds the URLs of a set.
    ///
    /// - Parameters:
    ///   - conditions: The set: URLs that match all of these.
    ///   - ruleSets: The rules that distinguish URLs.
    ///   - links: Entries of lists of links that distinguish URLs.
    ///   - documents: The documents of the views that rules may compare with.
    ///   - asked: The schemes to ask.
    ///   - hosts: The hosts of the set, if they are known; conditions on other hosts are left out.
    ///   - searchesExpressions: Whether to search for a URL of the set for each expression that no other URL matches.
    init(
        _ conditions: [Condition],
        _ ruleSets: [RuleSet],
        links: [LinkPattern] = [],
        documents: [String],
        schemes asked: Schemes,
        meeting hosts: HostSet? = nil,
        searchesExpressions: Bool = false
    ) {
        var told = DistinguishedScopes(meeting: hosts)
        for condition in conditions { told.add(condition) }
        for ruleSet in ruleSets { told.add(ruleSet) }
        told.add(links.map { MatcherScope(of: $0) })
        told.add(documents.flatMap { DistinguishedScopes.scopes(ofDocument: $0) })
        switch (Self.schemes(namedBy: conditions), asked) {
        case (let named?, _): self.init(told, SchemeClasses(only: named), isInClasses: false)
        case (nil, .web): self.init(told, SchemeClasses(only: Set(SchemeClasses.web)), isInClasses: false)
        case (nil, .all(let others)): self.init(told, SchemeClasses(told.scopes, and: others), isInClasses: true)
        }
        let set = URLSet(conditions)
        keep(candidates(of: Self.scopes(of: conditions)) + texts) { probe in set.contains(&probe) }
        // The language of an expression is not enumerated; only sample URLs are tried.
        if conditions.contains(where: { $0.key == .regex }) { isExact = false }
        var budget = 3 * LanguageSearch.mostWork
        if found.isEmpty, !isExact, search(set.map, budget: &budget) { isExact = true }
        if searchesExpressions, !isExact, !found.isEmpty { searchExpressions(in: conditions, budget: &budget) }
        sort()
    }

    /// Finds URLs for several sets, under every scheme: all that are in a set, and others with the same hosts.
    ///
    /// - Parameters:
    ///   - sets: The sets, each as in the other initializer. If there are too many URLs, those of the last sets are
    ///     missing.
    ///   - ruleSets: The rules that distinguish URLs, among them those that the conditions come from.
    ///   - hosts: Further hosts that are distinguished.
    ///   - documents: The documents of the views that rules may compare with.
    ///   - schemes: The schemes that are assigned to classes in addition to those that rules name.
    init(
        inAny sets: [[Condition]],
        _ ruleSets: [RuleSet],
        hosts: [MatcherScope],
        documents: [String],
        schemes: Set<String>
    ) {
        var told = DistinguishedScopes()
        for ruleSet in ruleSets { told.add(ruleSet) }
        told.add(hosts)
        told.add(documents.flatMap { DistinguishedScopes.scopes(ofDocument: $0) })
        self.init(told, SchemeClasses(told.scopes, and: schemes), isInClasses: true)
        let hasExpressions = sets.joined().contains { $0.key == .regex }
        let sets = sets.map(Self.scopes(of:))
        let named = sets.filter { Self.anchors(of: $0) != nil }
        // Sets that name no hosts have the same candidates.
        for set in named + (named.count < sets.count ? [[]] : []) { keep(candidates(of: set)) { _ in true } }
        if !sets.isEmpty { keep(texts) { _ in true } }
        if hasExpressions { isExact = false }
        sort()
    }

    private init(_ told: DistinguishedScopes, _ schemes: SchemeClasses, isInClasses: Bool) {
        self.told = told
        self.schemes = schemes
        self.isInClasses = isInClasses
        let required = told.expressions.flatMap { $0.hostAnchors ?? [] }.map(HostScope.init)
        distinguished = told.scopes.map(\.host) + required
        index = HostScopeIndex(distinguished)
    }

    private mutating func sort() {
        found = found.enumerated()
            .sorted {
                Self.key($0.element.url) == Self.key($1.element.url)
                    ? $0.offset < $1.offset : Self.key($0.element.url) < Self.key($1.element.url)
            }
            .map(\.element)
    }

    /// The URLs that come from no product, and `blob:` URLs of their origins, if these are asked.
    private var texts: [Found] {
        mutating get {
            let blobs = schemes.hasBlobs ? told.texts.map { SchemeClasses.url($0, with: SchemeClasses.blob) } : []
            return (told.texts + blobs)
                .map { Found(url: $0, schemes: schemes.number(of: [SchemeMatcher.scheme(of: $0)])) }
        }
    }

    /// Keeps the candidates that are in the set, each once.
    ///
    /// - Parameters:
    ///   - candidates: The candidates.
    ///   - isInSet: Whether a URL is in the set; nil if that is unknown.
    mutating func keep(_ candidates: [Found], where isInSet: (inout RuleProbe) -> Bool?) {
        var probe = RuleProbe()
        for candidate in candidates {
            guard found.count < Self.mostURLs else {
                isExact = false
                break
            }
            guard !seen.contains(candidate), probe.take(candidate.url) else { continue }
            switch isInSet(&probe) {
            case true?:
                seen.insert(candidate)
                found.append(candidate)
            case false?: break
            case nil: isExact = false
            }
        }
    }

    // MARK: The product

    private mutating func candidates(of set: [[MatcherScope]]) -> [Found] {
        var found: [Found] = []
        for host in hosts(of: set) {
            let name = Array(host.utf8)
            let met = index.positions(containing: name)
                .filter { $0 < told.scopes.count && told.scopes[$0].host.contains(.name(name, .exact)) }
            add(host, met, to: &found)
        }
        guard set.allSatisfy({ $0.contains { $0.host == .any } }) else { return found }
        for number in classes(of: told.scopes.filter { $0.host == .any }) { addWithoutHost(number, to: &found) }
        return found
    }

    /// Adds the URLs of a host.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - positions: The positions of the scopes that contain it.
    ///   - found: Receives the URLs.
    private mutating func add(_ host: String, _ positions: [Int], to found: inout [Found]) {
        let met = positions.map { told.scopes[$0] }
        let isSampled = met.contains { !$0.isExact && canMeet($0) } || isOpen(host)
        if isSampled { isExact = false }
        let (paths, ports, queries) = (Self.paths(met), Self.ports(met), Self.queries(met))
        let classes = classes(of: met)
        // A rule that was not read completely may distinguish schemes in another way.
        let asked = classes.flatMap { number -> [(scheme: String, schemes: Int)] in
            let members = schemes.classes[number]
            let isAsked = { (scheme: String) in
                scheme == members.first || isSampled && SchemeClasses.web.contains(scheme)
            }
            return members.filter(isAsked).map { ($0, number) }
        }
        guard found.count + asked.count * ports.count * paths.count * queries.count <= 4 * Self.mostURLs else {
            isExact = false
            return
        }
        for scheme in asked {
            for port in ports {
                for path in paths {
                    for query in queries {
                        let url = "\(scheme.scheme)://\(host)\(port)\(path)\(query)"
                        found.append(Found(url: url, schemes: scheme.schemes))
                    }
                }
            }
        }
        if !isInClasses {
            // A browser may read a host before a backslash in a URL of its scheme.
            addOpaque(FreshNames.otherCredentials + host, paths, ports, queries, classes, to: &found)
            addWrapped(host, met, paths, ports, queries, to: &found)
        }
        addBlobs(host, ports, to: &found)
        // Without a path, which only a URL with an opaque host can be.
        if met.contains(where: { $0.path != .any }) { addOpaque(host, [""], ports, [""], classes, to: &found) }
        // Schemes that the set determines may all be of apps.
        guard let parent = FreshNames.parent(of: host),
            !isInClasses || positions.contains(where: { told.areReadable[$0] })
        else { return }
        addOpaque("\(FreshNames.unreadableLabel).\(parent)", paths, ports, [""], classes, to: &found)
    }

    /// The classes of the schemes that are asked for a host, as positions in ``schemes``.
    private mutating func classes(of met: [MatcherScope]) -> [Int] {
        isInClasses ? schemes.classes(of: met) : schemes.all.map { schemes.number(of: [$0]) }
    }

    /// Whether a scope can contain a URL that is asked, or the origin of one.
    private func canMeet(_ scope: MatcherScope) -> Bool {
        scope.schemes.map { named in schemes.seenByRules.contains(where: named.contains) } ?? true
    }

    /// Whether some expression may apply to a host.
    private func isOpen(_ host: String) -> Bool {
        let name = HostScope.name(Array(host.utf8), .exact)
        return told.expressions.contains { expression in
            guard let anchors = expression.hostAnchors else { return true }
            return anchors.contains { HostScope($0).contains(name) }
        }
    }

    /// The hosts of the set that rules distinguish: each name, a name below it, and an unnamed host.
    private mutating func hosts(of set: [[MatcherScope]]) -> [String] {
        let anchors = Self.anchors(of: set)
        let mostHosts = anchors == nil ? Self.mostHosts : Self.mostNamedHosts
        var names: Set<String> = []
        for anchor in (anchors ?? [MatcherScope()]).map(\.host) {
            if anchor == .any { names.insert(FreshNames.host) }
            for host in [anchor] + index.positions(meeting: anchor).map({ distinguished[$0] }) {
                guard names.count < mostHosts else {
                    isExact = false
                    return names.sorted()
                }
                guard let both = host.intersection(anchor) else { continue }
                switch both {
                case .name(let name, let reach):
                    let text = String(decoding: name, as: UTF8.self)
                    if reach != .subdomains { names.insert(text) }
                    if anchor.intersection(.name(name, .subdomains)) != nil, IPAddress(host: name) == nil {
                        names.insert(FreshNames.below(text))
                    }
                case .network: names.insert(both.sample)
                case .any: break
                }
                // The first address of a block and the first address after it: every piece begins at such an address.
                if let next = both.hostBehind, anchor.contains(next) { names.insert(next.sample) }
            }
        }
        return names.sorted { Self.key($0) < Self.key($1) }
    }
}
