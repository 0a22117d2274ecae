import ByteText
import URLStandard

/// The positions of the parts of a filter, before any part is read.
struct URLFilterParts {
    /// The scheme in lower case; nil if there is none.
    private(set) var scheme: String?
    /// The host, with the dot before it and without the one after it.
    private(set) var hostRange = 0..<0
    /// Whether a dot follows the host.
    private(set) var hasFinalDot = false
    /// The port without its `:`; nil if there is none.
    private(set) var portRange: Range<Int>?
    /// The path, from its `/` on; empty if there is none.
    private(set) var pathRange = 0..<0
    /// The query without its `?`; empty if there is none.
    private(set) var queryRange = 0..<0

    init(_ text: Span<UInt8>) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the filter is empty") }
        guard text.count <= URLFilter.byteLimit else {
            throw MatcherError(.tooLong, "\(QuotedText.quote(text)) is longer than \(URLFilter.byteLimit) bytes")
        }
        try Self.checkCharacters(text)
        // The fragment and a user name are ignored.
        let end = Self.firstOffset(in: text, from: 0, of: "#") ?? text.count
        var start = 0
        if let separator = Self.schemeSeparator(text, end) {
            let name = try Self.scheme(text, 0..<separator.lowerBound)
            start = separator.upperBound
            try Self.checkCustomScheme(name, text, from: start)
            scheme = name
        }
        var authorityEnd = Self.firstOffset(in: text, from: start, of: "/", "?", "#") ?? end
        authorityEnd = min(authorityEnd, end)
        if scheme == nil { try Self.checkBareScheme(text, before: authorityEnd) }
        let query = Self.firstOffset(in: text, from: authorityEnd, of: "?").flatMap { $0 < end ? $0 : nil }
        pathRange = authorityEnd..<(query ?? end)
        queryRange = query.map { $0 + 1..<end } ?? end..<end
        for index in (start..<authorityEnd).reversed() where text[index] == UInt8(ascii: "@") {
            start = index + 1
            break
        }
        try Self.checkAddress(text, start..<authorityEnd)
        let colon = HostText.portColon(in: text, start..<authorityEnd)
        hostRange = start..<Self.hostEnd(text, start..<(colon ?? authorityEnd))
        hasFinalDot = hostRange.upperBound < colon ?? authorityEnd
        portRange = colon.map { $0 + 1..<authorityEnd }
    }

    // MARK: Characters

    private static func checkCharacters(_ text: Span<UInt8>) throws(MatcherError) {
        for index in text.indices {
            switch text[index] {
            case 0x20:
                throw MatcherError(
                    .space,
                    "there is a space in \(QuotedText.quote(text))",
                    help: "remove it, or write `%20` in a path or query",
                    range: index..<index + 1
                )
            case ..<0x20, 0x7F:
                throw MatcherError(
                    .space,
                    "there is a control character in \(QuotedText.quote(text))",
                    help: "remove it",
                    range: index..<index + 1
                )
            case UInt8(ascii: "\\"):
                throw MatcherError(
                    .invalidCharacter,
                    "there is a `\\` in \(QuotedText.quote(text))",
                    help: "write `/`, or `%5C` in a query",
                    range: index..<index + 1
                )
            default: continue
            }
        }
    }

    // MARK: Scheme

    /// The separator between scheme and host: `://`, or the `:` of `scheme:*`.
    private static func schemeSeparator(_ text: Span<UInt8>, _ end: Int) -> Range<Int>? {
        guard let colon = firstOffset(in: text, from: 0, of: ":", "/", "?", "#"), text[colon] == UInt8(ascii: ":")
        else { return nil }
        if colon + 2 < end, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/") {
            return colon..<colon + 3
        }
        // `contoso.com:*` is a host with a port that no filter can have.
        guard colon + 2 == end, text[colon + 1] == UInt8(ascii: "*"), colon > 0 else { return nil }
        let name = text.extracting(..<colon)
        guard name.firstOffset(of: UInt8(ascii: ".")) == nil, QuotedText.decode(name).lowercased() != "localhost"
        else { return nil }
        return colon..<colon + 1
    }

    private static func scheme(_ text: Span<UInt8>, _ range: Range<Int>) throws(MatcherError) -> String {
        let name = QuotedText.decode(text.extracting(range)).lowercased()
        guard SchemeMatcher.isScheme(name.utf8.span) else {
            throw MatcherError(
                .invalidScheme,
                "\(QuotedText.quote(name)) before `:` is not a scheme",
                help: name == "*"
                    ? "remove `*://`: a filter without a scheme covers every standard one"
                    : "a scheme is a letter, then letters, digits, `+`, `-` and `.`",
                range: range.isEmpty ? nil : range
            )
        }
        return name
    }

    /// Rejects `mailto:help@contoso.com`, `https:contoso.com` and `about:blank`. The browser reads the text before the
    /// `:` as a scheme. It finds a host after a standard one; otherwise it finds none, and ignores the filter. Read as a
    /// user name, the scheme would leave a filter for the whole domain.
    private static func checkBareScheme(_ text: Span<UInt8>, before end: Int) throws(MatcherError) {
        guard let colon = text.extracting(..<end).firstOffset(of: UInt8(ascii: ":")) else { return }
        // With a dot in it, the browser takes the text for a host or a user name, too.
        let name = QuotedText.decode(text.extracting(..<colon)).lowercased()
        guard SchemeMatcher.isScheme(name.utf8.span), !name.contains(".") else { return }
        let rest = text.extracting(colon + 1..<end)
        var help: String? = "write \(QuotedText.quote(name + "://*")) for every URL of the scheme, or the host alone"
        if name != "file", URLFilter.standardSchemes.contains(name) {
            // Digits alone are a port, for the browser as well.
            guard rest.array.contains(where: { !$0.isASCIIDigit }) else { return }
            let filter = name + "://" + QuotedText.decode(text.extracting((colon + 1)...))
            help = (try? URLFilter(filter)).map { "write \(QuotedText.quote($0.text))" }
        } else if rest.firstOffset(of: UInt8(ascii: "@")) == nil {
            // `about:blank` is not a host with a port. An IPv6 address without brackets has an error of its own.
            guard name != "file", name != "localhost", !rest.isEmpty, rest[0].isASCIILetter,
                IPAddress(parsing: text.extracting(..<end)) == nil
            else { return }
            throw customScheme(name, text)
        }
        throw MatcherError(
            .invalidScheme,
            "no `//` follows the scheme in \(QuotedText.quote(text))",
            help: help,
            range: 0..<colon + 1
        )
    }

    /// Rejects a scheme that is not a standard one unless exactly `*` follows. The browser ignores such a filter also if
    /// there are only a user name, a `?` or a fragment, which do not count elsewhere.
    private static func checkCustomScheme(
        _ scheme: String,
        _ text: Span<UInt8>,
        from start: Int
    ) throws(MatcherError) {
        guard !URLFilter.standardSchemes.contains(scheme), !text.extracting(start...).isEqual(to: "*") else { return }
        throw customScheme(scheme, text)
    }

    private static func customScheme(_ scheme: String, _ text: Span<UInt8>) -> MatcherError {
        MatcherError(
            .customScheme,
            "the scheme of \(QuotedText.quote(text)) is not a standard one, and can be named only as a whole",
            help: "write `\(scheme)://*`, or use `url`, `pattern` or `regex`"
        )
    }

    // MARK: Places

    /// Rejects an IPv6 address without brackets, which would be read as a host and a port.
    private static func checkAddress(_ text: Span<UInt8>, _ authority: Range<Int>) throws(MatcherError) {
        guard case .v6(let address)? = IPAddress(parsing: text.extracting(authority)) else { return }
        throw MatcherError(
            .missingBrackets,
            "the IPv6 address \(QuotedText.quote(text.extracting(authority))) needs brackets",
            help: "write `[\(IPAddress.v6(address))]`",
            range: authority
        )
    }

    /// The end of a host without the dot after it, which the format ignores. After a `*`, the dot is not ignored:
    /// `*.` is the beginning of a name, and would be every host.
    private static func hostEnd(_ text: Span<UInt8>, _ host: Range<Int>) -> Int {
        let last = host.upperBound - 1
        guard host.count > 1, text[last] == UInt8(ascii: "."), text[last - 1] != UInt8(ascii: "*") else {
            return host.upperBound
        }
        return last
    }

    private static func firstOffset(in text: Span<UInt8>, from start: Int, of bytes: Unicode.Scalar...) -> Int? {
        for index in start..<text.count {
            for byte in bytes where text[index] == UInt8(ascii: byte) { return index }
        }
        return nil
    }
}

/// The parts of a filter in the form that matching compares.
extension URLFilterParts {
    /// The host without its dot, and how it is compared.
    func hostRule(_ text: Span<UInt8>) throws(MatcherError) -> (URLFilter.HostRule, [UInt8]) {
        let host = text.extracting(hostRange)
        if host.isEqual(to: "*") { return (.any, []) }
        guard !host.isEmpty else {
            // A `file:` URL rarely has a host, and lists write `file://` for every such URL.
            if scheme == "file" { return (.any, []) }
            throw MatcherError(
                .missingHost,
                "\(QuotedText.quote(text)) has no host",
                help: "write a host, or `*` for every one"
            )
        }
        try checkWildcard(text, host)
        let isExact = host[0] == UInt8(ascii: ".")
        let name = nameRange(text)
        let offset = name.lowerBound
        var record = URLRecord()
        do throws(MatcherError) {
            try HostText.parse(text.extracting(name), for: .host, into: &record)
        } catch {
            let whole = offset..<max(hostRange.upperBound, offset + 1)
            throw Self.separatorError(
                text,
                error.moved(by: offset, whole: whole.upperBound <= text.count ? whole : hostRange)
            )
        }
        return (isExact || record.hostKind != .domain ? .exact : .subdomains, record.host.array)
    }

    private func checkWildcard(_ text: Span<UInt8>, _ host: Span<UInt8>) throws(MatcherError) {
        guard let star = host.firstOffset(of: UInt8(ascii: "*")) else { return }
        var start = 0
        while host.extracting(start...).begins(with: "*.".utf8.span) { start += 2 }
        var record = URLRecord()
        let help =
            if start > 0, (try? HostText.parse(host.extracting(start...), for: .host, into: &record)) != nil {
                "write \(QuotedText.quote(record.host))"
                    + (record.hostKind == .domain ? ", which covers its subdomains" : "")
            } else if host.isEqual(to: ".*") {
                // To the browser, it is exactly the host `*`, which no site has.
                "write `*` for every host"
            } else {
                "a host covers its subdomains, and `*` alone is every host"
            }
        throw MatcherError(
            .wildcardLabel,
            "`*` has no meaning in the host of \(QuotedText.quote(text))",
            help: help,
            range: hostRange.lowerBound + star..<hostRange.lowerBound + star + 1
        )
    }

    /// The port; nil for every port.
    func port(_ text: Span<UInt8>) throws(MatcherError) -> UInt16? {
        guard let range = portRange else { return nil }
        let digits = QuotedText.decode(text.extracting(range))
        if let port = UInt16(digits), port > 0, String(port) == digits { return port }
        let colon = range.lowerBound - 1..<range.upperBound
        guard digits != "*" else {
            throw MatcherError(
                .invalidPort,
                "`*` is not a port in \(QuotedText.quote(text))",
                help: "remove `:*`: without a port every port matches",
                range: colon
            )
        }
        throw MatcherError(
            .invalidPort,
            digits.isEmpty ? "there is no port after the `:`" : "\(QuotedText.quote(digits)) is not a port",
            help: "a port is a number from 1 to 65535; a scheme is followed by `://`",
            range: colon
        )
    }

    /// The beginning of the path.
    ///
    /// - Throws: ``MatcherError`` with code ``MatcherError/Code/pathSpelling`` if it is not written as in URLs. The
    ///   browser compares it as it is written, so such a path begins no URL's path.
    func path(_ text: Span<UInt8>) throws(MatcherError) -> [UInt8] {
        let path = text.extracting(pathRange)
        guard !path.isEmpty else { return [] }
        let last = pathRange.upperBound - 1
        if text[last] == UInt8(ascii: "*") {
            throw MatcherError(
                .wildcardPath,
                "`*` has no meaning in the path of \(QuotedText.quote(text))",
                help: "remove it: a path covers everything that begins with it",
                range: last..<last + 1
            )
        }
        let canonical = canonicalPath(text)
        // The browser reads a filter for `file` as a URL.
        guard scheme == "file" || path.isEqual(to: canonical.span) else {
            throw Self.spellingError(.pathSpelling, "path", path, canonical, pathRange)
        }
        return canonical
    }
}
