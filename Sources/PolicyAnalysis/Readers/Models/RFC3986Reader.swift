/// The lenient reading of RFC 3986 that much software takes.
///
/// [Appendix B](https://www.rfc-editor.org/rfc/rfc3986#appendix-B) cuts a text into scheme, authority, path, query and
/// fragment by delimiters alone, and refuses nothing. [Section 3.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2) cuts
/// the authority: user information ends at the last `@`, the port begins behind the last `:` that no bracket encloses. Dot
/// segments are removed as in [section 5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4), which knows only plain
/// dots. Held against the appendix' own expression in Python, and against `URLRecord.appendOtherHost`.
enum RFC3986Reader {
    /// Reads a text. A port that is no number refuses it; nothing else does.
    static func read(_ text: ReaderText) -> ReaderReading? {
        var scheme = ReaderText()
        var rest = text
        // Any run that no delimiter interrupts is a scheme.
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
    /// A path without `.` and `..` segments, as RFC 3986 removes them from one that begins with a slash; any other path as it
    /// is.
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
