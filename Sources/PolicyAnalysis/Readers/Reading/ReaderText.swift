import ByteText
import URLStandard

/// Bytes of a URL that a reader splits into pieces.
typealias ReaderText = ArraySlice<UInt8>

extension UInt8 {
    /// Whether it may follow the first letter of a scheme.
    var isInScheme: Bool { isASCIIAlphanumeric || "+-.".utf8.contains(self) }
    /// Whether it may be in an IPv6 address.
    var isInIPv6Address: Bool {
        isHexadecimalDigit || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }
    /// Whether it is a C0 control or DEL.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}

extension Collection<UInt8> where SubSequence: Collection<UInt8> {
    /// The first index of any of these characters.
    func firstIndex(ofAny characters: String) -> Index? { firstIndex { characters.utf8.contains($0) } }

    /// Whether any of these characters occurs.
    func contains(anyOf characters: String) -> Bool { contains { characters.utf8.contains($0) } }

    /// Whether it starts with these characters.
    func begins(with characters: String) -> Bool { starts(with: characters.utf8) }
}

extension ReaderText {
    /// Splits before the first of these characters. Without any of them, the rest is empty.
    func split(atAny characters: String) -> (before: ReaderText, rest: ReaderText) {
        let place = firstIndex(ofAny: characters) ?? endIndex
        return (self[..<place], self[place...])
    }

    /// The text before the first such character and the text after it. If there is none, the second is nil.
    func cut(at character: Unicode.Scalar) -> (before: ReaderText, behind: ReaderText?) {
        guard let place = firstIndex(of: UInt8(ascii: character)) else { return (self, nil) }
        return (self[..<place], self[(place + 1)...])
    }

    /// The text before the last such character and the text after it. If there is none, the first is nil.
    func cutAtLast(_ character: Unicode.Scalar) -> (before: ReaderText?, behind: ReaderText) {
        guard let place = lastIndex(of: UInt8(ascii: character)) else { return (nil, self) }
        return (self[..<place], self[(place + 1)...])
    }

    /// An IPv6 address in its shortest form, without brackets and zone; anything else is unchanged.
    var withoutBrackets: [UInt8] {
        guard contains(UInt8(ascii: ":")) else { return Array(self) }
        let isEnclosed = first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
        let inside = isEnclosed ? dropFirst().dropLast() : self
        return inside.cut(at: "%").before.canonicalIPv6 ?? Array(self)
    }

    /// The text without its first `count` bytes.
    func dropping(_ count: Int) -> ReaderText { dropFirst(count) }

    /// A scheme that starts with a letter, and the text after its colon; nil if there is none.
    var scheme: (name: ReaderText, rest: ReaderText)? {
        guard first?.isASCIILetter == true, let colon = firstIndex(where: { !$0.isInScheme }),
            self[colon] == UInt8(ascii: ":")
        else { return nil }
        return (self[..<colon], self[(colon + 1)...])
    }

    /// Path, query and fragment: the fragment starts at the first `#`, the query at the first `?` before it.
    var tail: (path: ReaderText, query: ReaderText?, fragment: ReaderText?) {
        let (before, fragment) = cut(at: "#")
        let (path, query) = before.cut(at: "?")
        return (path, query, fragment)
    }

    /// The number if the text consists only of decimal digits; nil for anything else, `limit` + 1 for a larger number.
    func decimal(atMost limit: Int = 65535) -> Int? {
        guard !isEmpty, allSatisfy(\.isASCIIDigit) else { return nil }
        return reduce(0) { Swift.min($0 * 10 + Int($1 & 15), limit + 1) }
    }
}

extension Sequence<UInt8> {
    /// The bytes with every `%xx` decoded once; anything else is unchanged.
    var percentDecoded: [UInt8] {
        let bytes = Array(self)
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if let byte = Hexadecimal.percentDecodedByte(in: bytes.span, at: place) {
                decoded.append(byte)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return decoded
    }
}

extension Collection<UInt8> {
    /// Whether it is an IPv6 address without brackets and zone, by the parser of the URL Standard, which accepts the
    /// same texts as `inet_pton`.
    var isIPv6Address: Bool { canonicalIPv6 != nil }

    /// An IPv6 address in its shortest form, or nil for anything else.
    var canonicalIPv6: [UInt8]? {
        guard count <= 45, allSatisfy(\.isInIPv6Address),
            let record = URLRecord("http://[\(String(decoding: self, as: UTF8.self))]/")
        else { return nil }
        return Array(record.hostString.utf8.dropFirst().dropLast())
    }

    /// The bytes as UTF-8, with U+FFFD for invalid bytes, as a reader of characters sees them.
    var characters: String { String(decoding: self, as: UTF8.self) }
}

extension Unicode.Scalar {
    /// Code points that [NFKC](https://www.unicode.org/reports/tr15/) maps to text with a `/`, `?`, `#`, `@` or `:`,
    /// such as `／` and `℀`.
    private static let hidingDelimiters: Set<Unicode.Scalar> = [
        "\u{2047}", "\u{2048}", "\u{2049}", "\u{2100}", "\u{2101}", "\u{2105}", "\u{2106}", "\u{2A74}", "\u{FE13}",
        "\u{FE16}", "\u{FE55}", "\u{FE56}", "\u{FE5F}", "\u{FE6B}", "\u{FF03}", "\u{FF0F}", "\u{FF1A}", "\u{FF1F}",
        "\u{FF20}",
    ]

    /// Whether normalization produces a URL delimiter.
    var hidesDelimiter: Bool { Self.hidingDelimiters.contains(self) }
}
