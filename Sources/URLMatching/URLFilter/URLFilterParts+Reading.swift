import ByteText
import URLStandard

/// The parts of a filter in the form that matching compares.
extension URLFilterParts {
    /// The host without its dot, and how it is compared.
    func hostRule(_ text: Span<UInt8>) throws(MatcherError) -> (URLFilter.HostRule, [UInt8]) {
        let host = text.extracting(hostRange)
        if host.count == 1, host[0] == UInt8(ascii: "*") { return (.any, []) }
        guard !host.isEmpty else {
            // A `file:` URL has a host only by chance.
            if scheme == "file", !pathRange.isEmpty { return (.any, []) }
            throw MatcherError(
                .missingHost,
                "\(QuotedText.quote(text)) has no host",
                help: "write a host, or `*` for every one"
            )
        }
        try checkWildcard(text, host)
        let isExact = host[0] == UInt8(ascii: ".")
        let offset = hostRange.lowerBound + (isExact ? 1 : 0)
        var record = URLRecord()
        do throws(MatcherError) {
            try HostText.parse(host.extracting((isExact ? 1 : 0)...), for: .host, into: &record)
        } catch {
            let whole = offset..<max(hostRange.upperBound, offset + 1)
            throw error.moved(by: offset, whole: whole.upperBound <= text.count ? whole : hostRange)
        }
        return (isExact || record.hostKind != .domain ? .exact : .subdomains, record.host.array)
    }

    private func checkWildcard(_ text: Span<UInt8>, _ host: Span<UInt8>) throws(MatcherError) {
        guard let star = host.firstOffset(of: UInt8(ascii: "*")) else { return }
        let isLeading = star == 0 && host.count > 2 && host[1] == UInt8(ascii: ".")
        throw MatcherError(
            .wildcardLabel,
            "`*` has no meaning in the host of \(QuotedText.quote(text))",
            help: isLeading
                ? "write \(QuotedText.quote(host.extracting(2...))), which covers its subdomains"
                : "a host covers its subdomains, and `*` alone is every host",
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
                "`*` is no port in \(QuotedText.quote(text))",
                help: "remove `:*`: without a port every port matches",
                range: colon
            )
        }
        throw MatcherError(
            .invalidPort,
            digits.isEmpty ? "no port stands behind the `:`" : "\(QuotedText.quote(digits)) is no port",
            help: "a port is a number from 1 to 65535; behind a scheme stands `://`",
            range: colon
        )
    }

    /// The beginning of the path as URLs have it.
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
        // A letter behind it keeps the end from being taken for a dot segment: `/.` is the beginning of `/.x` too.
        var url = Array("http://x".utf8) + path.array
        url.append(UInt8(ascii: "x"))
        guard let record = try? URLRecord(parsing: url.span) else { return path.array }
        return record.path.extracting(droppingLast: 1).array
    }
}
