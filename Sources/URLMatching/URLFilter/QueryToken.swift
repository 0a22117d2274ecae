import ByteText
import URLStandard

/// A token in the query of a filter, and what it requires of a URL's parameters.
struct QueryToken: Hashable, Sendable {
    /// The parameter, or its beginning, in canonical form.
    let text: [UInt8]
    /// Whether the parameter may continue after ``text``.
    let isPrefix: Bool
    /// The length of the key in ``text``.
    private let keyCount: Int

    /// The maximum number of tokens in a filter, because each token reads the whole query.
    static var countLimit: Int { 32 }

    private init(_ token: ArraySlice<UInt8>) {
        isPrefix = token.last == UInt8(ascii: "*")
        let equals = token.firstIndex(of: UInt8(ascii: "="))
        // `k=` is `k`: to the browser, a key with an empty value is a key alone.
        let isKey = equals == token.endIndex - 1 && token.count > 1
        text = Array(isPrefix || isKey ? token.dropLast() : token)
        keyCount = equals.map { $0 - token.startIndex } ?? text.count
    }

    /// The tokens of a query, each once.
    ///
    /// - Parameters:
    ///   - query: The text after the `?` of a filter.
    ///   - offset: Its offset, for the error.
    /// - Returns: At most ``countLimit`` tokens, in canonical form.
    /// - Throws: ``MatcherError`` if there are more, or if one is empty: on an allow list, such a filter matches nothing
    ///   in the browser, and on a block list only URLs with an empty parameter.
    static func tokens(of query: Span<UInt8>, at offset: Int) throws(MatcherError) -> [QueryToken] {
        guard !query.isEmpty else { return [] }
        var written = canonical(query)
        let named = withoutEmptyTokens(written)
        // To the browser, no token follows a final `&`.
        if written.count > 1, written.last == UInt8(ascii: "&") { written.removeLast() }
        guard written == named else {
            throw MatcherError(
                .invalidQuery,
                "there is an empty token in the query \(QuotedText.quote(query))",
                help: named.isEmpty ? "name a parameter, as in `v=1`" : "write \(QuotedText.quote(named.span))",
                range: offset..<offset + query.count
            )
        }
        var tokens: [QueryToken] = []
        for part in named.split(separator: UInt8(ascii: "&")) {
            let token = QueryToken(part)
            if !tokens.contains(token) { tokens.append(token) }
            guard tokens.count <= countLimit else {
                throw MatcherError(
                    .tooManyTokens,
                    "the query has more than \(countLimit) tokens",
                    help: "write several filters, or use `regex`",
                    range: offset..<offset + query.count
                )
            }
        }
        return tokens
    }

    /// The query with the characters percent-encoded that are encoded in URLs.
    static func canonical(_ query: Span<UInt8>) -> [UInt8] {
        let url = Array("http://x/?".utf8) + query.array
        guard let record = try? URLRecord(parsing: url.span) else { return query.array }
        return record.query.array
    }

    /// A query in canonical form without its empty tokens, `=` among them; empty if it has no others.
    static func withoutEmptyTokens(_ query: [UInt8]) -> [UInt8] {
        var named: [UInt8] = []
        for token in query.split(separator: UInt8(ascii: "&")) {
            if token.count == 1, token.first == UInt8(ascii: "=") { continue }
            if !named.isEmpty { named.append(UInt8(ascii: "&")) }
            named += token
        }
        return named
    }

    /// Whether this token and another each have a value, and the same key.
    func repeatsKey(of other: QueryToken) -> Bool {
        text.count > keyCount + 1 && other.text.count > other.keyCount + 1
            && text.span.begins(with: other.text.span.extracting(..<(other.keyCount + 1)))
    }

    /// Whether the parameters of a URL satisfy the token.
    ///
    /// - Complexity: O(*n*) in the bytes of the query; allocates nothing.
    func isMet(by url: borrowing URLRecord, on side: URLFilter.Side) -> Bool {
        // `*` is met by every query, also by an empty one.
        if text.isEmpty { return url.hasQuery }
        let query = url.query
        var isFound = false
        var start = 0
        while start < query.count {
            var end = start
            while end < query.count, query[end] != UInt8(ascii: "&") { end &+= 1 }
            let parameter = query.extracting(start..<end)
            start = end + 1
            if parameter.isEmpty { continue }
            if isMet(by: parameter) {
                if side == .block || takesAnyValue { return true }
                isFound = true
            } else if side == .allow, !takesAnyValue, isAbout(parameter) {
                return false
            }
        }
        return isFound
    }

    /// Whether the token has no value to compare: `k*` and `k=*`.
    private var takesAnyValue: Bool { isPrefix && text.count <= keyCount + 1 }

    private func isMet(by parameter: Span<UInt8>) -> Bool {
        isPrefix ? parameter.begins(with: text.span) : parameter.isEqual(to: text.span)
    }

    /// Whether a parameter has a value for the key of the token; if that is only a key, whether it begins with the key.
    private func isAbout(_ parameter: Span<UInt8>) -> Bool {
        // The browser searches the query for the key with its `=`, so a parameter without `=` is not compared. For a
        // token without `=` it searches for the key alone, and finds it also at the beginning of a longer key.
        parameter.begins(with: text.span.extracting(..<min(keyCount + 1, text.count)))
    }
}
