import ByteText

/// libcurl's URL parser, with the flags that transfers use: a missing scheme is guessed, and unknown schemes are
/// accepted.
///
/// Modeled on [curl_url_set](https://curl.se/libcurl/c/curl_url_set.html) and curl's own [URL
/// syntax](https://curl.se/docs/url-syntax.html), and compared with libcurl 7.88.1. One to three slashes start a host,
/// user information ends at the *first* `@`, legacy IPv4 forms become addresses, `%xx` in the host is decoded, and
/// plain dot segments are removed.
enum CurlReader {
    private static let mostSchemeBytes = 40
    private static let mostZoneBytes = 15
    /// The characters that a host name must not contain.
    private static let forbidden = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"

    /// Reads a text. The result is nil if `curl_url_set` fails.
    static func read(_ text: ReaderText) -> ReaderReading? {
        // A C string ends at its first NUL.
        let text = text.prefix { $0 != 0 }
        guard !text.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
        let scheme = schemeName(of: text)
        if scheme.map({ $0.map(\.asciiLowercased) == Array("file".utf8) }) == true { return file(text) }
        var rest = text
        if let scheme {
            rest = text.dropping(scheme.count + 1)
            let slashes = rest.prefix { $0 == UInt8(ascii: "/") }.count
            guard (1...3).contains(slashes) else { return nil }
            rest = rest.dropping(slashes)
        }
        let (authority, tail) = rest.split(atAny: "/?#")
        guard !authority.isEmpty, let (host, port) = place(authority, hasScheme: scheme != nil) else { return nil }
        let (path, query, _) = tail.tail
        let cleaned = path.withoutDotSegments
        return ReaderReading(
            scheme: scheme.map { Array($0) } ?? guessedScheme(of: host),
            host: host,
            port: port,
            path: cleaned.isEmpty ? Array("/".utf8) : cleaned,
            query: query
        )
    }

    /// The scheme. A slash must follow its colon, because otherwise it may be a host with a port. A scheme may start
    /// with a digit.
    private static func schemeName(of text: ReaderText) -> ReaderText? {
        let name = text.prefix(mostSchemeBytes).prefix(while: \.isInScheme)
        return !name.isEmpty && text.dropping(name.count).begins(with: ":/") ? name : nil
    }

    private static func guessedScheme(of host: [UInt8]) -> [UInt8] {
        let name = host.map(\.asciiLowercased)
        for known in ["ftp", "dict", "ldap", "imap", "smtp", "pop3"] where name.begins(with: known + ".") {
            return Array(known.utf8)
        }
        return Array("http".utf8)
    }

    private static func place(_ authority: ReaderText, hasScheme: Bool) -> (host: [UInt8], port: Int?)? {
        let (user, behind) = authority.cut(at: "@")
        let text = behind ?? user
        var (host, port) = (text, ReaderText?.none)
        if text.first == UInt8(ascii: "[") {
            let (inside, rest) = text.cut(at: "]")
            guard let rest else { return nil }
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
            host = text.prefix(inside.count + 1)
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else {
            (host, port) = text.cut(at: ":")
        }
        var number: Int?
        if let port {
            if port.isEmpty {
                // Without a scheme, the text would look like a scheme.
                guard hasScheme else { return nil }
            } else {
                number = port.decimal()
                guard let number, number <= 65535 else { return nil }
            }
        }
        return name(host).map { ($0, number) }
    }

    private static func name(_ host: ReaderText) -> [UInt8]? {
        if let address = LegacyIPv4.dotted(host) { return address }
        guard host.first == UInt8(ascii: "[") else {
            let decoded = host.percentDecoded
            // `%00` and other encoded controls are rejected.
            let isRefused = decoded.isEmpty || decoded.contains { $0 < 0x20 } || decoded.contains(anyOf: forbidden)
            return isRefused ? nil : decoded
        }
        guard host.count >= 4, host.last == UInt8(ascii: "]") else { return nil }
        let inside = host.dropFirst().dropLast()
        let address = inside.prefix(while: \.isInIPv6Address)
        var zone = inside.dropping(address.count)
        if !zone.isEmpty {
            guard zone.first == UInt8(ascii: "%") else { return nil }
            zone = zone.dropFirst()
            if zone.begins(with: "25"), zone.count > 2 { zone = zone.dropping(2) }
            guard (1...mostZoneBytes).contains(zone.count) else { return nil }
        }
        return address.canonicalIPv6
    }

    /// Reads a `file:` URL, which has no host: only an empty host, `localhost` and `127.0.0.1` are accepted.
    private static func file(_ text: ReaderText) -> ReaderReading? {
        guard text.count > 6 else { return nil }
        var path = text.dropping(5)
        if path.begins(with: "//") {
            path = path.dropping(2)
            if path.first != UInt8(ascii: "/") {
                let head = path.prefix(10).map(\.asciiLowercased)
                guard head.begins(with: "localhost/") || head.begins(with: "127.0.0.1/") else { return nil }
                path = path.dropping(9)
            }
        }
        let afterSlash = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
        guard !isDrive(afterSlash), !isDrive(path) else { return nil }
        let (name, query, _) = path.tail
        let cleaned = name.count <= 1 ? Array("/".utf8) : name.withoutDotSegments
        return ReaderReading(scheme: "file".utf8, path: cleaned, query: query)
    }

    /// Whether a text starts with a drive letter, which only systems with drives accept.
    private static func isDrive(_ text: ReaderText) -> Bool {
        guard text.first?.isASCIILetter == true, text.dropFirst().first.map({ ":|".utf8.contains($0) }) == true else {
            return false
        }
        return text.dropping(2).first.map { "/\\".utf8.contains($0) } ?? true
    }
}
