import URLStandard

/// A set of URLs as a product of what is asked of each part: a scheme, a host, a port, a path and a query.
///
/// Of most matchers this is the exact set of the URLs they match, so that whether one covers another, or overlaps it, is
/// decided and not sampled. Of the others it is a set that holds every URL they match; ``isExact`` tells which.
struct MatcherScope: Hashable, Sendable {
    /// A set of ports.
    enum PortScope: Hashable, Sendable {
        /// Every port.
        case any
        /// The one that the scheme has by itself, so that no canonical URL names it.
        case standard
        /// This one.
        case number(UInt16)
    }

    /// The schemes; nil stands for every one.
    var schemes: Set<String>?
    var host = HostScope.any
    var port = PortScope.any
    var path = PathScope.any
    /// The query with its `?`, empty for none; nil stands for every one.
    var query: String?
    /// Whether the matcher matches every URL of the set.
    var isExact = true

    /// Every URL.
    static let everything = MatcherScope()
    /// What is known of a matcher of which nothing is known.
    static let unknown = MatcherScope(isExact: false)

    /// Whether it asks for nothing but a host.
    var isHostOnly: Bool { schemes == nil && port == .any && path == .any && query == nil }

    /// Whether a matcher with this scope matches every URL of another scope.
    func contains(_ other: MatcherScope) -> Bool {
        guard isExact, host.contains(other.host), port == .any || port == other.port, path.contains(other.path),
            query == nil || query == other.query
        else { return false }
        guard let schemes else { return true }
        return other.schemes.map(schemes.isSuperset) ?? false
    }

    /// URLs that are in both sets; nil where there are none.
    func intersection(_ other: MatcherScope) -> MatcherScope? {
        guard let host = host.intersection(other.host), let path = path.intersection(other.path) else { return nil }
        var result = MatcherScope(schemes: schemes ?? other.schemes, host: host, path: path)
        if let schemes, let others = other.schemes { result.schemes = schemes.intersection(others) }
        guard port == .any || other.port == .any || port == other.port else { return nil }
        result.port = port == .any ? other.port : port
        guard query == nil || other.query == nil || query == other.query else { return nil }
        result.query = query ?? other.query
        result.isExact = isExact && other.isExact
        return result.schemes?.isEmpty == true ? nil : result
    }

    /// A URL of the set.
    var sample: String {
        let scheme = schemes.map { schemes in
            ["https", "http"].first { schemes.contains($0) } ?? schemes.min() ?? "https"
        }
        var port = ""
        if case .number(let number) = self.port { port = ":\(number)" }
        return "\(scheme ?? "https")://\(host.sample)\(port)\(path.sample)\(query ?? "")"
    }
}
