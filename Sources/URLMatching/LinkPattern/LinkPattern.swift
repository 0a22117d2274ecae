import URLStandard

/// One entry of a list in the form of the managed browser, such as `https://*.contoso.com/teams/*`.
///
/// The scheme is exact, and so is the port: the scheme's own where none is written, any for `:*`. A leading `*.` stands
/// for one or more whole labels of the host, a `*` inside a label for any characters of that label. Query and fragment
/// of a URL are never looked at. A bare IPv4 block (`10.0.0.0/24`) matches the addresses in it on `http` and `https`,
/// with every port and path. What a path means depends on the ``Dialect``.
public struct LinkPattern: Hashable, Sendable {
    /// The two kinds of list, which read paths differently.
    public enum Dialect: Hashable, Sendable {
        /// A list of the managed browser: no path is the root page only, and a `*` stands only behind a `/`.
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
    ///   - dialect: The kind of list it stands in.
    /// - Throws: ``MatcherError``, which names what must not stand there.
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
