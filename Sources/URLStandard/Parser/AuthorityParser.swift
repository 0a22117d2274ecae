/// Stage 3 of the parser: credentials, host and port.
///
/// See [authority state](https://url.spec.whatwg.org/#authority-state) and those after it.
enum AuthorityParser {
    /// Writes `//` and the authority that begins at `start`, and sets the layout up to the path.
    ///
    /// - Returns: The offset at which the authority ended.
    @inline(__always)
    static func parse(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) -> Int {
        record.storage.append(UInt8(ascii: "/"))
        record.storage.append(UInt8(ascii: "/"))
        if let end = try PlainAuthority.parse(input, from: start, into: &record) { return end }
        return try parseAny(input, from: start, into: &record)
    }

    /// Parses any authority, after the `//`.
    private static func parseAny(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) -> Int {
        let authority = ScannedAuthority(input, from: start, isSpecial: record.isSpecial)
        let hostStart: Int
        if let at = authority.lastAt {
            guard at + 1 < authority.end else { throw .hostMissing }
            writeCredentials(input, start..<at, into: &record)
            hostStart = at + 1
        } else {
            record.layout.usernameEnd = UInt32(truncatingIfNeeded: record.storage.count)
            record.layout.hostStart = record.layout.usernameEnd
            hostStart = start
        }
        let hostEnd = authority.colon ?? authority.end
        if hostStart == hostEnd, record.isSpecial || authority.colon != nil { throw .hostMissing }
        try HostParser.parse(input.extracting(hostStart..<hostEnd), isOpaque: !record.isSpecial, into: &record)
        if let colon = authority.colon {
            try writePort(input, colon + 1..<authority.end, into: &record)
        }
        record.layout.pathStart = UInt32(truncatingIfNeeded: record.storage.count)
        return authority.end
    }

    private static func writeCredentials(_ input: Span<UInt8>, _ range: Range<Int>, into record: inout URLRecord) {
        let start = record.storage.count
        // The first `:` divides the credentials; every `@` in this range is not the last one, and is encoded.
        var offset = range.lowerBound
        while offset < range.upperBound, input[offset] != UInt8(ascii: ":") { offset += 1 }
        PercentEncoder.append(
            input,
            from: range.lowerBound,
            to: offset,
            encoding: .userinfoSet,
            to: &record.storage
        )
        record.layout.usernameEnd = UInt32(truncatingIfNeeded: record.storage.count)
        if offset + 1 < range.upperBound {
            record.storage.append(UInt8(ascii: ":"))
            PercentEncoder.append(
                input,
                from: offset + 1,
                to: range.upperBound,
                encoding: .userinfoSet,
                to: &record.storage
            )
        }
        if record.storage.count > start { record.storage.append(UInt8(ascii: "@")) }
        record.layout.hostStart = UInt32(truncatingIfNeeded: record.storage.count)
    }

    /// Writes the port at `range`, unless it is the default, and sets the layout's port.
    static func writePort(
        _ input: Span<UInt8>,
        _ range: Range<Int>,
        into record: inout URLRecord
    ) throws(URLParsingError) {
        var port: UInt32 = 0
        for offset in range {
            let byte = input[offset]
            guard ByteClass(of: byte).intersects(.digit) else { throw .portInvalid }
            // Leading zeros may make the port long without making it large.
            port = min(port &* 10 &+ UInt32(byte & 0xF), 1 << 16)
        }
        guard port < 1 << 16 else { throw .portOutOfRange }
        guard !range.isEmpty, port != record.layout.specialScheme?.defaultPort.map(UInt32.init) else { return }
        record.layout.port = port
        record.storage.append(UInt8(ascii: ":"))
        record.storage.append(decimal: port)
    }
}

/// The positions at which the parts of an authority divide.
struct ScannedAuthority {
    /// The last `@`, which ends the credentials. A reader that stops at the first `@` judges another host than a
    /// browser opens.
    private(set) var lastAt: Int?
    /// The `:` between host and port.
    private(set) var colon: Int?
    /// The position after the authority.
    private(set) var end: Int

    /// - Complexity: O(*n*) in the bytes up to the end of the authority.
    @inline(__always)
    init(_ input: Span<UInt8>, from start: Int, isSpecial: Bool) {
        var isInBrackets = false
        end = start
        while end < input.count {
            let byte = input[end]
            guard ByteClass(of: byte).intersects(.authorityDivider) else {
                end &+= 1
                continue
            }
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return
            case UInt8(ascii: "\\"): if isSpecial { return }
            case UInt8(ascii: "@"):
                lastAt = end
                colon = nil
                isInBrackets = false
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            default: if !isInBrackets, colon == nil { colon = end }
            }
            end &+= 1
        }
    }
}

extension HostParser {
    /// Appends the serialized host to the record's buffer, and sets the layout's host, which must begin there.
    ///
    /// - Parameters:
    ///   - input: The host as written, without credentials and port; may be empty only if `isOpaque`.
    ///   - isOpaque: True for URLs that are not special.
    ///   - record: The record being parsed.
    /// - Throws: Why it is not a host.
    @inline(__always)
    static func parse(_ input: Span<UInt8>, isOpaque: Bool, into record: inout URLRecord) throws(URLParsingError) {
        record.layout.hostKind = try append(input, isOpaque: isOpaque, to: &record.storage)
        record.layout.hostEnd = UInt32(truncatingIfNeeded: record.storage.count)
    }
}
