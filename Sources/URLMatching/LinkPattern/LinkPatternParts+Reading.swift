import ByteText
import URLStandard

/// The parts of an entry in the form that matching compares.
extension LinkPatternParts {
    static func requireScheme(
        _ text: Span<UInt8>,
        _ parts: LinkPatternParts,
        _ dialect: LinkPattern.Dialect
    ) throws(MatcherError) -> SpecialScheme {
        if let scheme = parts.scheme { return scheme }
        guard let range = parts.schemeRange else {
            if let slash = text.firstOffset(of: UInt8(ascii: "/")),
                IPAddress(parsing: text.extracting(..<slash)) != nil
            {
                throw MatcherError(
                    .invalidAddress,
                    "\(QuotedText.quote(text)) is not a block of IPv4 addresses",
                    help: "this format has no other blocks; use `address`"
                )
            }
            if let block = AddressMatcher.block(text), case .v4 = block.network {
                throw MatcherError(
                    .missingScheme,
                    "\(QuotedText.quote(text)) has no scheme",
                    help: "write `\(block.text)` for the block of addresses"
                )
            }
            throw MatcherError(
                .missingScheme,
                "\(QuotedText.quote(text)) has no scheme",
                help: help(writing: withScheme(text), dialect) ?? "an entry looks like `https://contoso.com/*`"
            )
        }
        throw MatcherError(
            .invalidScheme,
            "the scheme of \(QuotedText.quote(text)) is neither `http` nor `https`",
            range: range
        )
    }

    /// Throws if an entry without a scheme is a range of addresses, such as `10.0.0.*` or `10.0.0.1-10.0.0.4`.
    static func refuseAddressRange(_ text: Span<UInt8>, _ parts: LinkPatternParts) throws(MatcherError) {
        guard parts.schemeRange == nil, isAddressRange(text) else { return }
        throw MatcherError(
            .invalidAddress,
            "\(QuotedText.quote(text)) is not a block of IPv4 addresses",
            help: "write a range as CIDR blocks such as `10.0.0.0/24`"
        )
    }

    private static func isAddressRange(_ text: Span<UInt8>) -> Bool {
        var dots = 0
        var isRange = false
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "."): dots += 1
            case UInt8(ascii: "*"), UInt8(ascii: "-"): isRange = true
            case let byte where byte.isASCIIDigit: continue
            default: return false
            }
        }
        return isRange && dots > 1 && text[0].isASCIIDigit
    }

    /// The port; nil for every port.
    static func port(
        _ text: Span<UInt8>,
        _ parts: LinkPatternParts,
        of scheme: SpecialScheme
    ) throws(MatcherError) -> UInt16? {
        guard let range = parts.portRange else { return scheme.defaultPort }
        let digits = QuotedText.decode(text.extracting(range))
        if digits == "*" { return nil }
        guard let port = UInt16(digits), port > 0, String(port) == digits else {
            throw MatcherError(
                .invalidPort,
                "\(QuotedText.quote(digits)) is not a port",
                help: "a port is a number from 1 to 65535, or `*` for every port",
                range: range.lowerBound - 1..<range.upperBound
            )
        }
        return port
    }

    static func hostRule(
        _ text: Span<UInt8>,
        _ parts: LinkPatternParts,
        _ dialect: LinkPattern.Dialect
    ) throws(MatcherError) -> (LinkPattern.HostRule, [UInt8]) {
        let host = text.extracting(parts.hostRange)
        let isLeading =
            host.count > 2 && host[0] == UInt8(ascii: "*") && host[1] == UInt8(ascii: ".")
        let start = isLeading ? 2 : 0
        let rest = host.extracting(start...)
        if !isLeading, host.count > 1, host[0] == UInt8(ascii: ".") {
            // All dots at once: each of them would have a help that tries the host with one dot fewer.
            var end = parts.hostRange.lowerBound
            while end < parts.hostRange.upperBound, text[end] == UInt8(ascii: ".") { end += 1 }
            let scheme = QuotedText.decode(text.extracting(..<parts.hostRange.lowerBound))
            let remainder = QuotedText.decode(text.extracting(end...))
            let entries = [("*." + remainder, "its subdomains"), (remainder, "the host itself")]
                .compactMap { rest, meaning -> String? in
                    guard help(writing: scheme + rest, dialect) != nil else { return nil }
                    return "\(QuotedText.quote(scheme + rest)) for \(meaning)"
                }
            throw MatcherError(
                .leadingDot,
                "\(QuotedText.quote(host)) begins with a dot",
                help: entries.isEmpty ? nil : "write " + entries.joined(separator: ", or "),
                range: parts.hostRange
            )
        }
        do throws(MatcherError) {
            if rest.firstOffset(of: UInt8(ascii: "*")) != nil {
                return (isLeading ? .labelsOfSubdomains : .labels, try labels(rest))
            }
            var record = URLRecord()
            try HostText.parse(rest, for: isLeading ? .domain : .host, into: &record)
            return (isLeading ? .subdomains : .exact, record.host.array)
        } catch {
            let offset = parts.hostRange.lowerBound + start
            throw MatcherError(
                error.code,
                error.message,
                help: error.help,
                range: error.range.map { $0.lowerBound + offset..<$0.upperBound + offset }
            )
        }
    }

    /// The labels of a host with a `*` inside one of them, in lower case.
    private static func labels(_ host: Span<UInt8>) throws(MatcherError) -> [UInt8] {
        let quoted = QuotedText.quote(host)
        var result: [UInt8] = []
        var previous = UInt8(ascii: ".")
        var isNumber = true
        for index in host.indices {
            let byte = host[index]
            if byte == UInt8(ascii: "."), previous == byte {
                throw MatcherError(.emptyLabel, "\(quoted) has an empty label", range: index..<index + 1)
            }
            guard byte == UInt8(ascii: "*") || byte < 0x80 && HostText.isHostCharacter(byte) else {
                throw MatcherError(
                    .invalidCharacter,
                    "\(QuotedText.quote(host)) has a character that is not allowed next to a `*`",
                    help: "write an international name in its ASCII form, `xn--…`",
                    range: index..<index + 1
                )
            }
            if byte == UInt8(ascii: ".") {
                isNumber = true
            } else if byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
                isNumber = false
            }
            result.append(byte.asciiLowercased)
            previous = byte
        }
        if previous == UInt8(ascii: ".") {
            throw MatcherError(
                .trailingDot,
                "\(quoted) ends with a dot",
                help: "remove it",
                range: host.count - 1..<host.count
            )
        }
        if isNumber { throw MatcherError(.isAddress, "\(quoted) is an address with a `*`, which matches nothing") }
        return result
    }

    static func pathRule(
        _ text: Span<UInt8>,
        _ parts: LinkPatternParts,
        _ dialect: LinkPattern.Dialect
    ) -> (LinkPattern.PathRule, [UInt8]) {
        let path = text.extracting(parts.pathRange)
        guard !path.isEmpty else {
            return dialect == .browser ? (.exact, [UInt8(ascii: "/")]) : (.any, [])
        }
        guard path[path.count - 1] == UInt8(ascii: "*") else { return (.exact, canonical(path)) }
        // A letter in place of the `*` prevents the text before it from being read as a dot segment.
        var begin = path.extracting(droppingLast: 1).array
        begin.append(UInt8(ascii: "x"))
        begin = canonical(begin.span)
        begin.removeLast()
        guard path[path.count - 2] == UInt8(ascii: "/") else { return (.prefix, begin) }
        begin.removeLast()
        return begin.isEmpty ? (.any, []) : (.folder, begin)
    }

    /// A path as the URL parser writes it.
    private static func canonical(_ path: Span<UInt8>) -> [UInt8] {
        let url = Array("http://x".utf8) + path.array
        guard let record = try? URLRecord(parsing: url.span) else { return path.array }
        return record.path.array
    }
}
