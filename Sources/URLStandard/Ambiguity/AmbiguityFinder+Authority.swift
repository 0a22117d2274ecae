import ByteText

extension AmbiguityFinder {
    /// Finds ambiguities in credentials, host and port.
    mutating func findInAuthority(_ parts: InputParts, of url: borrowing URLRecord) {
        let credentials = parts.credentials
        add(.credentials, at: credentials)
        if let first = text[credentials].firstIndex(of: UInt8(ascii: "@")), first < credentials.upperBound - 1 {
            add(.multipleAtSigns, at: first..<credentials.upperBound)
        }
        // Every port is kept except the scheme's default.
        if !parts.port.isEmpty, url.port == nil {
            add(.defaultPort, at: parts.port.lowerBound - 1..<parts.port.upperBound)
        }
        add(.fileHostRemoved, at: parts.drive)
        guard !parts.host.isEmpty else { return }
        switch url.hostKind {
        case .ipv6: findInIPv6(parts.host, of: url)
        case .opaque: findInOpaqueHost(parts.host)
        case .domain, .ipv4, .empty: findInDomain(parts.host, of: url)
        case .none: break
        }
    }

    private mutating func findInIPv6(_ host: Range<Int>, of url: borrowing URLRecord) {
        if url.mappedIPv4 != nil { add(.ipv4MappedIPv6, at: host) }
        let isCanonical = text.span.extracting(host).isEqualIgnoringASCIICase(to: url.host)
        if !isCanonical { add(.nonCanonicalIPv6, at: host) }
    }

    private mutating func findInOpaqueHost(_ host: Range<Int>) {
        let text = text
        addRuns(.percentEncodedHost, in: host) { offset in
            if ByteClass(of: text[offset]).intersects(.c0ControlSet) { return 1 }
            return Hexadecimal.percentDecodedByte(in: text.span, at: offset) == nil ? 0 : 3
        }
        if text[host.upperBound - 1] == UInt8(ascii: ".") {
            add(.trailingDot, at: host.upperBound - 1..<host.upperBound)
        }
    }

    /// Finds ambiguities in a host that became a domain or an IPv4 address, or was removed as the `localhost` of a
    /// `file:` URL.
    private mutating func findInDomain(_ host: Range<Int>, of url: borrowing URLRecord) {
        let text = text
        addRuns(.percentEncodedHost, in: host) { text[$0] == UInt8(ascii: "%") ? 3 : 0 }
        if url.hostKind == .empty { add(.fileHostRemoved, at: host) }
        let written = text[host]
        let decoded = Self.percentDecoded(written)
        if decoded.contains(where: { $0 >= 0x80 }) {
            let isSame = HostComparison.isSame(decoded.span, as: url.host)
            let hasDeviation = Self.hasDeviation(decoded)
            if !isSame || hasDeviation { add(.idnaMapping, at: host) }
            if hasDeviation { add(.idna2003, at: host) }
        }
        if url.hostDelimiter != nil { findHostDelimiters(in: host) }

        var ascii = ByteStorage()
        do throws(URLParsingError) {
            try DomainParser.append(written.span, to: &ascii)
        } catch {
            return  // Not the input that the record was parsed from.
        }
        // Positions are exact only in an ASCII host. In any other host, mapping may have moved parts anywhere.
        let isAsWritten = written.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
        func place(_ range: Range<Int>) -> Range<Int> {
            isAsWritten ? host.lowerBound + range.lowerBound..<host.lowerBound + range.upperBound : host
        }
        let domain = ascii.span
        if domain.has(".", at: domain.count - 1) { add(.trailingDot, at: place(domain.count - 1..<domain.count)) }
        if url.hostKind == .ipv4 {
            for (code, range) in Self.irregularities(ofIPv4: domain) { add(code, at: place(range)) }
        }
    }

    private mutating func findHostDelimiters(in host: Range<Int>) {
        let text = text
        func length(at offset: Int) -> Int {
            let decoded = Hexadecimal.percentDecodedByte(in: text.span, at: offset)
            guard URLRecord.isHostDelimiter(decoded ?? text[offset]) else { return 0 }
            return decoded == nil ? 1 : 3
        }
        // If IDNA mapping produced the delimiters from non-ASCII code points, the input contains none.
        if host.contains(where: { length(at: $0) > 0 }) {
            addRuns(.hostDelimiter, in: host, length: length)
        } else {
            add(.hostDelimiter, at: host)
        }
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            let byte = Hexadecimal.percentDecodedByte(in: bytes.span, at: offset)
            decoded.append(byte ?? bytes.span[offset])
            offset += byte == nil ? 1 : 3
        }
        return decoded
    }

    /// Whether the UTF-8 text contains a code point that IDNA2003 and [transitional
    /// processing](https://www.unicode.org/reports/tr46/#Transitional_Processing) map to something else or drop: `ß`,
    /// `ẞ`, `ς`, the joiner and the non-joiner.
    private static func hasDeviation(_ bytes: [UInt8]) -> Bool {
        for offset in bytes.indices.dropLast() {
            switch (bytes[offset], bytes[offset + 1]) {
            case (0xC3, 0x9F), (0xCF, 0x82): return true
            case (0xE1, 0xBA) where offset + 2 < bytes.count && bytes[offset + 2] == 0x9E: return true
            case (0xE2, 0x80) where offset + 2 < bytes.count && bytes[offset + 2] & 0xFE == 0x8C: return true
            default: break
            }
        }
        return false
    }

    /// The ways in which the input form of an IPv4 address differs from four decimal numbers.
    private static func irregularities(ofIPv4 domain: Span<UInt8>) -> [(Ambiguity.Code, Range<Int>)] {
        let end = domain.has(".", at: domain.count - 1) ? domain.count - 1 : domain.count
        var found: [(Ambiguity.Code, Range<Int>)] = []
        var parts = 0
        var start = 0
        for offset in 0...end where offset == end || domain[offset] == UInt8(ascii: ".") {
            let part = start..<offset
            if domain.has("0", at: start), part.count > 1 {
                found.append((domain.has("x", at: start + 1) ? .hexIPv4 : .octalIPv4, part))
            }
            if let value = IPv4Address.number(domain, part), value > 255 { found.append((.overflowingIPv4, part)) }
            parts += 1
            start = offset + 1
        }
        if parts < 4 { found.append((.shortIPv4, 0..<end)) }
        return found
    }
}
