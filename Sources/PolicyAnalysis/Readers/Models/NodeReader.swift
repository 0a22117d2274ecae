import ByteText

/// `url.parse` of Node.js, its API from before the URL Standard.
///
/// Modeled on the [documentation](https://nodejs.org/docs/latest-v20.x/api/url.html#legacy-url-api), and compared with
/// Node.js 20.20. Backslashes are slashes up to the first `?` or `#`. User information ends at the last `@` before one
/// of `/ ? #`. The host ends at the first code point that was never allowed in a host, and the path starts there.
enum NodeReader {
    /// Schemes that precede `//`. The scheme is compared as written.
    private static let slashed: Set<String> = ["http:", "https:", "ftp:", "gopher:", "file:", "ws:", "wss:"]
    private static let neverInHost = " \"%';<>\\^`{|}"
    private static let mostHostUnits = 255

    /// Reads a text. The result is nil if `url.parse` throws.
    static func read(_ text: ReaderText) -> ReaderReading? {
        let trimmed = text.characters.unicodeScalars.trimmingSpaces
        var rest = ReaderText(String(trimmed).utf8)
        let split = rest.firstIndex(ofAny: "?#") ?? rest.endIndex
        let hasAt = rest[..<split].contains(UInt8(ascii: "@"))
        for place in rest.startIndex..<split where rest[place] == UInt8(ascii: "\\") { rest[place] = UInt8(ascii: "/") }
        if !hasAt, !rest.contains(UInt8(ascii: "#")), let path = simplePath(rest) { return path }

        var scheme = ReaderText()
        let name = rest.prefix(while: \.isInScheme)
        if !name.isEmpty, rest.dropping(name.count).first == UInt8(ascii: ":") {
            scheme = name
            rest = rest.dropping(name.count + 1)
        }
        let lower = String(decoding: scheme.map(\.asciiLowercased), as: UTF8.self)
        let isHostless = lower == "javascript"
        var hasSlashes = false
        if !scheme.isEmpty || hasUserAndHost(rest) {
            hasSlashes = rest.begins(with: "//")
            if hasSlashes, !isHostless { rest = rest.dropping(2) }
        }
        var (host, port): (String, ReaderText) = ("", [])
        let isSlashed = slashed.contains(scheme.characters + ":")
        if !isHostless, hasSlashes || !scheme.isEmpty && !isSlashed {
            guard let place = place(&rest) else { return nil }
            (host, port) = place
        }
        if !isHostless { rest = escaped(rest) }
        var (path, query, _) = rest.tail
        if path.isEmpty, !host.isEmpty, slashed.contains(lower + ":") { path = ReaderText("/".utf8) }
        return ReaderReading(
            scheme: scheme,
            host: host.utf8,
            port: port.decimal(),
            path: path,
            query: query
        )
    }

    /// A text that starts with one or two slashes and contains neither `@` nor `#` is a path with a query.
    private static func simplePath(_ text: ReaderText) -> ReaderReading? {
        guard text.first == UInt8(ascii: "/"), !text.begins(with: "///") else { return nil }
        let (path, query) = text.cut(at: "?")
        // White space ends the match of the expression, and the match must cover the whole text.
        guard !text.characters.unicodeScalars.contains(where: isWhiteSpace) else { return nil }
        return ReaderReading(path: path, query: query)
    }

    /// The characters that `\s` matches in JavaScript.
    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFEFF || scalar.value != 0x85 && scalar.properties.isWhitespace
    }

    private static func hasUserAndHost(_ text: ReaderText) -> Bool {
        guard text.begins(with: "//") else { return false }
        let (user, rest) = text.dropping(2).split(atAny: "@/")
        return !user.isEmpty && rest.first == UInt8(ascii: "@")
            && rest.dropFirst().first.map { !"@/".utf8.contains($0) } == true
    }

    /// Removes host and port from the front of a text. The result is nil if that throws.
    private static func place(_ rest: inout ReaderText) -> (host: String, port: ReaderText)? {
        let end = rest.firstIndex(ofAny: "#/?") ?? rest.endIndex
        // Tabs and newlines are removed from the part in which the host is searched, up to the delimiter.
        var text = ReaderText(rest[..<end].filter { !"\t\n\r".utf8.contains($0) } + rest[end...])
        let authorityEnd = text.firstIndex(ofAny: "#/?") ?? text.endIndex
        var start = text.startIndex
        if let at = text[..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) {
            guard text[..<at].isDecodable else { return nil }
            start = at + 1
        }
        let hostEnd = text[start..<authorityEnd].firstIndex(ofAny: neverInHost) ?? authorityEnd
        var host = text[start..<hostEnd]
        text = text[hostEnd...]
        var port = ReaderText()
        let digits = host.reversed().prefix(while: \.isASCIIDigit).count
        if host.dropLast(digits).last == UInt8(ascii: ":") {
            port = host.suffix(digits)
            host = host.dropLast(digits + 1)
        }
        let isAddress = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
        if isAddress {
            guard !host.contains(where: { "\0\t\n\r #%/<>?@\\^|".utf8.contains($0) }) else { return nil }
            if text.first != UInt8(ascii: "/") { text = ReaderText([UInt8(ascii: "/")] + text) }
        } else if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            // The text after it is not a port, and so starts the path.
            text = ReaderText([UInt8(ascii: "/")] + host[colon...] + text)
            host = host[..<colon]
        }
        rest = text
        let name = host.characters
        guard name.utf16.count <= mostHostUnits else { return ("", port) }
        if isAddress {
            return (String(name.dropFirst().dropLast()).lowercased(), port)
        }
        guard !name.isEmpty else { return ("", port) }
        guard let domain = NodeDomain.ascii(name), !domain.isEmpty, !domain.contains(anyOf: "\t\n\r #%/:<>?@[\\]^|")
        else { return nil }
        return (domain.characters, port)
    }

    /// The text with every character escaped that RFC 2396 does not allow in a URL.
    private static func escaped(_ text: ReaderText) -> ReaderText {
        var output: [UInt8] = []
        for byte in text {
            if "\t\n\r \"'<>\\^`{|}".utf8.contains(byte) {
                Hexadecimal.appendPercentEncoded(byte, to: &output)
            } else {
                output.append(byte)
            }
        }
        return output[...]
    }
}

extension Collection<UInt8> {
    /// Whether `decodeURIComponent` accepts it: every `%` starts a sequence, and the result is UTF-8.
    fileprivate var isDecodable: Bool {
        hasPercentSequences && String(validating: percentDecoded, as: UTF8.self) != nil
    }
}

extension String.UnicodeScalarView {
    /// The text without what the parser treats as white space at both ends.
    fileprivate var trimmingSpaces: Substring.UnicodeScalarView {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value < 33 || scalar.value == 0xA0 || scalar.value == 0xFEFF
        }
        var rest = self[...].drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }
}
