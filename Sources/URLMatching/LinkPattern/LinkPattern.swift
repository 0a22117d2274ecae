package import URLStandard

/// One entry of a list in the form of the managed browser, such as `https://*.contoso.com/teams/*`.
///
/// The scheme is exact, and so is the port: the scheme's own where none is written, any for `:*`. A leading `*.` stands
/// for one or more whole labels of the host, a `*` inside a label for any characters of that label. Query and fragment
/// of a URL are never looked at. A bare IPv4 block (`10.0.0.0/24`) matches the addresses in it on `http` and `https`,
/// with every port and path. What a path means depends on the ``Dialect``.
public struct LinkPattern: Hashable, Sendable {
    /// The two kinds of list, which read paths differently.
    public enum Dialect: Hashable, Sendable {
        /// A list of the managed browser: no path is the root page only, and a `*` can only follow a `/`.
        case browser
        /// A universal-link list: no path is every path of the host, and a trailing `*` may end a segment.
        case universalLink
    }

    /// What the path of a URL is compared with.
    enum PathRule: Hashable, Sendable {
        /// Nothing: every path matches.
        case any
        /// The path must be ``LinkPattern/path``.
        case exact
        /// It must be that, or below it.
        case folder
        /// It must begin with that.
        case prefix
    }

    /// What the host of a URL is compared with.
    enum HostRule: Hashable, Sendable {
        /// The host must be ``LinkPattern/host``.
        case exact
        /// It must be a subdomain of that.
        case subdomains
        /// The labels of both are compared one by one, `*` standing for any characters.
        case labels
        /// The same, and the host must have more labels in front.
        case labelsOfSubdomains
        /// It must be an address of ``LinkPattern/block``.
        case block
    }

    /// The entry as it was written.
    public let text: String

    /// The scheme; nil for a block of addresses, which matches both.
    let scheme: SpecialScheme?
    /// The port; nil matches every one.
    let port: UInt16?
    let hostRule: HostRule
    /// The host in canonical form, perhaps with `*`, without a leading `*.`.
    let host: [UInt8]
    let block: AddressMatcher?
    let pathRule: PathRule
    /// The path in canonical form; of a folder without the `/` behind it.
    let path: [UInt8]

    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - text: The entry; spaces around it are an error.
    ///   - dialect: The kind of list it is in.
    /// - Throws: ``MatcherError``, which names what must not be there.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String, as dialect: Dialect) throws(MatcherError) {
        let parts = try LinkPatternParts(text.utf8.span)
        self.text = text
        if let block = parts.block {
            (self.block, hostRule, host) = (block, .block, [])
            (scheme, port, pathRule, path) = (nil, nil, .any, [])
            return
        }
        block = nil
        scheme = parts.scheme
        try LinkPatternParts.checkWildcards(text.utf8.span, parts, dialect)
        let scheme = try LinkPatternParts.requireScheme(text.utf8.span, parts)
        port = try LinkPatternParts.port(text.utf8.span, parts, of: scheme)
        (hostRule, host) = try LinkPatternParts.hostRule(text.utf8.span, parts)
        (pathRule, path) = LinkPatternParts.pathRule(text.utf8.span, parts, dialect)
    }
}

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

extension LinkPattern {
    /// What is known about the host of every URL that the entry speaks of.
    package var anchor: HostAnchor? {
        switch hostRule {
        case .exact: .host(host)
        case .subdomains: .subdomains(host)
        case .labels, .labelsOfSubdomains: fixedLabels.isEmpty ? nil : .domain(fixedLabels)
        case .block: block.map { .network($0) }
        }
    }

    /// The schemes and ports of every URL that the entry speaks of.
    package var originKinds: OriginKinds {
        guard let scheme else { return [.scheme(.http), .scheme(.https), .anyPort] }
        guard let port else { return [.scheme(scheme), .anyPort] }
        return [.scheme(scheme), port == scheme.defaultPort ? .ownPort : .otherPorts]
    }

    /// Whether the entry speaks of all URLs that ``anchor`` and ``originKinds`` leave.
    package var asksForOriginOnly: Bool {
        // Subdomains have to be looked at: `.contoso.com`, with nothing before the dot, is none.
        guard case .any = pathRule, case .exact = hostRule else { return false }
        return port == nil || port == scheme?.defaultPort
    }

    /// The labels behind the last one that has a `*`.
    private var fixedLabels: [UInt8] {
        guard let star = host.lastIndex(of: UInt8(ascii: "*")),
            let dot = host[star...].firstIndex(of: UInt8(ascii: "."))
        else { return [] }
        return Array(host[(dot + 1)...])
    }
}

extension LinkPattern {
    /// Whether every URL that another entry speaks of is one that this entry speaks of too.
    ///
    /// A false answer says nothing: two entries with a `*` inside labels are compared as texts only.
    ///
    /// - Complexity: O(*n*) in the length of both.
    package func covers(_ other: LinkPattern) -> Bool {
        if case .block = hostRule { return other.hostRule == .block && other.text == text }
        if case .block = other.hostRule { return false }
        return scheme == other.scheme && (port == nil || port == other.port) && coversHost(of: other)
            && coversPath(of: other)
    }

    private func coversHost(of other: LinkPattern) -> Bool {
        if hostRule == other.hostRule, host == other.host { return true }
        guard hostRule == .subdomains else { return false }
        // Every label behind the first dots is written out, a `*` standing for no dot.
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
