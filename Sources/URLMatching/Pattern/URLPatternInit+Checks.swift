import ByteText
import URLStandard

/// Rejects components of which the Standard reads only the beginning: `10.0.0.0/8` as the host 10.0.0.0, and `80,443`
/// as the port 80. A rule that blocks would block less than its author wrote.
///
/// The Standard reads each text between two groups by itself. A regular expression may contain any character.
extension URLPatternInit {
    func checkWritten() throws(URLPatternError) {
        if let scheme = self[.protocol] { try Self.check(scheme: scheme) }
        if let host = self[.hostname] { try Self.check(host: host) }
        if let port = self[.port] { try Self.check(port: port) }
    }

    private static func check(scheme: String) throws(URLPatternError) {
        guard !hasExpression(scheme), scheme.utf8.contains(UInt8(ascii: "/")) else { return }
        let name = scheme.prefix { $0 != ":" && $0 != "/" }
        throw URLPatternError(
            .protocol,
            .invalidPattern,
            "\(QuotedText.quote(scheme)) is not a scheme",
            help: "write \(name.isEmpty ? "a scheme such as `https`" : QuotedText.quote(String(name)))"
        )
    }

    private static func check(host: String) throws(URLPatternError) {
        let text = PatternText(host)
        guard let end = fixedCharacters(of: text).first(where: { text.scalars[$0.value.lowerBound].endsHost }) else {
            return try check(portOf: host)
        }
        let quoted = QuotedText.quote(host)
        let name = text.string(0..<end.index)
        let rest = text.string(end.value.upperBound..<text.scalars.count)
        if let help = blockHelp(host, name: name, rest: rest) {
            throw URLPatternError(.hostname, .hasPath, "the host \(quoted) is a block of addresses", help: help)
        }
        if name.utf8.last == UInt8(ascii: ":") {
            let meant = String(rest.drop { $0 == "/" }.prefix { !"/#:".contains($0) })
            throw URLPatternError(
                .hostname,
                .hasScheme,
                "the host \(quoted) begins with a scheme",
                help: "write \(quoteIfHost(meant)), and the scheme as `protocol`"
            )
        }
        throw URLPatternError(
            .hostname,
            .hasPath,
            "the host \(quoted) is followed by a path",
            help: "write \(quoteIfHost(name)), and the path as `pathname`"
        )
    }

    /// What to write instead of a block of addresses; nil for any other host with a path.
    private static func blockHelp(_ host: String, name: String, rest: String) -> String? {
        if let block = AddressMatcher.block(host.utf8.span) {
            return "use the key `address`, as in \(QuotedText.quote("address: " + block.text))"
        }
        // It may be a block with a mistake, such as `10.0.0.7/24`, of which the host would be one address.
        let path = "/" + rest
        guard HostText.hasPrefixLength(path.utf8.span), isAddress(name) else { return nil }
        return "use the key `address` for a block of addresses, such as `address: 10.0.0.0/8`"
    }

    private static func isAddress(_ name: String) -> Bool {
        if IPAddress(parsing: name.utf8.span) != nil { return true }
        guard let record = URLRecord("https://\(name)/") else { return false }
        return record.hostKind == .ipv4 || record.hostKind == .ipv6
    }

    /// A host in quotation marks; what to write instead if a pattern with this host would be an error too.
    private static func quoteIfHost(_ host: String) -> String {
        var components = URLPatternInit()
        components[.hostname] = host
        guard !host.isEmpty, (try? PatternMatcher(components)) != nil else { return "the host alone" }
        return QuotedText.quote(host)
    }

    private static func check(portOf host: String) throws(URLPatternError) {
        // An IPv6 address has more than one `:`, and a `:` before a letter begins the name of a group.
        guard let colon = host.utf8.firstIndex(of: UInt8(ascii: ":")), colon > host.startIndex else { return }
        let (name, digits) = (host[..<colon], host[colon...].utf8.dropFirst())
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit), name.utf8.last != UInt8(ascii: "\\") else { return }
        throw URLPatternError(
            .hostname,
            .hasPort,
            "the host \(QuotedText.quote(host)) is followed by a port",
            help: "write \(QuotedText.quote(String(name))), and the port as `port`"
        )
    }

    private static func check(port: String) throws(URLPatternError) {
        let text = PatternText(port)
        let characters = fixedCharacters(of: text)
        guard let start = characters.firstIndex(where: { text.scalars[$0.value.lowerBound].isDigit }),
            let end = characters[start...].first(where: { !text.scalars[$0.value.lowerBound].isReadInPort })
        else { return }
        let isPlain = characters.count == text.scalars.count
        let reading = isPlain ? "read as \(QuotedText.quote(text.string(0..<end.index)))" : "read only in part"
        throw URLPatternError(
            .port,
            .invalidPattern,
            "the port \(QuotedText.quote(port)) would be \(reading)",
            help: "write one port, or a group such as `(8080|8443)`, in which the scheme's own port is empty, as in "
                + "`(|8443)`"
        )
    }

    private static func hasExpression(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "(")) }

    /// The characters of a pattern that stand for themselves, with or without a `\` before them.
    private static func fixedCharacters(of text: PatternText) -> [PatternToken] {
        // A mistake in the syntax is reported when the pattern is compiled.
        let tokens = (try? PatternTokenizer.tokenize(text, .lenient)) ?? []
        return tokens.filter { $0.kind == .char || $0.kind == .escapedChar }
    }
}

extension Unicode.Scalar {
    /// Whether the URL parser takes this character as the end of a host.
    fileprivate var endsHost: Bool { isASCII && HostText.isDelimiter(UInt8(ascii: self)) }

    fileprivate var isDigit: Bool { self >= "0" && self <= "9" }

    /// Whether the URL parser reads a port on behind this character; it removes tabs and line breaks.
    fileprivate var isReadInPort: Bool { isDigit || self == "\t" || self == "\n" || self == "\r" }
}
