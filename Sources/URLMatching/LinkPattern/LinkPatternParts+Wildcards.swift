import URLStandard

/// Where a `*` must not stand. This is asked first, because such an entry means more than its author may think, whatever
/// else is wrong with it.
extension LinkPatternParts {
    static func checkWildcards(
        _ text: Span<UInt8>,
        _ parts: LinkPatternParts,
        _ dialect: LinkPattern.Dialect
    ) throws(MatcherError) {
        try checkHost(text, parts.hostRange)
        try checkPath(text, parts.pathRange, dialect)
    }

    private static func checkHost(_ text: Span<UInt8>, _ range: Range<Int>) throws(MatcherError) {
        let host = text.extracting(range)
        guard let first = host.firstOffset(of: UInt8(ascii: "*")) else { return }
        let quoted = QuotedText.quote(host)
        func place(_ range: Range<Int>, from start: Int) -> Range<Int> {
            range.lowerBound + start..<range.upperBound + start
        }
        if host.count == 1 || host.count == 2 && host[1] == UInt8(ascii: ".") {
            throw MatcherError(
                .wildcardHost,
                "\(quoted) is every host there is",
                help: "name a domain, as in `*.contoso.com`",
                range: range
            )
        }
        let isLeading = first == 0 && host[1] == UInt8(ascii: ".")
        let rest = host.extracting((isLeading ? 2 : 0)...)
        guard let lastDot = rest.lastOffset(of: UInt8(ascii: ".")) else {
            if isLeading {
                throw MatcherError(
                    .wildcardDomain,
                    "\(quoted) is every host below the one label \(QuotedText.quote(rest))",
                    help: "name a domain of at least two labels, as in `*.contoso.com`",
                    range: range
                )
            }
            throw MatcherError(
                .wildcardLabel,
                "\(quoted) has a `*` in its last label",
                help: "name a domain, as in `*contoso.com`",
                range: place(first..<first + 1, from: range.lowerBound)
            )
        }
        let start = isLeading ? 2 : 0
        if rest.extracting(lastDot...).firstOffset(of: UInt8(ascii: "*")) != nil {
            throw MatcherError(
                .wildcardLabel,
                "\(quoted) has a `*` in its last label",
                help: "name the top-level domain",
                range: place(lastDot + 1..<rest.count, from: range.lowerBound + start)
            )
        }
        var labelStart = 0
        for index in 0...rest.count where index == rest.count || rest[index] == UInt8(ascii: ".") {
            if isWildcardAlone(rest.extracting(labelStart..<index)) {
                throw MatcherError(
                    .wildcardLabel,
                    "\(quoted) has a label that is only `*`, elsewhere than in front",
                    help: "only a leading `*.` stands for whole labels",
                    range: place(labelStart..<index, from: range.lowerBound + start)
                )
            }
            labelStart = index + 1
        }
    }

    private static func isWildcardAlone(_ label: Span<UInt8>) -> Bool {
        for index in label.indices where label[index] != UInt8(ascii: "*") { return false }
        return !label.isEmpty
    }

    private static func checkPath(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        _ dialect: LinkPattern.Dialect
    ) throws(MatcherError) {
        let path = text.extracting(range)
        guard let star = path.firstOffset(of: UInt8(ascii: "*")) else { return }
        let quoted = QuotedText.quote(path)
        let place = star + range.lowerBound..<star + range.lowerBound + 1
        if path.extracting((star + 1)...).firstOffset(of: UInt8(ascii: "*")) != nil {
            throw MatcherError(
                .severalWildcards,
                "the path \(quoted) has more than one `*`",
                help: "one may stand at its end",
                range: range
            )
        }
        guard star == path.count - 1 else {
            throw MatcherError(
                .wildcardPath,
                "the path \(quoted) goes on behind its `*`",
                help: "a `*` may only stand at its end",
                range: place
            )
        }
        if dialect == .browser, path[star - 1] != UInt8(ascii: "/") {
            throw MatcherError(
                .wildcardSegment,
                "the path \(quoted) ends in a `*` that is not a segment of its own",
                help: "a `*` may only stand behind a `/`",
                range: place
            )
        }
    }
}

extension Span<UInt8> {
    /// The last place of a byte, or nil.
    fileprivate func lastOffset(of byte: UInt8) -> Int? {
        for index in indices.reversed() where self[index] == byte { return index }
        return nil
    }
}
