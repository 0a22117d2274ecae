import ByteText
import URLStandard

/// How the parts of a filter are written, which counts for the browser: it compares them with those of URLs as they are.
extension URLFilterParts {
    /// The host without the dots around it.
    func nameRange(_ text: Span<UInt8>) -> Range<Int> {
        let isExact = !hostRange.isEmpty && text[hostRange.lowerBound] == UInt8(ascii: ".")
        return hostRange.lowerBound + (isExact ? 1 : 0)..<hostRange.upperBound
    }

    /// Rejects a host or a query that is not written as in URLs, but for the case of letters in the host. Paths are
    /// checked when they are read.
    func checkSpelling(_ text: Span<UInt8>) throws(MatcherError) {
        // The browser reads a filter for `file` as a URL.
        guard scheme != "file" else { return }
        let name = text.extracting(nameRange(text))
        let host = canonicalHost(text)
        guard name.array.map(\.asciiLowercased) == host else {
            throw Self.spellingError(.hostSpelling, "host", name, host, nameRange(text))
        }
        let query = text.extracting(queryRange)
        let canonical = QueryToken.canonical(query)
        guard query.isEqual(to: canonical.span) else {
            throw Self.spellingError(.querySpelling, "query", query, canonical, queryRange)
        }
    }

    /// The host in canonical form. `[::ffff:1.2.3.4]` stays an IPv6 address here; rules compare it as IPv4.
    func canonicalHost(_ text: Span<UInt8>) -> [UInt8] {
        let name = text.extracting(nameRange(text))
        guard let record = try? URLRecord(parsing: HostText.url(withHost: name).span) else { return name.array }
        return record.host.array
    }

    /// The beginning of the path in canonical form.
    func canonicalPath(_ text: Span<UInt8>) -> [UInt8] {
        let path = text.extracting(pathRange)
        // A letter after the path prevents its end from being read as a dot segment: `/.` is also the beginning of
        // `/.x`.
        var url = Array("http://x".utf8) + path.array
        url.append(UInt8(ascii: "x"))
        guard let record = try? URLRecord(parsing: url.span) else { return path.array }
        return record.path.extracting(droppingLast: 1).array
    }

    /// The error of a host, with help if the character is one that separates the entries of other formats.
    static func separatorError(_ text: Span<UInt8>, _ error: MatcherError) -> MatcherError {
        guard error.code == .invalidCharacter, let offset = error.range?.lowerBound, offset < text.count,
            text[offset] == UInt8(ascii: ",") || text[offset] == UInt8(ascii: ";")
        else { return error }
        let help = "write each host as a filter of its own"
        return MatcherError(error.code, error.message, help: error.help ?? help, range: error.range)
    }

    /// The error of a part that no URL has as it is written.
    static func spellingError(
        _ code: MatcherError.Code,
        _ noun: String,
        _ written: Span<UInt8>,
        _ canonical: [UInt8],
        _ range: Range<Int>
    ) -> MatcherError {
        MatcherError(
            code,
            "no URL has the \(noun) \(QuotedText.quote(written)) in this spelling",
            help: "write \(QuotedText.quote(canonical.span))",
            range: range
        )
    }
}

extension URLFilter {
    /// Rejects a filter that matches nothing in the browser, because its host or its query is not written as in URLs.
    /// Rules compare both in canonical form.
    ///
    /// - Throws: ``MatcherError`` with code ``MatcherError/Code/hostSpelling`` or ``MatcherError/Code/querySpelling``.
    /// - Complexity: O(*n*) in the length of the text.
    package func checkSpelling() throws(MatcherError) {
        try URLFilterParts(text.utf8.span).checkSpelling(text.utf8.span)
    }

    /// Rejects a filter on the allow side with two values of one key, as in `v=1&v=2`. Here every parameter with the key
    /// would have to meet both, and the browser compares the first only.
    ///
    /// - Throws: ``MatcherError`` with code ``MatcherError/Code/invalidQuery``.
    /// - Complexity: O(*n*) in the length of the text, for each token of the query.
    package func checkKeys() throws(MatcherError) {
        guard side == .allow else { return }
        for index in tokens.indices where tokens[..<index].contains(where: { $0.repeatsKey(of: tokens[index]) }) {
            let range = try URLFilterParts(text.utf8.span).queryRange
            let query = QuotedText.quote(text.utf8.span.extracting(range))
            throw MatcherError(
                .invalidQuery,
                "browsers compare only the first value of a key on an allow list, and the query \(query) has another",
                help: "keep one value, and write a filter of its own for each of the others",
                range: range
            )
        }
    }

    /// A filter with its host, path and query written as in URLs, and without empty tokens if there are others:
    /// `a.example/b?c` for `a.example/x/../b?&c`.
    ///
    /// - Throws: ``MatcherError`` if the parts of the filter cannot be told apart.
    /// - Complexity: O(*n*) in the length of the text.
    package static func asInURLs(_ text: String) throws(MatcherError) -> String {
        let parts = try URLFilterParts(text.utf8.span)
        var bytes = Array(text.utf8)
        let query = QueryToken.canonical(text.utf8.span.extracting(parts.queryRange))
        let named = QueryToken.withoutEmptyTokens(query)
        // From the last part on, so that the ranges of the others remain valid. Without any token, the filter would be for
        // the whole host.
        bytes.replaceSubrange(parts.queryRange, with: named.isEmpty ? query : named)
        bytes.replaceSubrange(parts.pathRange, with: parts.canonicalPath(text.utf8.span))
        bytes.replaceSubrange(parts.nameRange(text.utf8.span), with: parts.canonicalHost(text.utf8.span))
        return String(decoding: bytes, as: UTF8.self)
    }
}
