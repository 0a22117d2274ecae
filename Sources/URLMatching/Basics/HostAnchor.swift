import ByteText
package import URLStandard

/// Where an index can put a matcher so that no URL it matches passes by: what is known about the host of every such URL.
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

/// The schemes and ports that a rule which is found by its host speaks of, as far as a table can say.
///
/// Most patterns ask for a host, a scheme and its own port, and for nothing else. Of a URL the same few bits are set, so
/// that one comparison answers for all of them.
package struct OriginKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The schemes that are not special.
    package static let otherSchemes = OriginKinds(rawValue: 1)
    /// The special schemes.
    package static let specialSchemes = OriginKinds(rawValue: 0b111_1110)
    /// Ports that are not their scheme's own.
    package static let otherPorts = OriginKinds(rawValue: 1 << 7)
    /// No port in the URL, because there is none or it is its scheme's own.
    package static let ownPort = OriginKinds(rawValue: 1 << 8)

    package static let anyScheme: OriginKinds = [.otherSchemes, .specialSchemes]
    package static let anyPort: OriginKinds = [.otherPorts, .ownPort]
    /// Whatever there is.
    package static let all: OriginKinds = [.anyScheme, .anyPort]

    /// A scheme; nil for those that are not special.
    package static func scheme(_ scheme: SpecialScheme?) -> OriginKinds {
        OriginKinds(rawValue: 1 &<< UInt16(truncatingIfNeeded: scheme?.rawValue ?? 0))
    }
}
