import ByteText
import URLStandard

extension HostText {
    static func checkEncoding(_ text: Span<UInt8>, for purpose: Purpose) throws(MatcherError) {
        if text.isEmpty { throw MatcherError(.empty, "the \(purpose.noun) is empty") }
        if text.count > byteLimit {
            throw MatcherError(.tooLong, "\(QuotedText.quote(text)) is longer than \(byteLimit) bytes")
        }
        if text.isASCII { return }
        try MatcherError.checkUTF8(text, "text")
    }

    /// Rejects everything that is more or less than a host. The most likely mistake is checked first, because a pasted
    /// URL contains a `:` and a `/` too.
    static func checkShape(_ text: Span<UInt8>, for purpose: Purpose) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        for index in text.indices where text[index] <= 0x20 || text[index] == 0x7F {
            let what = text[index] == 0x20 ? "a space" : "a control character"
            throw MatcherError(
                .space,
                "there is \(what) in \(quoted)",
                help: "write one \(purpose.noun) as one value",
                range: index..<index + 1
            )
        }
        if let schemeEnd = endOfScheme(text) {
            throw MatcherError(
                .hasScheme,
                "\(quoted) is a URL, not a \(purpose.noun)",
                help: help(insteadOf: text, for: purpose),
                range: 0..<schemeEnd
            )
        }
        try checkWildcard(text, for: purpose)
        if let at = text.firstOffset(of: UInt8(ascii: "@")) {
            throw MatcherError(
                .hasCredentials,
                "\(quoted) has something before an `@`",
                help: "rules never see credentials; write the \(purpose.noun) alone",
                range: 0..<at + 1
            )
        }
        if text[0] == UInt8(ascii: "[") { return try checkBrackets(text, for: purpose) }
        try checkDelimiters(text, for: purpose)
        try checkDots(text, text, for: purpose)
        for index in text.indices where text[index] < 0x80 && !isHostCharacter(text[index]) {
            let character = QuotedText.quote(text.extracting(index..<index + 1))
            throw MatcherError(
                .invalidCharacter,
                "\(character) is not allowed in the \(purpose.noun) \(quoted)",
                range: index..<index + 1
            )
        }
    }

    private static func checkWildcard(_ text: Span<UInt8>, for purpose: Purpose) throws(MatcherError) {
        guard let star = text.firstOffset(of: UInt8(ascii: "*")) else { return }
        let quoted = QuotedText.quote(text)
        let otherwise = "a `domain` covers its subdomains; use `regex` for anything else"
        guard star == 0, text.count > 2, text[1] == UInt8(ascii: ".") else {
            throw MatcherError(
                .wildcard,
                "`*` has no meaning in the \(purpose.noun) \(quoted)",
                help: otherwise,
                range: star..<star + 1
            )
        }
        throw MatcherError(
            .wildcard,
            "`*.` has no meaning in the \(purpose.noun) \(quoted)",
            help: help(insteadOf: text, for: purpose) ?? otherwise,
            range: 0..<2
        )
    }

    private static func checkBrackets(_ text: Span<UInt8>, for purpose: Purpose) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        let end = text.firstOffset(of: UInt8(ascii: "]"))
        guard let end, IPAddress(parsing: text.extracting(1..<end)) != nil else {
            throw MatcherError(.invalidAddress, "\(quoted) is not an IPv6 address in brackets")
        }
        guard end + 1 < text.count else { return }
        throw MatcherError(
            text[end + 1] == UInt8(ascii: ":") ? .hasPort : .hasPath,
            "\(quoted) has something after the host",
            help: help(insteadOf: text, for: purpose),
            range: end + 1..<text.count
        )
    }

    private static func checkDelimiters(_ text: Span<UInt8>, for purpose: Purpose) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        for index in text.indices where isDelimiter(text[index]) {
            throw MatcherError(
                .hasPath,
                "\(quoted) is more than a \(purpose.noun)",
                help: help(insteadOf: text, for: purpose) ?? pathHelp,
                range: index..<text.count
            )
        }
        guard let colon = text.firstOffset(of: UInt8(ascii: ":")) else { return }
        let zone = text.firstOffset(of: UInt8(ascii: "%")) ?? text.count
        if let address = IPAddress(parsing: text.extracting(..<zone)), case .v6 = address {
            guard purpose == .host else { throw addressError(quoted) }
            let isWhole = zone == text.count
            throw MatcherError(
                isWhole ? .missingBrackets : .invalidAddress,
                isWhole ? "the IPv6 address \(quoted) needs brackets" : "\(quoted) has a zone, which URLs cannot have",
                help: "write `[\(address)]`",
                range: isWhole ? nil : zone..<text.count
            )
        }
        let noun = purpose.noun
        throw MatcherError(
            .hasPort,
            "\(quoted) has something after a `:`",
            help: help(insteadOf: text, for: purpose).map { "a \(noun) matches every port; \($0)" }
                ?? "write the \(noun) alone, or use `url` or `scheme` for a URL",
            range: colon..<text.count
        )
    }

    /// Whether a byte ends the host of a URL and begins a path, a query or a fragment.
    static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Checks the positions of the dots in `host`. The message quotes `text`, which is what the author wrote: the same
    /// bytes as `host`, or the bytes it was mapped from.
    private static func checkDots(
        _ host: Span<UInt8>,
        _ text: Span<UInt8>,
        for purpose: Purpose
    ) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        let dot = UInt8(ascii: ".")
        // Offsets into the mapped bytes would underline the wrong characters.
        func place(_ range: Range<Int>) -> Range<Int>? { host.count == text.count ? range : nil }
        if host[0] == dot {
            throw MatcherError(
                .leadingDot,
                "\(quoted) begins with a dot",
                help: help(insteadOf: host, for: purpose),
                range: place(0..<1)
            )
        }
        for index in 1..<max(1, host.count) where host[index] == dot && host[index - 1] == dot {
            throw MatcherError(
                .emptyLabel,
                "\(quoted) has two dots with nothing between them",
                range: place(index - 1..<index + 1)
            )
        }
        if host[host.count - 1] == dot {
            throw MatcherError(
                .trailingDot,
                "\(quoted) ends with a dot",
                help: help(insteadOf: host, for: purpose).map { "rules see no dot there; \($0)" },
                range: place(host.count - 1..<host.count)
            )
        }
    }

    /// Checks the result of IDNA processing.
    static func checkMappedShape(
        _ host: Span<UInt8>,
        of text: Span<UInt8>,
        for purpose: Purpose
    ) throws(MatcherError) {
        try checkDots(host, text, for: purpose)
        for index in host.indices where !isHostCharacter(host[index]) {
            throw MatcherError(
                .invalidCharacter,
                "\(QuotedText.quote(text)) becomes \(QuotedText.quote(host)), which is not a \(purpose.noun)"
            )
        }
    }

    /// Checks a host that turned out to be an address.
    static func checkAddress(
        of record: borrowing URLRecord,
        _ text: Span<UInt8>,
        for purpose: Purpose
    ) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        guard purpose == .host else { throw addressError(quoted) }
        // `010.0.0.1` is 8.0.0.1, which not every reader of the rule knows.
        guard record.hostKind == .ipv6 || record.host.isEqual(to: text) else {
            throw MatcherError(
                .addressSpelling,
                "\(quoted) is another spelling of an IPv4 address",
                help: "write \(QuotedText.quote(record.host))"
            )
        }
    }

    static func parsingError(
        _ error: URLParsingError,
        _ text: Span<UInt8>,
        for purpose: Purpose
    ) -> MatcherError {
        let quoted = QuotedText.quote(text)
        switch error {
        case .ipv4TooManyParts, .ipv4NonNumericPart, .ipv4OutOfRangePart:
            return MatcherError(.invalidAddress, "\(quoted) ends in a number but is not an IPv4 address")
        case .ipv6Invalid, .ipv6Unclosed:
            return MatcherError(.invalidAddress, "\(quoted) is not an IPv6 address in brackets")
        default:
            return MatcherError(.invalidDomain, "\(quoted) is not a \(purpose.noun): \(error)")
        }
    }

    private static func addressError(_ quoted: String) -> MatcherError {
        MatcherError(.isAddress, "\(quoted) is an IP address, not a domain", help: "use `host` or `address`")
    }
}
