import URLStandard

/// The positions of the parts of an entry, before any part is read.
struct LinkPatternParts {
    /// The whole entry, if it is a block of addresses.
    private(set) var block: AddressMatcher?
    /// The scheme; nil if it is missing, or is neither `http` nor `https`.
    private(set) var scheme: SpecialScheme?
    /// The scheme as it is written; nil if there is none.
    private(set) var schemeRange: Range<Int>?
    private(set) var hostRange = 0..<0
    /// The port without its `:`; nil if there is none.
    private(set) var portRange: Range<Int>?
    /// The path, from its `/` on; empty if there is none.
    private(set) var pathRange = 0..<0

    private static var byteLimit: Int { 4096 }

    init(_ text: Span<UInt8>, _ dialect: LinkPattern.Dialect) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the entry is empty") }
        guard text.count <= Self.byteLimit else {
            throw MatcherError(.tooLong, "\(QuotedText.quote(text)) is longer than \(Self.byteLimit) bytes")
        }
        try Self.checkCharacters(text, dialect)
        var start = 0
        if let separator = text.firstRange(of: "://") {
            schemeRange = 0..<separator.lowerBound
            start = separator.upperBound
            let name = QuotedText.decode(text.extracting(..<separator.lowerBound)).lowercased()
            scheme = name == "http" ? .http : name == "https" ? .https : nil
        } else if let slash = text.firstOffset(of: UInt8(ascii: "/")),
            case .v4? = IPAddress(parsing: text.extracting(..<slash))
        {
            // The example of the browser's vendor is `127.0.0.1/24`.
            block = try AddressMatcher(QuotedText.decode(text), allowsHostBits: dialect == .browser)
            return
        }
        let end = Self.endOfAuthority(text, from: start)
        pathRange = end..<text.count
        let colon = HostText.portColon(in: text, start..<end)
        hostRange = start..<(colon ?? end)
        if let colon { portRange = colon + 1..<end }
    }

    private static func checkCharacters(
        _ text: Span<UInt8>,
        _ dialect: LinkPattern.Dialect
    ) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        for index in text.indices {
            let range = index..<index + 1
            switch text[index] {
            case 0x20: throw MatcherError(.space, "there is a space in \(quoted)", help: "remove it", range: range)
            case ..<0x20, 0x7F:
                throw MatcherError(.space, "there is a control character in \(quoted)", help: "remove it", range: range)
            case UInt8(ascii: "|"):
                throw MatcherError(
                    .separator,
                    "there is a `|` in \(quoted)",
                    help: "write one entry as one value",
                    range: range
                )
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw MatcherError(
                    .hasQuery,
                    "\(quoted) has a query or a fragment, which are never looked at",
                    help: help(insteadOf: text, writing: text.extracting(..<index), dialect) ?? "remove it",
                    range: index..<text.count
                )
            case UInt8(ascii: "\\"):
                // A combining mark after it belongs to the same character.
                var replaced = String.UnicodeScalarView()
                replaced.append(contentsOf: QuotedText.decode(text).unicodeScalars.map { $0 == "\\" ? "/" : $0 })
                throw MatcherError(
                    .invalidCharacter,
                    "there is a `\\` in \(quoted)",
                    help: help(insteadOf: text, writing: String(replaced).utf8.span, dialect),
                    range: range
                )
            default: continue
            }
        }
    }

    private static func endOfAuthority(_ text: Span<UInt8>, from start: Int) -> Int {
        for index in start..<text.count where text[index] == UInt8(ascii: "/") { return index }
        return text.count
    }
}

/// Checks for a `*` in a position where it is not allowed. This check runs first, because such an entry may match more
/// than its author intends, whatever else is wrong with it.
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
                "\(quoted) matches every host",
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
                    "\(quoted) matches every host below the single label \(QuotedText.quote(rest))",
                    help: "name a domain of at least two labels, as in `*.contoso.com`",
                    range: range
                )
            }
            throw MatcherError(
                .wildcardLabel,
                "\(quoted) has a `*` in its last label",
                help: "name a domain, as in `*.contoso.com`",
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
                    "\(quoted) has a label that is only `*` and is not the first",
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
                help: "one is allowed at its end",
                range: range
            )
        }
        guard star == path.count - 1 else {
            throw MatcherError(
                .wildcardPath,
                "the path \(quoted) continues after its `*`",
                help: "a `*` is allowed only at its end",
                range: place
            )
        }
        if dialect == .browser, path[star - 1] != UInt8(ascii: "/") {
            throw MatcherError(
                .wildcardSegment,
                "the path \(quoted) ends in a `*` that is not a segment of its own",
                help: "a `*` is allowed only after a `/`",
                range: place
            )
        }
    }
}

extension Span<UInt8> {
    /// The last offset of a byte, or nil.
    fileprivate func lastOffset(of byte: UInt8) -> Int? {
        for index in indices.reversed() where self[index] == byte { return index }
        return nil
    }
}
