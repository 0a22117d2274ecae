import ByteText
import Diagnostics
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
/// apply to it. URLs are web URLs, `http` and `https`, unless the set itself determines the schemes.
struct RepresentativeURLs {
    /// The URLs, all from the set, the plainest first.
    private(set) var urls: [String] = []
    /// Whether the URLs represent the whole set. They do not if an expression decides, or if there are too many.
    private(set) var isExact = true

    /// The maximum number of URLs and the maximum number of hosts.
    private static let mostURLs = 20_000
    private static let mostHosts = 2_000
    private static let freshHost = "demarc-x.example"
    private static let freshLabel = "demarc-x"

    private let scopes: [MatcherScope]
    private let expressions: [RegexMatcher]
    /// Texts that match and do not come from the product of URL parts.
    private var texts: [String] = []

    /// Finds the URLs.
    ///
    /// - Parameters:
    ///   - conditions: The set: URLs that match all of these.
    ///   - ruleSets: The rules that distinguish URLs.
    ///   - links: Entries of lists of links that distinguish URLs.
    ///   - documents: The documents of the views that rules may compare with.
    init(_ conditions: [Condition], _ ruleSets: [RuleSet], links: [LinkPattern], documents: [String]) {
        let rules = ruleSets.flatMap(\.rules).flatMap { $0.conditions + $0.exceptions }
        let matchers = (conditions + rules).flatMap(\.alternatives)
        expressions = matchers.compactMap { if case .regex(let matcher) = $0 { matcher } else { nil } }
        scopes =
            matchers.flatMap { Self.scopes(of: $0) } + links.map { MatcherScope(of: $0) }
            + documents.flatMap { Self.scopes(ofDocument: $0) }
        texts = matchers.flatMap { RuleMap.texts(of: $0).flatMap { RuleMap.urls(of: $0) } }
        // The language of an expression is not enumerated; only sample URLs are tried.
        let isOpen = conditions.contains { $0.key == .regex }
        let set = conditions.map { condition in
            condition.key == .regex || condition.key == .site
                ? [.unknown] : condition.alternatives.flatMap { Self.scopes(of: $0) }
        }
        let named = set.filter { scopes in scopes.contains { $0.schemes != nil } }
        let schemes = named.first.map { Set($0.flatMap { $0.schemes ?? [] }) } ?? ["https", "http"]
        let rule = Rule(
            id: "claim",
            urlClass: .internal,
            conditions: conditions,
            location: .init(path: "", line: 1, column: 1)
        )
        let location = rule.location
        let map = RuleMap(
            RuleSet(name: "claim", defaultClass: .external, defaultLocation: location, rules: [rule])
        )
        var probe = RuleProbe()
        var seen: Set<String> = []
        for url in candidates(of: set, schemes.sorted(by: Self.isPlainer)) + texts {
            guard urls.count < Self.mostURLs else {
                isExact = false
                break
            }
            guard probe.take(url), seen.insert(url).inserted else { continue }
            switch map.matches(0, &probe) {
            case true?: urls.append(url)
            case false?: break
            case nil: isExact = false
            }
        }
        if isOpen { isExact = false }
        urls = urls.enumerated()
            .sorted {
                Self.key($0.element) == Self.key($1.element)
                    ? $0.offset < $1.offset : Self.key($0.element) < Self.key($1.element)
            }
            .map(\.element)
    }

    // MARK: The product

    private mutating func candidates(of set: [[MatcherScope]], _ schemes: [String]) -> [String] {
        var found: [String] = []
        let index = HostScopeIndex(scopes.lazy.map(\.host))
        for host in hosts(of: set) {
            let name = Array(host.utf8)
            let met = index.positions(containing: name).map { scopes[$0] }
                .filter { $0.host.contains(.name(name, .exact)) }
            if met.contains(where: { !$0.isExact }) || isOpen(host) { isExact = false }
            let paths = Self.paths(met)
            let ports = Self.ports(met)
            let queries = Self.queries(met)
            guard found.count + schemes.count * ports.count * paths.count * queries.count <= 4 * Self.mostURLs else {
                isExact = false
                continue
            }
            for scheme in schemes {
                for port in ports {
                    for path in paths {
                        for query in queries { found.append("\(scheme)://\(host)\(port)\(path)\(query)") }
                    }
                }
            }
        }
        return found
    }

    /// Whether some expression may apply to a host.
    private func isOpen(_ host: String) -> Bool {
        let name = HostScope.name(Array(host.utf8), .exact)
        return expressions.contains { expression in
            guard let anchors = expression.hostAnchors else { return true }
            return anchors.contains { HostScope($0).contains(name) }
        }
    }

    /// The hosts of the set that rules distinguish: each name, a name below it, and an unnamed host.
    private mutating func hosts(of set: [[MatcherScope]]) -> [String] {
        let anchors = set.filter { $0.allSatisfy { $0.host != .any } }.min { $0.count < $1.count } ?? [MatcherScope()]
        let named = scopes.map(\.host) + expressions.flatMap { $0.hostAnchors ?? [] }.map(HostScope.init)
        let index = HostScopeIndex(named)
        var names: Set<String> = []
        for anchor in anchors.map(\.host) {
            if anchor == .any { names.insert(Self.freshHost) }
            for host in [anchor] + index.positions(meeting: anchor).map({ named[$0] }) {
                guard names.count < Self.mostHosts else {
                    isExact = false
                    return names.sorted()
                }
                guard let both = host.intersection(anchor) else { continue }
                switch both {
                case .name(let name, let reach):
                    let text = String(decoding: name, as: UTF8.self)
                    if reach != .subdomains { names.insert(text) }
                    if anchor.intersection(.name(name, .subdomains)) != nil, IPAddress(host: name) == nil {
                        names.insert("\(Self.freshLabel).\(text)")
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

    private static func paths(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = ["/", "/\(freshLabel)"]
        for scope in scopes {
            switch scope.path {
            case .any: break
            case .exact(let bytes), .folder(let bytes), .prefix(let bytes):
                let path = String(decoding: bytes, as: UTF8.self)
                guard path.hasPrefix("/") else { continue }
                found.formUnion([path, path + freshLabel, path + "/\(freshLabel)"])
            }
        }
        return found.sorted { key($0) < key($1) }
    }

    private static func ports(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = [""]
        if scopes.contains(where: { $0.port != .any }) { found.insert(":49152") }
        for case .number(let number) in scopes.map(\.port) { found.insert(":\(number)") }
        return found.sorted { key($0) < key($1) }
    }

    private static func queries(_ scopes: [MatcherScope]) -> [String] {
        var found: Set<String> = [""]
        if scopes.contains(where: { $0.query != nil }) { found.insert("?\(freshLabel)") }
        for scope in scopes { if let query = scope.query { found.insert(query) } }
        return found.sorted { key($0) < key($1) }
    }

    // MARK: Scopes

    private static func scopes(of matcher: Matcher) -> [MatcherScope] {
        switch matcher {
        case .list(let list):
            let source = AtomSource(rule: 0, condition: 0, list: list)
            return (0..<list.count).map { source.scope(of: $0) }
        // Expressions are handled separately, and sites come from the documents.
        case .regex, .site: return []
        case .url, .host, .domain, .scheme, .address, .edge, .pattern, .chrome: return [MatcherScope(of: matcher)]
        }
    }

    /// The scopes that rules about the document's own site distinguish.
    private static func scopes(ofDocument document: String) -> [MatcherScope] {
        let page = MatcherScope(ofURL: document)
        guard case .name(let name, _) = page.host else { return [page] }
        var found = [page, MatcherScope(host: page.host, port: page.port)]
        if let range = RegistrableDomain.range(in: name.span), !range.isEmpty {
            found.append(MatcherScope(host: .name(Array(name[range]), .domain)))
        }
        return found
    }

    // MARK: Order

    private static func isPlainer(_ left: String, _ right: String) -> Bool {
        left == right ? false : left == "https" ? true : right == "https" ? false : left < right
    }

    /// The plainest first: `https`, short, and without a port, as most people write URLs.
    private static func key(_ text: String) -> (Int, Int, String) {
        (text.hasPrefix("https://") ? 0 : 1, text.utf8.count, text)
    }
}

extension HostScope {
    /// The first address after a block or an address; nil for names, and after the last address.
    fileprivate var hostBehind: HostScope? {
        switch self {
        case .any: return nil
        case .name(let name, _): return IPAddress(host: name).flatMap { Self.address(behind: $0, of: $0.bitCount) }
        case .network(let matcher): return Self.address(behind: matcher.network, of: matcher.prefixLength)
        }
    }

    private static func address(behind network: IPAddress, of prefixLength: Int) -> HostScope? {
        guard prefixLength > 0 else { return nil }
        let next: IPAddress? =
            switch network {
            case .v4(let bits): Self.sum(bits, UInt32(1) << UInt32(32 - prefixLength)).map { .v4($0) }
            case .v6(let bits): Self.sum(bits, UInt128(1) << UInt128(128 - prefixLength)).map { .v6($0) }
            }
        return next.flatMap { try? AddressMatcher("\($0)") }.map { .network($0) }
    }

    private static func sum<Bits: FixedWidthInteger>(_ bits: Bits, _ size: Bits) -> Bits? {
        let (sum, isOver) = bits.addingReportingOverflow(size)
        return isOver ? nil : sum
    }

    /// The hosts that an anchor matches.
    fileprivate init(_ anchor: HostAnchor) {
        switch anchor {
        case .host(let name): self = .name(name, .exact)
        case .domain(let name): self = .name(name, .domain)
        case .subdomains(let name): self = .name(name, .subdomains)
        case .network(let network): self = .network(network)
        }
    }
}
