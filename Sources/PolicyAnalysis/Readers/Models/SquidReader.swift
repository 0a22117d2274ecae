import ByteText
import RuleRegions
import URLMatching

/// Squid, given the text as the target of a request to a proxy.
///
/// Modeled on [RFC 9112, section 3.2.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2) and the documentation of
/// [`check_hostnames`](http://www.squid-cache.org/Doc/config/check_hostnames/), which is off by default, and compared
/// with Squid 5.7. A host ends at `/`, `?`, `#` or white space; user information ends at the last `@`. A single colon
/// starts a port, of which the leading digits count. Trailing dots are removed, and legacy IPv4 forms become addresses.
/// Nothing is decoded.
enum SquidReader {
    private static let mostSchemeBytes = 16
    /// The port if none is written. Squid always has a port.
    private static let defaultPorts = ["http": 80, "https": 443, "ftp": 21]

    /// Reads a text. The result is nil if Squid rejects the request. White space is removed, as with the default
    /// `uri_whitespace strip`.
    static func read(_ text: ReaderText) -> ReaderReading? {
        var text = text.drop { " \t".utf8.contains($0) }
        while text.last == UInt8(ascii: " ") { text = text.dropLast() }
        guard !text.contains(where: { $0.isControl && $0 != UInt8(ascii: "\t") }) else { return nil }
        let scheme = text.prefix(mostSchemeBytes).prefix { $0.isInScheme || $0 == UInt8(ascii: "_") }
        guard scheme.first?.isASCIILetter == true, text.dropping(scheme.count).begins(with: "://") else { return nil }
        let (authority, tail) = text.dropping(scheme.count + 3).split(atAny: "/?# \t")
        let place = authority.cutAtLast("@").behind
        let name: [UInt8]
        var port: ReaderText?
        if place.first == UInt8(ascii: "[") {
            let (inside, behind) = place.dropFirst().cut(at: "]")
            guard !inside.isEmpty else { return nil }
            name = inside.map(\.asciiLowercased)
            port = behind?.cut(at: ":").behind
        } else {
            let (before, behind) = place.cut(at: ":")
            // With more than one colon, it is treated as an IPv6 address without brackets.
            let isAddress = behind?.contains(UInt8(ascii: ":")) == true
            name = (isAddress ? place : before).map(\.asciiLowercased)
            port = isAddress ? nil : behind
        }
        // A port without a host is accepted; an empty authority and `[]` are not.
        guard !name.isEmpty || port != nil, let host = host(name) else { return nil }
        var number: Int?
        if let port {
            let digits = port.first == UInt8(ascii: "+") ? port.dropFirst() : port
            number = digits.prefix(while: \.isASCIIDigit).decimal() ?? 0
            guard let number, (1...65535).contains(number) else { return nil }
        } else {
            let known = defaultPorts[String(decoding: scheme.map(\.asciiLowercased), as: UTF8.self)]
            // A scheme without a default port has no usable port.
            guard known != nil else { return nil }
        }
        let (path, query, _) = ReaderText(tail.filter { !" \t".utf8.contains($0) }).tail
        // White space is removed, but if white space ended the host, a `/` is inserted to start the path.
        let isPath = path.first == UInt8(ascii: "/") && tail.first == UInt8(ascii: "/")
        return ReaderReading(
            scheme: scheme,
            host: host,
            port: number,
            path: isPath ? path : ReaderText([UInt8(ascii: "/")] + path),
            query: query
        )
    }

    private static func host(_ name: [UInt8]) -> [UInt8]? {
        var name = name[...]
        while name.last == UInt8(ascii: ".") { name = name.dropLast() }
        guard name.first != UInt8(ascii: "."),
            !zip(name, name.dropFirst()).contains(where: { $0 == (UInt8(ascii: "."), UInt8(ascii: ".")) })
        else { return nil }
        // An opening bracket without a closing one remains; then the text between it and the last character is read.
        let text = name.first == UInt8(ascii: "[") ? name.dropFirst().dropLast() : name
        let found = LegacyIPv4.dotted(text) ?? addressWithZone(text)
        // The addresses 0.0.0.0 and :: stay as written.
        guard let found, !["0.0.0.0", "::"].contains(found.characters) else { return Array(name) }
        return found
    }

    /// An IPv6 address as [`getaddrinfo`](https://man7.org/linux/man-pages/man3/getaddrinfo.3.html) reads it, without
    /// its zone, which must be a number. An address that maps an IPv4 address becomes that address.
    private static func addressWithZone(_ text: ReaderText) -> [UInt8]? {
        let (before, zone) = text.cut(at: "%")
        if let zone {
            let limit = Int(UInt32.max)
            guard let number = zone.decimal(atMost: limit), number <= limit else { return nil }
        }
        guard let address = before.canonicalIPv6 else { return nil }
        let host = Array("[".utf8) + address + Array("]".utf8)
        return IPAddress(host: host).map { Array("\($0.unmapped)".utf8) } ?? address
    }
}
