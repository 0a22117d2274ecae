import URLStandard

/// Where the parts of a filter stand, before any of them is read.
struct URLFilterParts {
    /// The scheme in lower case; nil where there is none.
    private(set) var scheme: String?
    /// The host, with the dot before it.
    private(set) var hostRange = 0..<0
    /// The port without its `:`; nil where there is none.
    private(set) var portRange: Range<Int>?
    /// The path, from its `/` on; empty where there is none.
    private(set) var pathRange = 0..<0
    /// The query without its `?`; empty where there is none.
    private(set) var queryRange = 0..<0

    init(_ text: Span<UInt8>) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the filter is empty") }
        guard text.count <= URLFilter.byteLimit else {
            throw MatcherError(.tooLong, "\(QuotedText.quote(text)) is longer than \(URLFilter.byteLimit) bytes")
        }
        try Self.checkCharacters(text)
        // The fragment means nothing, and so does a user name.
        let end = Self.firstOffset(in: text, from: 0, of: "#") ?? text.count
        var start = 0
        if let separator = Self.schemeSeparator(text, end) {
            scheme = try Self.scheme(text, 0..<separator.lowerBound)
            start = separator.upperBound
        }
        var authorityEnd = Self.firstOffset(in: text, from: start, of: "/", "?", "#") ?? end
        authorityEnd = min(authorityEnd, end)
        let query = Self.firstOffset(in: text, from: authorityEnd, of: "?").flatMap { $0 < end ? $0 : nil }
        pathRange = authorityEnd..<(query ?? end)
        queryRange = query.map { $0 + 1..<end } ?? end..<end
        for index in (start..<authorityEnd).reversed() where text[index] == UInt8(ascii: "@") {
            start = index + 1
            break
        }
        try Self.checkAddress(text, start..<authorityEnd)
        let colon = Self.portColon(text, start..<authorityEnd)
        hostRange = start..<(colon ?? authorityEnd)
        portRange = colon.map { $0 + 1..<authorityEnd }
        try checkCustomScheme(text)
    }

    // MARK: Characters

    private static func checkCharacters(_ text: Span<UInt8>) throws(MatcherError) {
        for index in text.indices {
            switch text[index] {
            case 0x20:
                throw MatcherError(
                    .space,
                    "a space stands in \(QuotedText.quote(text))",
                    help: "remove it, or write `%20` in a path or query",
                    range: index..<index + 1
                )
            case ..<0x20, 0x7F:
                throw MatcherError(
                    .space,
                    "a control character stands in \(QuotedText.quote(text))",
                    help: "remove it",
                    range: index..<index + 1
                )
            case UInt8(ascii: "\\"):
                throw MatcherError(
                    .invalidCharacter,
                    "`\\` stands in \(QuotedText.quote(text))",
                    help: "write `/`, or `%5C` in a query",
                    range: index..<index + 1
                )
            default: continue
            }
        }
    }

    // MARK: Scheme

    /// What stands between scheme and host: `://`, or the `:` of `scheme:*`.
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
                help: "a scheme is a letter, then letters, digits, `+`, `-` and `.`",
                range: range.isEmpty ? nil : range
            )
        }
        return name
    }

    private func checkCustomScheme(_ text: Span<UInt8>) throws(MatcherError) {
        guard let scheme, !URLFilter.standardSchemes.contains(scheme) else { return }
        let rest = text.extracting(hostRange)
        let isWhole =
            rest.count == 1 && rest[0] == UInt8(ascii: "*") && portRange == nil && pathRange.isEmpty
            && queryRange.isEmpty
        guard !isWhole else { return }
        throw MatcherError(
            .customScheme,
            "the scheme of \(QuotedText.quote(text)) is no standard one, and can be named only as a whole",
            help: "write `\(scheme)://*`, or use `url`, `pattern` or `regex`"
        )
    }

    // MARK: Places

    /// An IPv6 address without brackets would be read as a host and a port.
    private static func checkAddress(_ text: Span<UInt8>, _ authority: Range<Int>) throws(MatcherError) {
        guard case .v6(let address)? = IPAddress(parsing: text.extracting(authority)) else { return }
        throw MatcherError(
            .missingBrackets,
            "the IPv6 address \(QuotedText.quote(text.extracting(authority))) needs brackets",
            help: "write `[\(IPAddress.v6(address))]`",
            range: authority
        )
    }

    private static func portColon(_ text: Span<UInt8>, _ authority: Range<Int>) -> Int? {
        var isInBrackets = false
        for index in authority {
            switch text[index] {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: ":") where !isInBrackets: return index
            default: continue
            }
        }
        return nil
    }

    private static func firstOffset(in text: Span<UInt8>, from start: Int, of bytes: Unicode.Scalar...) -> Int? {
        for index in start..<text.count {
            for byte in bytes where text[index] == UInt8(ascii: byte) { return index }
        }
        return nil
    }
}
