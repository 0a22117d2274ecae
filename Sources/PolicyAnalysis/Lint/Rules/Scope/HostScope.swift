import URLMatching
import URLStandard

/// A set of hosts: what a matcher asks of the host of a URL.
enum HostScope: Hashable, Sendable {
    /// How far a name reaches.
    enum Reach: UInt8, Sendable {
        /// The name itself.
        case exact
        /// The name and everything below it.
        case domain
        /// Everything below the name, but not the name.
        case subdomains
    }

    /// Every host, and no host at all.
    case any
    /// Hosts by their name.
    case name([UInt8], Reach)
    /// The addresses of a block.
    case network(AddressMatcher)

    /// Whether every host of another set is in this one.
    func contains(_ other: HostScope) -> Bool {
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

    /// The hosts that are in both; nil where there are none.
    func intersection(_ other: HostScope) -> HostScope? {
        if contains(other) { return other }
        if other.contains(self) { return self }
        guard case .name(let name, let reach) = self, case .name(let otherName, let otherReach) = other,
            name == otherName, reach != .exact, otherReach != .exact
        else { return nil }
        return .name(name, .subdomains)
    }

    /// A host of the set as a URL has it.
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
    /// The address that the host of a canonical URL is; nil for a domain.
    init?(host: [UInt8]) {
        guard let last = host.last, last == UInt8(ascii: "]") || (0x30...0x39).contains(last) else { return nil }
        let text = last == UInt8(ascii: "]") ? Array(host.dropFirst().dropLast()) : host
        guard let matcher = try? AddressMatcher(String(decoding: text, as: UTF8.self)),
            matcher.prefixLength == matcher.network.bitCount
        else { return nil }
        self = matcher.network
    }
}
