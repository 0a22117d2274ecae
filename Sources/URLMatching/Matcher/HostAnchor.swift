import ByteText

/// Where an index can put a matcher so that no URL it matches passes by: what is known of the host of every such URL.
///
/// It may reach more URLs than the matcher matches, so the matcher is still asked.
package enum HostAnchor: Hashable, Sendable {
    /// The host is this, in canonical form.
    case host([UInt8])
    /// The host is this domain or a subdomain of it.
    case domain([UInt8])
    /// The host is a subdomain of this domain.
    case subdomains([UInt8])
    /// The host is an address of this block.
    case network(AddressMatcher)
}

extension HostAnchor {
    /// Whether it holds for the host of a URL in matching form; for a block of addresses that is left open, and true.
    func holds(for host: Span<UInt8>) -> Bool {
        switch self {
        case .host(let name): host.isEqual(to: name.span)
        case .domain(let name): host.isWithin(domain: name.span)
        case .subdomains(let name): host.count > name.count && host.isWithin(domain: name.span)
        case .network: true
        }
    }

    /// The same anchors, where a host and what is below it are one domain.
    static func merged(_ anchors: [HostAnchor]) -> [HostAnchor] {
        anchors.compactMap { anchor in
            switch anchor {
            case .host(let name): anchors.contains(.subdomains(name)) ? nil : anchor
            case .subdomains(let name): anchors.contains(.host(name)) ? .domain(name) : anchor
            case .domain, .network: anchor
            }
        }
    }
}
