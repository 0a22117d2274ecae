import ByteText
import URLMatching
import URLStandard

extension MatcherScope {
    /// The URLs of a filter of an enterprise URL list: exactly those, unless it asks for a query, or for a port that is
    /// the usual one of some of its schemes only.
    init(of filter: URLFilter) {
        self.init()
        // Nothing else of the format tells which parameters there must be.
        isExact = !filter.hasQuery
        if let scheme = filter.scheme {
            schemes = [scheme]
        } else if filter.isWildcard {
            // On the block side a few schemes of the browser's own are spared.
            isExact = filter.side == .allow
        } else {
            schemes = Set(URLFilter.standardSchemes)
        }
        switch filter.anchor {
        case .host(let name)?: host = .name(name, .exact)
        case .domain(let name)?: host = .name(name, .domain)
        case .subdomains(let name)?: host = .name(name, .subdomains)
        case .network(let matcher)?: host = .network(matcher)
        case nil: break
        }
        if !filter.pathPrefix.isEmpty { path = .prefix(filter.pathPrefix) }
        guard let number = filter.portNumber else { return }
        let usual = SpecialScheme.allCases.filter { $0.defaultPort == number && schemes?.contains($0.name) == true }
        if usual.isEmpty {
            port = .number(number)
        } else if usual.count == schemes?.count {
            port = .standard
        } else {
            isExact = false
        }
    }

    /// The URLs that may stand so to some document. Which document it is, only the view knows, so that nothing is exact.
    init(of matcher: SiteMatcher) {
        switch matcher.relation {
        case .sameDocument: self = .unknown
        case .sameOrigin, .sameSite: self.init(schemes: ["http", "https", "ws", "wss", "ftp"], isExact: false)
        }
    }
}
