import PolicyModel
import URLMatching
import URLStandard

/// The product of the conditions on each part of a URL.
extension RepresentativeURLs {
    /// The maximum number of hosts in all, and of hosts of a set that names them: two for each line of a list.
    private static let mostHosts = 2_000
    private static let mostNamedHosts = 5_000
    /// The maximum number of candidates: not every one is in the set.
    private var mostCandidates: Int { 4 * limit }

    /// URLs that represent those of a set, and others with the same hosts.
    ///
    /// - Parameter set: The scopes of each condition of the set; empty for every URL.
    /// - Returns: The URLs.
    /// - Complexity: O(*n*) in the hosts and the scopes that contain them, up to the limits.
    mutating func candidates(of set: [[MatcherScope]]) -> [Found] {
        var found: [Found] = []
        for host in hosts(of: set) {
            let met = parts.positions(of: host, in: told)
            readsLeft -= met.count
            guard found.count < mostCandidates, readsLeft >= 0 else {
                leaveOut()
                break
            }
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
        let own = Self.paths(met, unnamed).filter { !parts.commonPaths.contains($0) }
        let (ports, queries) = (Self.ports(met), Self.queries(met, unnamed))
        let classes = classes(of: met)
        // A rule that was not read completely may distinguish schemes in another way.
        let asked = classes.flatMap { number -> [(scheme: String, schemes: Int)] in
            let members = schemes.classes[number]
            let isAsked = { (scheme: String) in
                scheme == members.first || isSampled && SchemeClasses.web.contains(scheme)
            }
            return members.filter(isAsked).map { ($0, number) }
        }
        let pathCount = parts.paths.count + own.count
        guard found.count + asked.count * ports.count * pathCount * queries.count <= mostCandidates else {
            leaveOut()
            return
        }
        let paths = parts.paths + own
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
        guard let parent = FreshNames.parent(of: host, behind: unnamed.label),
            !isInClasses || positions.contains(where: { told.areReadable[$0] })
        else { return }
        addOpaque("\(unnamed.unreadableLabel).\(parent)", paths, ports, [""], classes, to: &found)
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
            if anchor == .any { names.insert(unnamed.host) }
            for host in [anchor] + parts.hosts(meeting: anchor) {
                guard names.count < mostHosts else {
                    leaveOut()
                    return names.sorted()
                }
                guard let both = host.intersection(anchor) else { continue }
                switch both {
                case .name(let name, let reach):
                    let text = String(decoding: name, as: UTF8.self)
                    if reach != .subdomains { names.insert(text) }
                    if anchor.intersection(.name(name, .subdomains)) != nil, IPAddress(host: name) == nil {
                        names.insert("\(unnamed.label).\(text)")
                    }
                    // Names below another one have a label in front that is not empty.
                    if includesEmptyLabels, host == .name(name, .subdomains) { names.insert(".\(text)") }
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
