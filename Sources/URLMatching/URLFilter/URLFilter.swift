import ByteText
package import URLStandard

/// One filter of an enterprise URL allow or block list, `[scheme://][.]host[:port][/path][?query]`, as in Chromium's
/// `URLBlocklist` and `URLAllowlist` policies.
///
/// A filter without a scheme covers the standard schemes and the browser's own, see ``standardSchemes``; `custom://*`
/// covers all URLs of any other scheme. The host includes its subdomains, unless a dot precedes it (`.contoso.com`) or
/// it is an IP address; a dot after it is ignored. `*` is every host. Without a port, every port matches. The path is a
/// prefix, compared byte by byte: `/ruin` matches `/ruins`. Each token of the query must be met by a parameter of the
/// URL, in any position. User name, password and fragment of a filter are ignored.
///
/// `*` alone covers every URL of every scheme. On the block side, it exempts the browser's own pages with the schemes
/// `chrome-extension`, `chrome-native` and `chrome-search`, which the browser needs.
///
/// | Token | Parameters that meet it |
/// |---|---|
/// | `k=v` | `k=v` |
/// | `k=v*` | those that begin with `k=v` |
/// | `k*` | those that begin with `k` |
/// | `k=*` | those that begin with `k=` |
/// | `k`, `k=` | `k` |
/// | `*` | all, and an empty query |
///
/// Two filters are equal if their texts are and they are on the same side.
public struct URLFilter: Sendable {
    /// The two lists that a filter can be in. They interpret a filter differently if a URL contains a key more than
    /// once.
    public enum Side: String, CaseIterable, Hashable, Sendable {
        /// URLs that match are allowed, so every value of a token's key must meet the token. Otherwise anybody could
        /// open a disallowed URL by appending an allowed parameter. A parameter without `=` has no value, and does not
        /// count. If the token is only a key, every parameter that begins with it must meet the token.
        case allow
        /// URLs that match are blocked, and one parameter is enough.
        case block

        /// The other side.
        public var opposite: Side { self == .allow ? .block : .allow }
    }

    /// What the scheme of a URL is compared with.
    enum SchemeRule: Hashable, Sendable {
        /// Nothing: every scheme matches.
        case any
        /// It must be a standard scheme, or one of the browser's own.
        case standard
        /// It must be this scheme.
        case only([UInt8])
    }

    /// What the host of a URL is compared with.
    enum HostRule: Hashable, Sendable {
        /// Nothing: every host matches, and so does a URL without a host.
        case any
        /// It must be ``URLFilter/host``.
        case exact
        /// It must be ``URLFilter/host`` or a subdomain of it.
        case subdomains
    }

    /// The filter as it was written.
    public let text: String
    /// The list that the filter is in.
    public var side: Side

    let schemeRule: SchemeRule
    let hostRule: HostRule
    /// The host in canonical form; empty if any host matches.
    let host: [UInt8]
    /// Whether a dot follows the host, which only counts for ``URLFilterRank``.
    let hasFinalDot: Bool
    /// The port; nil matches every port.
    let port: UInt16?
    /// The beginning of the path in canonical form; empty if the filter has no path.
    let path: [UInt8]
    /// The tokens of the query, each once.
    let tokens: [QueryToken]

    /// Reads a filter.
    ///
    /// - Parameters:
    ///   - text: The filter, at most ``byteLimit`` bytes; spaces around it are an error.
    ///   - side: The list that the filter is in.
    /// - Throws: ``MatcherError``, with the range. Filters that the format accepts but no URL can match are errors too:
    ///   a port outside 1–65535 or `*`, a `*` inside a host or after a dot, a `*` at the end of a path, a path that is
    ///   not written as in URLs, an empty token in a query, a custom scheme with more than `*`, and a scheme without
    ///   `//` before a host.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String, side: Side = .block) throws(MatcherError) {
        let parts = try URLFilterParts(text.utf8.span)
        self.text = text
        self.side = side
        let (hostRule, host) = try parts.hostRule(text.utf8.span)
        (self.hostRule, self.host) = (hostRule, host)
        hasFinalDot = parts.hasFinalDot
        port = try parts.port(text.utf8.span)
        path = try parts.path(text.utf8.span)
        tokens = try QueryToken.tokens(of: text.utf8.span.extracting(parts.queryRange), at: parts.queryRange.lowerBound)
        if let scheme = parts.scheme {
            schemeRule = .only(Array(scheme.utf8))
        } else {
            let isAlone = hostRule == .any && port == nil && path.isEmpty && tokens.isEmpty
            schemeRule = isAlone ? .any : .standard
        }
    }

    /// The maximum length of a filter in bytes.
    public static var byteLimit: Int { 4096 }

    /// The schemes that a filter without a scheme covers.
    public static let standardSchemes = ["http", "https", "ftp", "file", "ws", "wss"] + browserSchemes

    /// The schemes of browsers' own pages.
    static let browserSchemes = [
        "chrome", "chrome-error", "chrome-extension", "chrome-native", "chrome-search", "chrome-untrusted", "devtools",
        "edge", "isolated-app",
    ]

    /// Whether this is `*`, which covers every URL.
    public var isWildcard: Bool { schemeRule == .any }

    /// The scheme, if the filter names one.
    package var scheme: String? {
        guard case .only(let scheme) = schemeRule else { return nil }
        return String(decoding: scheme, as: UTF8.self)
    }

    /// The port, if the filter names one.
    package var portNumber: UInt16? { port }

    /// The prefix that the path of every matching URL has, in canonical form.
    package var pathPrefix: [UInt8] { path }

    /// Whether the filter requires query parameters.
    package var hasQuery: Bool { !tokens.isEmpty }

    /// What is known about the host of every URL that the filter matches; nil if any host matches.
    package var anchor: HostAnchor? {
        switch hostRule {
        case .any: nil
        case .exact: .host(host)
        case .subdomains: .domain(host)
        }
    }

    /// The schemes and ports of the URLs that the filter matches, as precisely as they can be distinguished.
    package var originKinds: OriginKinds {
        guard case .only(let scheme) = schemeRule else { return .all }
        let special = SpecialScheme(named: String(decoding: scheme, as: UTF8.self))
        return [.scheme(special), .anyPort]
    }

    /// Whether the filter matches every URL that ``anchor`` and ``originKinds`` admit.
    package var asksForOriginOnly: Bool {
        guard case .only(let scheme) = schemeRule else { return false }
        return SpecialScheme(named: String(decoding: scheme, as: UTF8.self)) != nil && anchor != nil && port == nil
            && path.isEmpty && tokens.isEmpty
    }
}

extension URLFilter: Hashable {
    /// Whether two filters have the same text and are on the same side.
    public static func == (left: URLFilter, right: URLFilter) -> Bool {
        left.side == right.side && left.text == right.text
    }

    /// Hashes the text and the side.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(side)
    }
}

extension URLFilter {
    /// Whether the filter matches a URL in matching form.
    ///
    /// - Complexity: O(*n*) in the bytes of the URL, for each token of the query; allocates nothing.
    package func matches(form url: borrowing URLRecord) -> Bool { matches(form: url, on: side) }

    /// The same, for the given side instead of the filter's own.
    func matches(form url: borrowing URLRecord, on side: Side) -> Bool {
        guard matchesOrigin(of: url, on: side) else { return false }
        guard path.isEmpty || url.path.begins(with: path.span) else { return false }
        for token in tokens where !token.isMet(by: url, on: side) { return false }
        return true
    }

    /// Whether the filter matches the scheme, host and port of a URL in matching form.
    func matchesOrigin(of url: borrowing URLRecord, on side: Side) -> Bool {
        matchesScheme(of: url, on: side) && matchesHost(of: url) && (port == nil || port == url.effectivePort)
    }

    private func matchesScheme(of url: borrowing URLRecord, on side: Side) -> Bool {
        switch schemeRule {
        case .any: side == .allow || url.isSpecial || !Self.isSpared(url.scheme)
        case .standard: url.isSpecial || Self.isBrowserScheme(url.scheme)
        case .only(let scheme): url.scheme.isEqual(to: scheme.span)
        }
    }

    /// Whether the filter is limited to certain hosts.
    var namesHost: Bool { hostRule != .any }

    private func matchesHost(of url: borrowing URLRecord) -> Bool {
        switch hostRule {
        case .any: true
        case .exact: url.host.isEqual(to: host.span)
        case .subdomains: url.host.isWithin(domain: host.span)
        }
    }

    /// Whether `*` on the block side exempts a scheme.
    private static func isSpared(_ scheme: Span<UInt8>) -> Bool {
        scheme.isEqual(to: "chrome-extension") || scheme.isEqual(to: "chrome-native")
            || scheme.isEqual(to: "chrome-search")
    }

    private static func isBrowserScheme(_ scheme: Span<UInt8>) -> Bool {
        for name in browserSchemes where scheme.isEqual(to: name.utf8.span) { return true }
        return false
    }
}
