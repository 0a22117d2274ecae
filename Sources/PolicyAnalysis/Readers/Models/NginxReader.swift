import ByteText

/// nginx, given the text as the target of a request line: the values of `$host`, `$uri` and `$args`.
///
/// Modeled on the documentation of [`location`](https://nginx.org/en/docs/http/ngx_http_core_module.html#location) and
/// [`merge_slashes`](https://nginx.org/en/docs/http/ngx_http_core_module.html#merge_slashes), and compared with nginx
/// 1.22.1. Requests with user information or with an underscore in the host are rejected. The path is decoded once,
/// slashes are merged, and dot segments are removed; a segment above the root is rejected; `#` ends the path. nginx
/// takes scheme and port from its own socket; here they are as written.
enum NginxReader {
    /// Reads a text. The result is nil if nginx answers 400.
    static func read(_ text: ReaderText) -> ReaderReading? {
        // Spaces before and after the target are skipped.
        var rest = text.drop { $0 == UInt8(ascii: " ") }
        while rest.last == UInt8(ascii: " ") { rest = rest.dropLast() }
        guard !rest.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
        if rest.first == UInt8(ascii: "/") { return reading([], [], nil, rest) }
        guard let (scheme, behind) = rest.scheme, behind.begins(with: "//") else { return nil }
        rest = behind.dropping(2)
        let host: ReaderText
        if rest.first == UInt8(ascii: "[") {
            let end = rest.dropFirst().firstIndex { !isInLiteral($0) } ?? rest.endIndex
            guard end < rest.endIndex, rest[end] == UInt8(ascii: "]") else { return nil }
            host = rest[...end]
        } else {
            host = rest.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        }
        rest = rest.dropping(host.count)
        var port: Int?
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
            port = digits.decimal()
            rest = rest.dropping(1 + digits.count)
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?"), let name = name(host)
        else { return nil }
        return reading(scheme, name, port, rest)
    }

    private static func isInLiteral(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || ":-._~!$&'()*+,;=".utf8.contains(byte)
    }

    /// A host in lower case without its trailing dot; nil if it is empty or contains two consecutive dots.
    private static func name(_ host: ReaderText) -> [UInt8]? {
        let bytes = host.map(\.asciiLowercased)
        guard !zip(bytes, bytes.dropFirst()).contains(where: { $0 == (UInt8(ascii: "."), UInt8(ascii: ".")) }) else {
            return nil
        }
        let name = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...]
        return name.isEmpty ? nil : Array(name)
    }

    private static func reading(
        _ scheme: ReaderText,
        _ host: [UInt8],
        _ port: Int?,
        _ target: ReaderText
    ) -> ReaderReading? {
        let (path, query, _) = target.tail
        guard let clean = clean(path) else { return nil }
        return ReaderReading(
            scheme: scheme,
            host: host,
            port: port,
            path: clean,
            query: query?.isEmpty == true ? nil : query,
            isPathDecoded: true
        )
    }

    /// The decoded path without empty and dot segments; nil for an invalid `%`, for an encoded NUL, and for a path
    /// above the root.
    private static func clean(_ path: ReaderText) -> [UInt8]? {
        guard path.hasPercentSequences else { return nil }
        let decoded = path.percentDecoded
        guard !decoded.contains(0) else { return nil }
        var kept: [ArraySlice<UInt8>] = []
        let segments = decoded.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var endsWithSlash = true
        for segment in segments.dropFirst() {
            endsWithSlash = false
            switch segment.count {
            case 0: endsWithSlash = true
            case 1 where segment.begins(with: "."): endsWithSlash = true
            case 2 where segment.begins(with: ".."):
                guard kept.popLast() != nil else { return nil }
                endsWithSlash = true
            default: kept.append(segment)
            }
        }
        return kept.flatMap { [UInt8(ascii: "/")] + $0 } + (endsWithSlash ? [UInt8(ascii: "/")] : [])
    }
}
