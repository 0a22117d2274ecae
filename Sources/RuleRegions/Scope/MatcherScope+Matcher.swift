import ByteText
import PolicyModel
package import URLMatching
import URLStandard

extension MatcherScope {
    /// The URLs that a matcher matches, or a superset of them. A list has a scope for each entry.
    package init(of matcher: Matcher) {
        switch matcher {
        case .host(let matcher): self.init(host: .name(Array(matcher.host.utf8), .exact))
        case .domain(let matcher): self.init(host: .name(Array(matcher.domain.utf8), .domain))
        case .scheme(let matcher): self.init(schemes: [matcher.scheme])
        case .address(let matcher): self.init(host: HostScope(addressesOf: matcher))
        case .url(let matcher): self.init(ofURL: matcher.url)
        case .edge(let pattern): self.init(of: pattern)
        case .pattern(let matcher): self.init(of: matcher)
        case .chrome(let filter): self.init(of: filter)
        case .site(let matcher): self.init(of: matcher)
        case .regex, .list: self = .unknown
        }
    }

    /// The one URL with this text, without its fragment. Its host is in the form in which rules see it, because other
    /// keys of the rule are compared with that form: `x://0x7f.1/` is in the block `127.0.0.0/8`.
    package init(ofURL text: String) {
        guard let written = URLRecord(text), !written.hasOpaquePath, written.hostKind != .none else {
            // The index of hosts has no place for it, and probably only a scheme matcher overlaps it.
            self.init(schemes: [String(text.prefix { $0 != ":" })], isExact: false)
            return
        }
        var url = URLRecord()
        url.become(matchingFormOf: written)
        self.init(
            schemes: [url.scheme.string],
            host: url.hostKind == .empty ? .any : .name(url.host.array, .exact),
            port: url.port.map { .number($0) } ?? .standard,
            path: .exact(url.path.array),
            query: url.hasQuery ? "?" + url.query.string : "",
            isExact: url.hostKind != .empty
        )
    }

    /// The URLs of an entry in the managed browser's list format.
    package init(of pattern: LinkPattern) {
        self.init(schemes: pattern.schemeScope.map { [$0.name] } ?? ["http", "https"])
        port = pattern.portScope.map { $0 == pattern.schemeScope?.defaultPort ? .standard : .number($0) } ?? .any
        switch pattern.pathScope {
        case .any: path = .any
        case .exact(let bytes): path = .exact(bytes)
        case .folder(let bytes): path = .folder(bytes)
        case .prefix(let bytes): path = .prefix(bytes)
        }
        switch pattern.hostScope {
        case .exact(let name): host = .name(name, .exact)
        case .subdomains(let name): host = .name(name, .subdomains)
        case .block(let block): host = HostScope(addressesOf: block)
        case .wildcards:
            isExact = false
            if case .domain(let name)? = pattern.anchor { host = .name(name, .domain) }
        }
    }

    /// The URLs of a URLPattern, as far as it consists of literal text and of `*` at the ends.
    package init(of matcher: PatternMatcher) {
        let pattern = matcher.pattern
        self.init()
        // No other matcher sees a fragment, so a pattern that tests the fragment is never exact.
        isExact = pattern[.hash] == "*" && pattern[.username] == "*" && pattern[.password] == "*"
        readScheme(pattern[.protocol])
        readHost(pattern[.hostname], matcher.hostAnchors)
        readPort(pattern[.port])
        readPath(pattern[.pathname], ignoresCase: pattern.ignoresCase)
        if pattern[.search] != "*" { isExact = false }
    }

    private mutating func readScheme(_ text: String) {
        switch text {
        case "*": schemes = nil
        case "http{s}?", "(http|https)", "(https?)": schemes = ["http", "https"]
        default:
            if text.isPlainPattern { schemes = [text] } else { isExact = false }
        }
    }

    private mutating func readHost(_ text: String, _ anchors: [HostAnchor]?) {
        if text == "*" { return }
        if text.isPlainPattern {
            host = .name(Array(text.utf8), .exact)
            return
        }
        for (prefix, reach) in [("*.", HostScope.Reach.subdomains), ("{*.}?", .domain)] where text.hasPrefix(prefix) {
            let name = String(text.dropFirst(prefix.count))
            guard !name.isEmpty, name.isPlainPattern else { continue }
            host = .name(Array(name.utf8), reach)
            return
        }
        isExact = false
        // Several anchors are several hosts; the scope can represent only one.
        guard let anchors, anchors.count == 1 else { return }
        switch anchors[0] {
        case .host(let name): host = .name(name, .exact)
        case .domain(let name): host = .name(name, .domain)
        case .subdomains(let name): host = .name(name, .subdomains)
        case .network(let matcher): host = .network(matcher)
        }
    }

    private mutating func readPort(_ text: String) {
        switch text {
        case "*": port = .any
        case "": port = .standard
        default: if let number = UInt16(text) { port = .number(number) } else { isExact = false }
        }
    }

    private mutating func readPath(_ text: String, ignoresCase: Bool) {
        if text == "*" || text == "/*" && schemes?.isSubset(of: ["http", "https"]) == true {
            path = .any
        } else if ignoresCase {
            isExact = false
        } else if text.isPlainPattern {
            path = .exact(Array(text.utf8))
        } else if text.last == "*", String(text.dropLast()).isPlainPattern {
            path = .prefix(Array(text.dropLast().utf8))
        } else {
            isExact = false
        }
    }
}

extension EntryList {
    /// Whether every entry tests only the host.
    package var isHostList: Bool {
        switch format {
        case .domains, .hosts, .adblockDomains: true
        case .edge, .chrome, .urls: false
        }
    }

    /// The reach of the names of a host list.
    package var reach: HostScope.Reach { format == .hosts ? .exact : .domain }

    /// What an entry matches.
    package func scope(of entry: Int) -> MatcherScope {
        let bytes = self.entry(at: entry)
        switch format {
        case .domains, .hosts, .adblockDomains: return MatcherScope(host: .name(bytes.array, reach))
        case .urls: return MatcherScope(ofURL: bytes.string)
        case .chrome:
            guard let filter = try? URLFilter(bytes.string, side: side) else { return .unknown }
            return MatcherScope(of: filter)
        case .edge:
            guard let pattern = try? LinkPattern(bytes.string, as: .browser) else { return .unknown }
            return MatcherScope(of: pattern)
        }
    }

    /// What each entry matches, read on demand.
    package var scopes: some RandomAccessCollection<MatcherScope> { (0..<count).lazy.map { scope(of: $0) } }
}

extension String {
    /// Whether the text of a pattern is literal.
    fileprivate var isPlainPattern: Bool { !isEmpty && !utf8.contains { "*:{}()\\?+".utf8.contains($0) } }
}

extension MatcherScope {
    /// The URLs of a filter of an enterprise URL list. The scope is exact, unless the filter tests the query or is `*`
    /// on the block side.
    package init(of filter: URLFilter) {
        self.init()
        // No other part of the scope represents which parameters are required.
        isExact = !filter.hasQuery
        if let scheme = filter.scheme {
            schemes = [scheme]
        } else if filter.isWildcard {
            // On the block side, a few of the browser's own schemes are exempt.
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
        if let number = filter.portNumber { restrict(toPort: number) }
    }

    /// The URLs that may have this relation to some document. Only the view knows which document it is, so the scope is
    /// not exact.
    init(of matcher: SiteMatcher) {
        switch matcher.relation {
        case .sameDocument: self = .unknown
        case .sameOrigin, .sameSite: self.init(schemes: ["http", "https", "ws", "wss", "ftp"], isExact: false)
        }
    }
}
