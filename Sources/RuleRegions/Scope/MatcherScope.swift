package import URLMatching
import URLStandard

/// A set of URLs as a product of conditions on each part: scheme, host, port, path and query.
///
/// For most matchers, this is exactly the set of URLs that they match, so whether one matcher covers or overlaps
/// another is decided rather than sampled. For the others, it is a superset of the URLs they match; ``isExact`` tells
/// which.
package struct MatcherScope: Hashable, Sendable {
    /// A set of ports.
    package enum PortScope: Hashable, Sendable {
        /// Every port.
        case any
        /// The scheme's default port, which canonical URLs leave out.
        case standard
        /// This port; see also ``MatcherScope/countsDefaultPort``.
        case number(UInt16)
    }

    /// The schemes, or nil for every scheme.
    package var schemes: Set<String>?
    package var host = HostScope.any
    package var port = PortScope.any
    /// Whether a number in ``port`` also means the port that a scheme has by default, which canonical URLs leave out.
    /// Some of the schemes have this default and some do not; if all have it, the port is ``PortScope/standard``.
    var countsDefaultPort = false
    package var path = PathScope.any
    /// The query with its `?`, empty for none, or nil for every query.
    package var query: String?
    /// Whether the matcher matches every URL of the set.
    package var isExact = true

    /// The scope of a matcher about which nothing is known.
    static let unknown = MatcherScope(isExact: false)

    /// Schemes whose URLs navigation decides without rules, or, for `blob`, by rules about another URL. Rules only see
    /// such a URL if it is inside a link to a managed app, and there only `blocked` counts.
    package static let schemesWithoutRules: Set<String> = ["about", "blob", "data", "file", "javascript"]

    /// Whether views ask rules about a URL of the set.
    var hasRules: Bool { schemes.map { !$0.isSubset(of: Self.schemesWithoutRules) } ?? true }

    /// Whether every URL of the set has a special scheme. Such a URL has only one form: the one that rules see.
    package var isSpecial: Bool { schemes.map(Self.specialSchemes.isSuperset) ?? false }

    private static let specialSchemes = Set(SpecialScheme.allCases.map(\.name))

    /// Whether a matcher with this scope matches every URL of another scope.
    func contains(_ other: MatcherScope) -> Bool {
        guard isExact, host.contains(other.host), containsPort(of: other), path.contains(other.path),
            query == nil || query == other.query
        else { return false }
        guard let schemes else { return true }
        return other.schemes.map(schemes.isSuperset) ?? false
    }

    /// Whether the port of each URL of another set is one of this set's.
    private func containsPort(of other: MatcherScope) -> Bool {
        switch (port, other.port) {
        case (.any, _): true
        case (.number(let number), .standard):
            countsDefaultPort && other.schemes?.isSubset(of: Self.schemes(withDefaultPort: number)) == true
        default: port == other.port && (countsDefaultPort || !other.countsDefaultPort)
        }
    }

    /// The URLs in both sets, or nil if there are none.
    package func intersection(_ other: MatcherScope) -> MatcherScope? {
        guard let host = host.intersection(other.host), let path = path.intersection(other.path) else { return nil }
        var result = MatcherScope(schemes: schemes ?? other.schemes, host: host, path: path)
        if let schemes, let others = other.schemes { result.schemes = schemes.intersection(others) }
        switch (port, other.port) {
        case (.any, _): (result.port, result.countsDefaultPort) = (other.port, other.countsDefaultPort)
        case (_, .any): (result.port, result.countsDefaultPort) = (port, countsDefaultPort)
        case (.number(let number), .standard) where countsDefaultPort,
            (.standard, .number(let number)) where other.countsDefaultPort:
            result.port = .standard
            let usual = Self.schemes(withDefaultPort: number)
            result.schemes = result.schemes?.intersection(usual) ?? usual
        default:
            guard port == other.port else { return nil }
            (result.port, result.countsDefaultPort) = (port, countsDefaultPort && other.countsDefaultPort)
        }
        if result.countsDefaultPort, case .number(let number) = result.port { result.restrict(toPort: number) }
        guard query == nil || other.query == nil || query == other.query else { return nil }
        result.query = query ?? other.query
        result.isExact = isExact && other.isExact
        return result.schemes?.isEmpty == true ? nil : result
    }

    /// Restricts the set to a port, whether a URL has it in its text or by default.
    mutating func restrict(toPort number: UInt16) {
        let usual = Self.schemes(withDefaultPort: number)
        let isStandard = schemes?.isSubset(of: usual) ?? false
        port = isStandard ? .standard : .number(number)
        countsDefaultPort = !isStandard && schemes?.isDisjoint(with: usual) != true
    }

    private static func schemes(withDefaultPort number: UInt16) -> Set<String> {
        Set(SpecialScheme.allCases.filter { $0.defaultPort == number }.map(\.name))
    }

    /// A URL of the set.
    package var sample: String {
        let found = schemes.map { schemes in
            ["https", "http"].first { schemes.contains($0) }
                ?? schemes.subtracting(Self.schemesWithoutRules).min() ?? schemes.min() ?? "https"
        }
        let scheme = found ?? "https"
        var port = ""
        if case .number(let number) = self.port,
            !countsDefaultPort || !Self.schemes(withDefaultPort: number).contains(scheme)
        {
            port = ":\(number)"
        }
        return "\(scheme)://\(host.sample)\(port)\(path.sample)\(query ?? "")"
    }
}

/// A set of hosts: the condition of a matcher on the host of a URL.
package enum HostScope: Hashable, Sendable {
    /// The reach of a name.
    package enum Reach: UInt8, Sendable {
        /// The name itself.
        case exact
        /// The name and everything below it.
        case domain
        /// Everything below the name, but not the name.
        case subdomains
    }

    /// Every host, and also no host.
    case any
    /// Hosts by their name.
    case name([UInt8], Reach)
    /// The addresses of a block.
    case network(AddressMatcher)

    /// The addresses of a block. A single address is a name, as under `host`, so that equal sets have equal scopes.
    init(addressesOf block: AddressMatcher) {
        guard block.prefixLength == block.network.bitCount else {
            self = .network(block)
            return
        }
        self = .name(Array(HostScope.network(block).sample.utf8), .exact)
    }

    /// Whether this set contains every host of another set.
    package func contains(_ other: HostScope) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (_, .any), (.name, .network): false
        case (.name(let name, let reach), .name(let otherName, let otherReach)):
            name == otherName
                ? reach == otherReach || reach == .domain
                : reach != .exact && otherName.isBelow(name)
        case (.network(let network), .name(let name, .exact)): IPAddress(host: name).map(network.contains) ?? false
        case (.network, .name): false
        case (.network(let network), .network(let other)):
            network.prefixLength <= other.prefixLength && network.contains(other.network)
        }
    }

    /// The hosts in both sets, or nil if there are none.
    func intersection(_ other: HostScope) -> HostScope? {
        if contains(other) { return other }
        if other.contains(self) { return self }
        guard case .name(let name, let reach) = self, case .name(let otherName, let otherReach) = other,
            name == otherName, reach != .exact, otherReach != .exact
        else { return nil }
        return .name(name, .subdomains)
    }

    /// A host of the set, as written in a URL.
    var sample: String {
        switch self {
        case .any: "demarc.example"
        case .name(let name, .subdomains): "a." + String(decoding: name, as: UTF8.self)
        case .name(let name, _): String(decoding: name, as: UTF8.self)
        case .network(let matcher):
            if case .v6 = matcher.network { "[\(matcher.network)]" } else { "\(matcher.network)" }
        }
    }
}

extension [UInt8] {
    /// Whether this is a subdomain of a domain.
    fileprivate func isBelow(_ domain: [UInt8]) -> Bool {
        count > domain.count && self[count - domain.count - 1] == UInt8(ascii: ".")
            && self[(count - domain.count)...].elementsEqual(domain)
    }
}

extension IPAddress {
    /// The address that the host of a canonical URL represents, or nil for a domain.
    package init?(host: [UInt8]) {
        guard let last = host.last, last == UInt8(ascii: "]") || (0x30...0x39).contains(last) else { return nil }
        let text = last == UInt8(ascii: "]") ? Array(host.dropFirst().dropLast()) : host
        guard let matcher = try? AddressMatcher(String(decoding: text, as: UTF8.self)),
            matcher.prefixLength == matcher.network.bitCount
        else { return nil }
        self = matcher.network
    }
}

/// A set of paths: the condition of a matcher on the path of a URL.
package enum PathScope: Hashable, Sendable {
    /// Every path.
    case any
    /// This path.
    case exact([UInt8])
    /// This path and everything below it.
    case folder([UInt8])
    /// Every path that starts with this text.
    case prefix([UInt8])

    /// Whether this set contains every path of another set.
    func contains(_ other: PathScope) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (_, .any): false
        case (.exact(let path), .exact(let otherPath)): path == otherPath
        case (.exact, _): false
        case (.folder(let folder), .exact(let path)), (.folder(let folder), .folder(let path)):
            path == folder || path.starts(with: folder + [UInt8(ascii: "/")])
        case (.folder(let folder), .prefix(let path)): path.starts(with: folder + [UInt8(ascii: "/")])
        case (.prefix(let prefix), .exact(let path)), (.prefix(let prefix), .folder(let path)),
            (.prefix(let prefix), .prefix(let path)):
            path.starts(with: prefix)
        }
    }

    /// The paths in both sets, or nil if there are none. The result is complete, except if a folder and a prefix meet
    /// in the folder's name.
    func intersection(_ other: PathScope) -> PathScope? {
        if contains(other) { return other }
        if other.contains(self) { return self }
        switch (self, other) {
        // `/a` as a folder and `/a/` as a prefix, in either order: everything below the folder.
        case (.folder(let folder), .prefix(let prefix)), (.prefix(let prefix), .folder(let folder)):
            return (folder + [UInt8(ascii: "/")]).starts(with: prefix) ? .prefix(folder + [UInt8(ascii: "/")]) : nil
        default: return nil
        }
    }

    /// A path of the set.
    var sample: String {
        switch self {
        case .any: "/"
        case .exact(let path), .folder(let path), .prefix(let path): String(decoding: path, as: UTF8.self)
        }
    }
}
