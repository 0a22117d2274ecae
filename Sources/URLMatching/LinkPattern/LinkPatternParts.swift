import URLStandard

/// Where the parts of an entry stand, before any of them is read.
struct LinkPatternParts {
    /// The whole entry, where it is a block of addresses.
    private(set) var block: AddressMatcher?
    /// nil where there is none, or another than `http` and `https`.
    private(set) var scheme: SpecialScheme?
    /// The scheme as it is written; nil where there is none.
    private(set) var schemeRange: Range<Int>?
    private(set) var hostRange = 0..<0
    /// The port without its `:`; nil where there is none.
    private(set) var portRange: Range<Int>?
    /// The path, from its `/` on; empty where there is none.
    private(set) var pathRange = 0..<0

    private static var byteLimit: Int { 4096 }

    init(_ text: Span<UInt8>) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the entry is empty") }
        guard text.count <= Self.byteLimit else {
            throw MatcherError(.tooLong, "\(QuotedText.quote(text)) is longer than \(Self.byteLimit) bytes")
        }
        try Self.checkCharacters(text)
        var start = 0
        if let separator = text.firstRange(of: "://") {
            schemeRange = 0..<separator.lowerBound
            start = separator.upperBound
            let name = QuotedText.decode(text.extracting(..<separator.lowerBound)).lowercased()
            scheme = name == "http" ? .http : name == "https" ? .https : nil
        } else if let slash = text.firstOffset(of: UInt8(ascii: "/")),
            case .v4? = IPAddress(parsing: text.extracting(..<slash))
        {
            block = try AddressMatcher(QuotedText.decode(text))
            return
        }
        let end = Self.endOfAuthority(text, from: start)
        pathRange = end..<text.count
        let colon = Self.portColon(text.extracting(start..<end)).map { $0 + start }
        hostRange = start..<(colon ?? end)
        if let colon { portRange = colon + 1..<end }
    }

    private static func checkCharacters(_ text: Span<UInt8>) throws(MatcherError) {
        let quoted = QuotedText.quote(text)
        for index in text.indices {
            let range = index..<index + 1
            switch text[index] {
            case 0x20: throw MatcherError(.space, "a space stands in \(quoted)", help: "remove it", range: range)
            case ..<0x20, 0x7F:
                throw MatcherError(.space, "a control character stands in \(quoted)", help: "remove it", range: range)
            case UInt8(ascii: "|"):
                throw MatcherError(
                    .separator,
                    "`|` stands in \(quoted)",
                    help: "write one entry as one value",
                    range: range
                )
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw MatcherError(
                    .hasQuery,
                    "\(quoted) has a query or a fragment, which are never looked at",
                    help: "write \(QuotedText.quote(text.extracting(..<index)))",
                    range: index..<text.count
                )
            case UInt8(ascii: "\\"):
                throw MatcherError(
                    .invalidCharacter,
                    "`\\` stands in \(quoted)",
                    help: "write `/`",
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

    /// Where the `:` of a port stands; an IPv6 address in brackets has colons of its own.
    private static func portColon(_ authority: Span<UInt8>) -> Int? {
        var isInBrackets = false
        for index in authority.indices {
            switch authority[index] {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: ":") where !isInBrackets: return index
            default: continue
            }
        }
        return nil
    }
}
