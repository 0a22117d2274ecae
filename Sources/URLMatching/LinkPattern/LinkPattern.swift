package import URLStandard

/// One entry of a list in the managed browser's format, such as `https://*.contoso.com/teams/*`.
///
/// The scheme must be equal, and so must the port: an entry without a port matches the scheme's own port, and `:*`
/// matches any. A leading `*.` stands for one or more whole labels of the host, and a `*` inside a label for any
/// characters of that label. The query and fragment of a URL are never compared. A bare IPv4 block (`10.0.0.0/24`)
/// matches its addresses on `http` and `https`, with every port and path. The meaning of a path depends on the
/// ``Dialect``, and so does that of `10.0.0.7/24`: it is the same block to the managed browser, and an error elsewhere.
public struct LinkPattern: Hashable, Sendable {
    /// The two kinds of list, which interpret paths differently.
    public enum Dialect: Hashable, Sendable {
        /// A list of the managed browser: an entry without a path matches only the root page, and a `*` can only follow
        /// a `/`.
        case browser
        /// A universal-link list: an entry without a path matches every path of the host, and a trailing `*` may end a
        /// segment.
        case universalLink
    }

    /// What the path of a URL is compared with.
    enum PathRule: Hashable, Sendable {
        /// Nothing: every path matches.
        case any
        /// The path must be ``LinkPattern/path``.
        case exact
        /// The path must equal ``LinkPattern/path`` or be below it.
        case folder
        /// The path must begin with ``LinkPattern/path``.
        case prefix
    }

    /// What the host of a URL is compared with.
    enum HostRule: Hashable, Sendable {
        /// The host must be ``LinkPattern/host``.
        case exact
        /// The host must be a subdomain of ``LinkPattern/host``.
        case subdomains
        /// The labels of both are compared one by one; `*` stands for any characters.
        case labels
        /// As ``labels``, but the host must have additional labels in front.
        case labelsOfSubdomains
        /// The host must be an address of ``LinkPattern/block``.
        case block
    }

    /// The entry as it was written.
    public let text: String

    /// The scheme; nil for a block of addresses, which matches both.
    let scheme: SpecialScheme?
    /// The port; nil matches every port.
    let port: UInt16?
    let hostRule: HostRule
    /// The host in canonical form, possibly containing `*`, without a leading `*.`.
    let host: [UInt8]
    let block: AddressMatcher?
    let pathRule: PathRule
    /// The path in canonical form; the path of a folder has no trailing `/`.
    let path: [UInt8]

    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - text: The entry; spaces around it are an error.
    ///   - dialect: The kind of list it is in.
    /// - Throws: ``MatcherError``, which names the part that is not allowed.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String, as dialect: Dialect) throws(MatcherError) {
        let parts = try LinkPatternParts(text.utf8.span, dialect)
        self.text = text
        if let block = parts.block {
            (self.block, hostRule, host) = (block, .block, [])
            (scheme, port, pathRule, path) = (nil, nil, .any, [])
            return
        }
        block = nil
        scheme = parts.scheme
        try LinkPatternParts.refuseAddressRange(text.utf8.span, parts)
        try LinkPatternParts.checkWildcards(text.utf8.span, parts, dialect)
        let scheme = try LinkPatternParts.requireScheme(text.utf8.span, parts, dialect)
        port = try LinkPatternParts.port(text.utf8.span, parts, of: scheme)
        (hostRule, host) = try LinkPatternParts.hostRule(text.utf8.span, parts, dialect)
        (pathRule, path) = LinkPatternParts.pathRule(text.utf8.span, parts, dialect)
    }
}

extension LinkPattern {
    /// What the host of a URL is compared with, for the analysis of rules.
    package enum HostScope: Hashable, Sendable {
        /// The host is this.
        case exact([UInt8])
        /// The host is a subdomain of this.
        case subdomains([UInt8])
        /// Labels that contain a `*` are compared.
        case wildcards
        /// The host is an address of this block.
        case block(AddressMatcher)
    }

    /// What the path of a URL is compared with, for the analysis of rules.
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

    /// The port; nil if every port matches.
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

    /// The host as a text in which `*` stands for any characters of a label, and whether further labels must be in front
    /// of it; nil for a block of addresses.
    package var hostText: (text: [UInt8], takesMore: Bool)? {
        switch hostRule {
        case .exact, .labels: (host, false)
        case .subdomains, .labelsOfSubdomains: (host, true)
        case .block: nil
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

extension LinkPattern {
    /// What is known about the host of every URL that the entry matches.
    package var anchor: HostAnchor? {
        switch hostRule {
        case .exact: .host(host)
        case .subdomains: .subdomains(host)
        case .labels, .labelsOfSubdomains: fixedLabels.isEmpty ? nil : .domain(fixedLabels)
        case .block: block.map { .network($0) }
        }
    }

    /// The schemes and ports of the URLs that the entry matches.
    package var originKinds: OriginKinds {
        guard let scheme else { return [.scheme(.http), .scheme(.https), .anyPort] }
        guard let port else { return [.scheme(scheme), .anyPort] }
        return [.scheme(scheme), port == scheme.defaultPort ? .ownPort : .otherPorts]
    }

    /// Whether the entry matches every URL that ``anchor`` and ``originKinds`` admit.
    package var asksForOriginOnly: Bool {
        // Subdomains need the full comparison: `.contoso.com`, with nothing before the dot, is not a subdomain.
        guard case .any = pathRule, case .exact = hostRule else { return false }
        return port == nil || port == scheme?.defaultPort
    }

    /// The labels after the last label that contains a `*`.
    private var fixedLabels: [UInt8] {
        guard let star = host.lastIndex(of: UInt8(ascii: "*")),
            let dot = host[star...].firstIndex(of: UInt8(ascii: "."))
        else { return [] }
        return Array(host[(dot + 1)...])
    }
}

extension LinkPattern {
    /// Whether this entry matches every URL that another entry matches.
    ///
    /// A false result proves nothing: two entries with a `*` inside labels are only compared as texts.
    ///
    /// - Complexity: O(*n*) in the length of both.
    package func covers(_ other: LinkPattern) -> Bool {
        if case .block = hostRule { return other.hostRule == .block && other.block == block }
        if case .block = other.hostRule { return false }
        return scheme == other.scheme && (port == nil || port == other.port) && coversHost(of: other)
            && coversPath(of: other)
    }

    private func coversHost(of other: LinkPattern) -> Bool {
        if hostRule == other.hostRule, host == other.host { return true }
        guard hostRule == .subdomains else { return false }
        // Every label after the first dots is spelled out, because a `*` never matches a dot.
        let suffix = [UInt8(ascii: ".")] + host
        return other.host.count > suffix.count && other.host.suffix(suffix.count).elementsEqual(suffix)
            || other.hostRule == .labelsOfSubdomains && other.host == host
    }

    private func coversPath(of other: LinkPattern) -> Bool {
        let belongs =
            switch pathRule {
            case .any: true
            case .exact: other.pathRule == .exact && other.path == path
            case .prefix: other.pathRule != .any && other.path.starts(with: path)
            case .folder:
                other.path == path && (other.pathRule == .exact || other.pathRule == .folder)
                    || other.path.starts(with: path + [UInt8(ascii: "/")])
            }
        return belongs && (pathRule == .any || other.pathRule != .any)
    }
}
