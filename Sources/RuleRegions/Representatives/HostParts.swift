import URLMatching

/// The scopes that distinguish URLs, by their hosts.
///
/// PERF: a browser may have a thousand filters without a host, and their paths are combined with each of thousands of
/// hosts. So they are read once, and not again for each host.
struct HostParts {
    /// The paths that are asked with every host.
    let paths: [String]
    /// The same paths.
    let commonPaths: Set<String>
    /// The positions of the scopes without a host: of those that differ only in the path, one.
    private let common: [Int]
    /// The positions of the scopes with a host.
    private let named: [Int]
    /// The hosts of these scopes, in their order, and after them those that expressions require.
    private let distinguished: [HostScope]
    private let index: HostScopeIndex

    /// - Parameters:
    ///   - told: The conditions that distinguish URLs.
    ///   - unnamed: Values that none of them names.
    init(_ told: DistinguishedScopes, _ unnamed: UnnamedParts) {
        var (common, named): ([Int], [Int]) = ([], [])
        var everywhere: [MatcherScope] = []
        var seen: [Bool: Set<MatcherScope>] = [:]
        for (position, scope) in told.scopes.enumerated() {
            guard scope.host == .any else {
                named.append(position)
                continue
            }
            everywhere.append(scope)
            var alike = scope
            if alike.path != .any { alike.path = .prefix([]) }
            if seen[told.areReadable[position], default: []].insert(alike).inserted { common.append(position) }
        }
        (self.common, self.named) = (common, named)
        paths = RepresentativeURLs.paths(everywhere, unnamed)
        commonPaths = Set(paths)
        let required = told.expressions.flatMap { $0.hostAnchors ?? [] }.map(HostScope.init)
        distinguished = named.map { told.scopes[$0].host } + required
        index = HostScopeIndex(distinguished)
    }

    /// The positions of the scopes that contain a host; of those without a host that differ only in the path, one.
    func positions(of host: String, in told: DistinguishedScopes) -> [Int] {
        let name = Array(host.utf8)
        let own = index.positions(containing: name).filter { $0 < named.count }.map { named[$0] }
        return common + own.filter { told.scopes[$0].host.contains(.name(name, .exact)) }
    }

    /// The distinguished hosts that may have a host in common with a scope.
    func hosts(meeting scope: HostScope) -> [HostScope] { index.positions(meeting: scope).map { distinguished[$0] } }
}
