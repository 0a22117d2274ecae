package import PolicyModel
package import URLMatching

extension RepresentativeURLs {
    /// The scopes of each condition of a set.
    package static func scopes(of conditions: [Condition]) -> [[MatcherScope]] {
        conditions.map { condition in
            condition.key == .regex || condition.key == .site
                ? [.unknown] : condition.alternatives.flatMap { Self.scopes(ofSet: $0) }
        }
    }

    /// The narrowest condition of a set that names hosts, or nil if none does.
    static func anchors(of set: [[MatcherScope]]) -> [MatcherScope]? {
        set.filter { $0.allSatisfy { $0.host != .any } }.min { $0.count < $1.count }
    }

    /// The schemes of a set, if a condition names them.
    static func schemes(namedBy conditions: [Condition]) -> Set<String>? {
        scopes(of: conditions).first { scopes in scopes.contains { $0.schemes != nil } }
            .map { named in Set(named.flatMap { $0.schemes ?? [] }) }
    }

    /// The scopes of a matcher that defines the set: of a single URL without a host, too.
    package static func scopes(ofSet matcher: Matcher) -> [MatcherScope] {
        if case .url = matcher { return [MatcherScope(of: matcher)] }
        return DistinguishedScopes.scopes(of: matcher)
    }
}

extension MatcherScope {
    /// A URL of the set, and one with a name below its host if these are in the set, too.
    var samples: [String] {
        let hosts: [HostScope] =
            switch host {
            case .any: [.name(Array(FreshNames.host.utf8), .exact)]
            case .name(let name, let reach) where reach != .exact:
                (reach == .domain ? [HostScope.name(name, .exact)] : [])
                    + [HostScope.name(Array(FreshNames.prefix.utf8) + name, .exact)]
            case .name, .network: [host]
            }
        return hosts.map { host in
            var scope = self
            scope.host = host
            return scope.sample
        }
    }
}

/// The pieces of the other parts of a URL.
extension RepresentativeURLs {
    static func paths(_ scopes: [MatcherScope], _ unnamed: UnnamedParts) -> [String] {
        let segment = unnamed.segment
        var found: Set<String> = ["/", "/\(segment)"]
        for scope in scopes {
            switch scope.path {
            case .any: break
            case .exact(let bytes), .folder(let bytes), .prefix(let bytes):
                let path = String(decoding: bytes, as: UTF8.self)
                guard path.hasPrefix("/") else { continue }
                found.formUnion([path, path + segment, path + "/\(segment)"])
            }
        }
        return found.sorted { key($0) < key($1) }
    }

    static func ports(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = [""]
        var named: Set<UInt16> = []
        for case .number(let number) in scopes.map(\.port) { named.insert(number) }
        if scopes.contains(where: { $0.port != .any }), let port = FreshNames.port(unlike: named) {
            found.insert(":\(port)")
        }
        found.formUnion(named.map { ":\($0)" })
        return found.sorted { key($0) < key($1) }
    }

    static func queries(_ scopes: [MatcherScope], _ unnamed: UnnamedParts) -> [String] {
        var found: Set<String> = [""]
        if scopes.contains(where: { $0.query != nil }) { found.insert(unnamed.query) }
        for scope in scopes { if let query = scope.query { found.insert(query) } }
        return found.sorted { key($0) < key($1) }
    }

    // MARK: Order

    /// The plainest first: `https`, short, and without a port, as most people write URLs. Hosts with an empty label in
    /// front come last.
    static func key(_ text: String) -> (Int, Int, String) {
        (text.hasPrefix("https://.") ? 2 : text.hasPrefix("https://") ? 0 : 1, text.utf8.count, text)
    }
}
