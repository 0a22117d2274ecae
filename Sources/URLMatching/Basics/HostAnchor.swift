import ByteText
package import URLStandard

/// What is known about the host of every URL that a matcher matches. An index places the matcher by it, so that the
/// index finds the matcher for every such URL.
///
/// An anchor may cover more URLs than the matcher matches, so the matcher is still checked.
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
    /// Whether the anchor holds for the host of a URL in matching form; for a block of addresses this is not checked,
    /// and the result is true.
    func holds(for host: Span<UInt8>) -> Bool {
        switch self {
        case .host(let name): host.isEqual(to: name.span)
        case .domain(let name): host.isWithin(domain: name.span)
        case .subdomains(let name): host.count > name.count && host.isWithin(domain: name.span)
        case .network: true
        }
    }

    /// The same anchors, with a host and its subdomains merged into one domain.
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

/// The schemes and ports of the URLs that a rule found by its host can match, as precisely as a table stores them.
///
/// Most patterns require a host, a scheme and the scheme's own port, and nothing else. The same few bits are set for a
/// URL, so that one comparison settles all of these conditions.
package struct OriginKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The schemes that are not special.
    package static let otherSchemes = OriginKinds(rawValue: 1)
    /// The special schemes.
    package static let specialSchemes = OriginKinds(rawValue: 0b111_1110)
    /// Ports that are not their scheme's own.
    package static let otherPorts = OriginKinds(rawValue: 1 << 7)
    /// The URL has no port, or has its scheme's own.
    package static let ownPort = OriginKinds(rawValue: 1 << 8)

    package static let anyScheme: OriginKinds = [.otherSchemes, .specialSchemes]
    package static let anyPort: OriginKinds = [.otherPorts, .ownPort]
    /// Every scheme and every port.
    package static let all: OriginKinds = [.anyScheme, .anyPort]

    /// The bit of a scheme; nil stands for the schemes that are not special.
    package static func scheme(_ scheme: SpecialScheme?) -> OriginKinds {
        OriginKinds(rawValue: 1 &<< UInt16(truncatingIfNeeded: scheme?.rawValue ?? 0))
    }
}
