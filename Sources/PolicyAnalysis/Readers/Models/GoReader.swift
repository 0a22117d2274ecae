import ByteText

/// `url.Parse` of Go's `net/url`, with `Hostname`, `Port` and `Path` of its result.
///
/// Modeled on the [package documentation](https://pkg.go.dev/net/url), and compared with Go 1.19. Controls are
/// rejected. Once fragment and query are cut off, the authority ends only at `/`. User information ends at the last
/// `@`. In a host, only non-ASCII bytes may be percent-encoded. The path is decoded, and keeps its dot segments.
enum GoReader {
    /// Reads a text. The result is nil if `url.Parse` fails.
    static func read(_ text: ReaderText) -> ReaderReading? {
        let (before, fragment) = text.cut(at: "#")
        guard !before.contains(where: \.isControl), fragment?.hasPercentSequences != false else { return nil }
        if before.elementsEqual("*".utf8) { return ReaderReading(path: "*".utf8, isPathDecoded: true) }
        guard before.first != UInt8(ascii: ":") else { return nil }
        let (scheme, behind) = before.scheme ?? ([], before)
        let (rest, query) = behind.cut(at: "?")
        let asked = query?.isEmpty == true ? nil : query
        guard rest.first == UInt8(ascii: "/") else {
            // After a scheme, the rest is opaque. Otherwise the first segment must not look like a scheme.
            if !scheme.isEmpty { return ReaderReading(scheme: scheme, path: rest, query: asked, isPathDecoded: true) }
            guard !rest.cut(at: "/").before.contains(UInt8(ascii: ":")), rest.hasPercentSequences else { return nil }
            return ReaderReading(path: rest.percentDecoded, query: asked, isPathDecoded: true)
        }
        var path = rest
        var (host, port): ([UInt8], Int?) = ([], nil)
        if rest.begins(with: "//"), !scheme.isEmpty || !rest.begins(with: "///") {
            let authority = rest.dropping(2).split(atAny: "/")
            path = authority.rest
            guard let place = place(authority.before) else { return nil }
            (host, port) = place
        }
        guard path.hasPercentSequences else { return nil }
        return ReaderReading(
            scheme: scheme,
            host: host,
            port: port,
            path: path.percentDecoded,
            query: asked,
            isPathDecoded: true
        )
    }

    private static func place(_ authority: ReaderText) -> ([UInt8], Int?)? {
        let (user, place) = authority.cutAtLast("@")
        if let user { guard user.allSatisfy(isInUserInformation), user.hasPercentSequences else { return nil } }
        if place.first == UInt8(ascii: "[") {
            guard let end = place.lastIndex(of: UInt8(ascii: "]")), isPort(place[(end + 1)...]) else { return nil }
            let inside = place[(place.startIndex + 1)..<end]
            let zonePlace = inside.indices.first { inside[$0...].begins(with: "%25") } ?? inside.endIndex
            let (address, zone) = (inside[..<zonePlace], inside[zonePlace...])
            guard isName(address), zone.isEmpty || isZone(zone), isName(place[end...]) else { return nil }
            return ((address + zone).percentDecoded, place[(end + 1)...].dropFirst().decimal())
        }
        var (name, port) = (place, ReaderText())
        if let colon = place.lastIndex(of: UInt8(ascii: ":")) {
            guard isPort(place[colon...]) else { return nil }
            (name, port) = (place[..<colon], place[(colon + 1)...])
        }
        guard isName(name) else { return nil }
        return (name.percentDecoded, port.decimal())
    }

    private static func isPort(_ text: ReaderText) -> Bool {
        text.isEmpty || text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isASCIIDigit)
    }

    private static func isInUserInformation(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-._:~!$&'()*+,;=%@".utf8.contains(byte)
    }

    /// Whether a host may contain these bytes: of encoded bytes, only non-ASCII bytes and `%` itself.
    private static func isName(_ text: ReaderText) -> Bool {
        guard text.hasPercentSequences else { return false }
        for place in text.indices {
            let byte = text[place]
            if byte == UInt8(ascii: "%") {
                let sequence = text[place...].prefix(3)
                let isASCII = sequence.percentDecoded.first.map { $0 < 0x80 } ?? true
                guard !isASCII || sequence.elementsEqual("%25".utf8) else { return false }
            } else if byte < 0x80, !isInHost(byte) {
                return false
            }
        }
        return true
    }

    private static func isInHost(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "!$&'()*+,;=:[]<>\"-_.~".utf8.contains(byte)
    }

    /// Whether a zone, with its `%25`, contains only bytes that could be written without encoding, or a space.
    private static func isZone(_ text: ReaderText) -> Bool {
        guard text.begins(with: "%25"), text.hasPercentSequences else { return false }
        for place in text.indices {
            let byte = text[place]
            if byte == UInt8(ascii: "%") {
                let decoded = text[place...].prefix(3).percentDecoded.first ?? 0
                guard
                    decoded == UInt8(ascii: "%") || decoded == UInt8(ascii: " ") || decoded < 0x80 && isInHost(decoded)
                else { return false }
            } else if byte < 0x80, !isInHost(byte) {
                return false
            }
        }
        return true
    }
}

extension Collection<UInt8> {
    /// Whether two hexadecimal digits follow every `%`.
    var hasPercentSequences: Bool {
        let bytes = Array(self)
        return bytes.indices.allSatisfy { place in
            bytes[place] != UInt8(ascii: "%") || Hexadecimal.percentDecodedByte(in: bytes.span, at: place) != nil
        }
    }
}
