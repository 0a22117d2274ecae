package import URLStandard

extension LinkPattern {
    /// What the host of a URL is compared with, as analysis of rules sees it.
    package enum HostScope: Hashable, Sendable {
        /// The host is this.
        case exact([UInt8])
        /// The host is a subdomain of this.
        case subdomains([UInt8])
        /// Labels with a `*` in them are compared.
        case wildcards
        /// The host is an address of this block.
        case block(AddressMatcher)
    }

    /// What the path of a URL is compared with, as analysis of rules sees it.
    package enum PathScope: Hashable, Sendable {
        /// Every path matches.
        case any
        /// The path is this.
        case exact([UInt8])
        /// The path is this or below it.
        case folder([UInt8])
        /// The path begins with this.
        case prefix([UInt8])
    }

    /// The scheme; nil for a block of addresses, which matches `http` and `https`.
    package var schemeScope: SpecialScheme? { scheme }

    /// The port; nil where every one matches.
    package var portScope: UInt16? { port }

    /// What the host is compared with.
    package var hostScope: HostScope {
        switch hostRule {
        case .exact: .exact(host)
        case .subdomains: .subdomains(host)
        case .labels, .labelsOfSubdomains: .wildcards
        case .block: block.map { .block($0) } ?? .wildcards
        }
    }

    /// What the path is compared with.
    package var pathScope: PathScope {
        switch pathRule {
        case .any: .any
        case .exact: .exact(path)
        case .folder: .folder(path)
        case .prefix: .prefix(path)
        }
    }
}
