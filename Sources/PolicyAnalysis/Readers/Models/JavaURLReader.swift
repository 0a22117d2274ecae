import ByteText

/// `java.net.URL` of the Java platform.
///
/// Modeled on the [class
/// documentation](https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URL.html) and that of
/// `URLStreamHandler.parseURL`, and compared with OpenJDK 17. It accepts almost everything: `url:` before the scheme is
/// dropped, the authority ends at `/` or `?`, more than one `@` results in no host, and dot segments stay. Only the
/// schemes that come with the platform are known. Of these, `jar`, `jmod`, `jrt` and `mailto`, which lead to no host,
/// are rejected here.
enum JavaURLReader {
    private static let schemes: Set<String> = ["http", "https", "ftp", "file"]

    /// Reads a text. The result is nil if the constructor throws.
    static func read(_ text: ReaderText) -> ReaderReading? {
        var rest = text.drop { $0 <= 0x20 }
        while let last = rest.last, last <= 0x20 { rest = rest.dropLast() }
        if rest.prefix(4).map(\.asciiLowercased).begins(with: "url:") { rest = rest.dropping(4) }
        let head = rest.split(atAny: ":/")
        let scheme = head.before.map(\.asciiLowercased)
        guard head.rest.first == UInt8(ascii: ":"), schemes.contains(String(decoding: scheme, as: UTF8.self)) else {
            return nil
        }
        let (before, query, _) = head.rest.dropFirst().tail
        rest = before
        var (host, port): (ReaderText, Int?) = ([], nil)
        var hasAuthority = false
        if rest.begins(with: "//"), !rest.begins(with: "////") {
            let authority = rest.dropping(2).split(atAny: "/")
            rest = authority.rest
            hasAuthority = true
            guard let place = place(authority.before) else { return nil }
            (host, port) = place
        }
        var path = Array(rest)
        if hasAuthority, !path.isEmpty, path.first != UInt8(ascii: "/") { path.insert(UInt8(ascii: "/"), at: 0) }
        return ReaderReading(
            scheme: scheme,
            host: host,
            port: port,
            path: path,
            query: query
        )
    }

    private static func place(_ authority: ReaderText) -> (ReaderText, Int?)? {
        let (user, behind) = authority.cut(at: "@")
        // With more than one `@`, the authority is not server-based.
        if behind?.contains(UInt8(ascii: "@")) == true { return ([], nil) }
        let place = behind ?? user
        // Java does not check two code points for vertical text.
        let hides = place.characters.unicodeScalars.contains {
            $0.hidesDelimiter && $0 != "\u{FE13}" && $0 != "\u{FE16}"
        }
        guard !hides, !place.contains(where: \.isControl) else { return nil }
        guard place.first == UInt8(ascii: "[") else {
            let (name, port) = place.cut(at: ":")
            guard let port, !port.isEmpty else { return (name, nil) }
            guard let number = number(port) else { return nil }
            return (name, number == -1 ? nil : number)
        }
        let (inside, rest) = place.dropFirst().cut(at: "]")
        guard inside.count > 1, inside.last != UInt8(ascii: "%"), let rest,
            let address = JavaIPv6.canonical(inside.cut(at: "%").before, permitsLongPieces: true)
        else { return nil }
        guard !rest.isEmpty else { return (address[...], nil) }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        guard rest.count > 1 else { return (address[...], nil) }
        guard let number = number(rest.dropFirst()) else { return nil }
        return (address[...], number == -1 ? nil : number)
    }

    /// The result of `Integer.parseInt`, which accepts a sign; nil if it throws, and for values below -1.
    private static func number(_ text: ReaderText) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        let limit = Int(Int32.max)
        guard let value = digits.decimal(atMost: limit), value <= limit else { return nil }
        if isNegative, value > 1 { return nil }
        return isNegative ? -value : value
    }
}
