import ByteText

/// `urllib.parse.urlsplit` of Python, with `hostname` and `port` of its result.
///
/// Modeled on the [documentation](https://docs.python.org/3/library/urllib.parse.html#urllib.parse.urlsplit) of Python
/// 3.11, and compared with CPython 3.11.7. Leading controls and spaces are removed, and tabs and newlines everywhere.
/// The authority ends at `/`, `?` or `#`, user information at the last `@`, and the port starts after the first `:`.
/// Dot segments and `%xx` stay.
enum UrllibReader {
    /// Reads a text. The result is nil if `urlsplit`, `hostname` or `port` raises.
    static func read(_ text: ReaderText) -> ReaderReading? {
        var rest = ReaderText(text.drop { $0 <= 0x20 }.filter { !"\t\r\n".utf8.contains($0) })
        var scheme = ReaderText()
        if let found = rest.scheme { (scheme, rest) = found }
        var authority = ReaderText()
        if rest.begins(with: "//") {
            (authority, rest) = rest.dropping(2).split(atAny: "/?#")
            guard hasPlausibleBrackets(authority), !hidesDelimiter(authority) else { return nil }
        }
        var host = authority.cutAtLast("@").behind
        var port = ReaderText()
        if let bracket = host.firstIndex(of: UInt8(ascii: "[")) {
            let (inside, behind) = host[(bracket + 1)...].cut(at: "]")
            (host, port) = (inside, behind?.cut(at: ":").behind ?? [])
        } else {
            let (name, behind) = host.cut(at: ":")
            (host, port) = (name, behind ?? [])
        }
        let number = port.decimal()
        guard port.isEmpty || number.map({ $0 <= 65535 }) == true else { return nil }
        let (path, query, _) = rest.tail
        let name = host.cut(at: "%").before.characters.lowercased()
        let zone = host.dropFirst(host.cut(at: "%").before.count)
        return ReaderReading(
            scheme: scheme,
            host: Array(name.utf8) + zone,
            port: number,
            path: path,
            query: query?.isEmpty == true ? nil : query
        )
    }

    /// Whether brackets enclose an address: IPv6, with or without a zone, or an address of a future version.
    private static func hasPlausibleBrackets(_ authority: ReaderText) -> Bool {
        let isOpen = authority.contains(UInt8(ascii: "["))
        guard isOpen == authority.contains(UInt8(ascii: "]")) else { return false }
        guard isOpen else { return true }
        let inside = (authority.cut(at: "[").behind ?? []).cut(at: "]").before
        guard !inside.begins(with: "v") else {
            let (version, rest) = inside.dropFirst().cut(at: ".")
            return !version.isEmpty && version.allSatisfy(\.isHexadecimalDigit) && rest?.isEmpty == false
        }
        let (address, zone) = inside.cut(at: "%")
        return address.isIPv6Address && zone.map { !$0.isEmpty && !$0.contains(UInt8(ascii: "%")) } ?? true
    }

    /// Whether normalizing the authority would produce a delimiter.
    private static func hidesDelimiter(_ authority: ReaderText) -> Bool {
        authority.contains { $0 >= 0x80 }
            && authority.characters.unicodeScalars.contains(where: \.hidesDelimiter)
    }
}
