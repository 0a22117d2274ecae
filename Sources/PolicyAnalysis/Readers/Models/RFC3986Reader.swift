/// The lenient reading of RFC 3986 that much software implements.
///
/// [Appendix B](https://www.rfc-editor.org/rfc/rfc3986#appendix-B) splits a text into scheme, authority, path, query
/// and fragment by delimiters alone, and rejects nothing. [Section
/// 3.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2) splits the authority: user information ends at the last
/// `@`, and the port starts after the last `:` outside brackets. Dot segments are removed as in [section
/// 5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4), which only recognizes plain dots. Compared with the
/// appendix's own expression in Python, and with `URLRecord.appendOtherHost`.
enum RFC3986Reader {
    /// Reads a text. Only a port that is not a number is rejected.
    static func read(_ text: ReaderText) -> ReaderReading? {
        var scheme = ReaderText()
        var rest = text
        // Any run without a delimiter is a scheme.
        let head = text.split(atAny: ":/?#")
        if !head.before.isEmpty, head.rest.first == UInt8(ascii: ":") {
            (scheme, rest) = (head.before, head.rest.dropFirst())
        }
        var (host, port) = (ReaderText(), ReaderText())
        if rest.begins(with: "//") {
            let (authority, behind) = rest.dropping(2).split(atAny: "/?#")
            rest = behind
            (host, port) = Self.hostAndPort(authority.cutAtLast("@").behind)
        }
        let number = port.decimal()
        guard port.isEmpty || number != nil else { return nil }
        let (path, query, _) = rest.tail
        return ReaderReading(
            scheme: scheme,
            host: host,
            port: number,
            path: path.withoutDotSegments,
            query: query
        )
    }

    private static func hostAndPort(_ text: ReaderText) -> (host: ReaderText, port: ReaderText) {
        guard let colon = text.lastIndex(of: UInt8(ascii: ":")),
            text.lastIndex(of: UInt8(ascii: "]")).map({ $0 < colon }) ?? true
        else { return (text, []) }
        return (text[..<colon], text[(colon + 1)...])
    }
}

extension ReaderText {
    /// The path without `.` and `..` segments, removed as in RFC 3986 if it starts with a slash; any other path is
    /// unchanged.
    var withoutDotSegments: [UInt8] {
        guard first == UInt8(ascii: "/") else { return Array(self) }
        var output: [UInt8] = []
        let segments = dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment.count {
            case 1 where segment.begins(with: "."):
                if isLast { output.append(UInt8(ascii: "/")) }
            case 2 where segment.begins(with: ".."):
                while let byte = output.popLast(), byte != UInt8(ascii: "/") {}
                if isLast { output.append(UInt8(ascii: "/")) }
            default: output += [UInt8(ascii: "/")] + segment
            }
        }
        return output
    }
}
