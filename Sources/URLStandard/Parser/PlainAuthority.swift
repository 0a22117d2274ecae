import ByteText

/// The authority that most URLs have: an ASCII domain of letters, digits, hyphens and dots, and perhaps a port.
///
/// It may only decline; ``ScannedAuthority`` and ``HostParser`` understand every one, and give the same for these.
enum PlainAuthority {
    /// Writes the authority that begins at `start` behind the `//`, and sets the layout up to the path.
    ///
    /// - Returns: The offset at which the authority ended, or nil where it is not plain; then nothing has changed.
    /// - Throws: What is wrong with an IPv4 address or a port.
    @inline(__always)
    static func parse(
        _ input: Span<UInt8>,
        from start: Int,
        into record: inout URLRecord
    ) throws(URLParsingError) -> Int? {
        guard record.isSpecial else { return nil }
        let hostStart = record.storage.count
        guard let length = copyDomain(input, from: start, to: &record.storage) else { return nil }
        let hostEnd = start &+ length
        var end = hostEnd
        if input.has(":", at: hostEnd) {
            end &+= 1
            while end < input.count, ByteClass(of: input[end]).intersects(.digit) { end &+= 1 }
        }
        // Anything else may turn what was seen so far into credentials, or into an error of another kind.
        if end < input.count {
            switch input[end] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): break
            default: return nil
            }
        }
        record.storage.setCount(hostStart &+ length)
        record.layout.usernameEnd = UInt32(truncatingIfNeeded: hostStart)
        record.layout.hostStart = record.layout.usernameEnd
        record.layout.hostKind = .domain
        if let address = try IPv4Address(parsing: record.storage.span.extracting(hostStart...)) {
            record.storage.truncate(to: hostStart)
            address.append(to: &record.storage)
            record.layout.hostKind = .ipv4
        }
        record.layout.hostEnd = UInt32(truncatingIfNeeded: record.storage.count)
        if end > hostEnd { try AuthorityParser.writePort(input, hostEnd &+ 1..<end, into: &record) }
        record.layout.pathStart = UInt32(truncatingIfNeeded: record.storage.count)
        return end
    }

    /// Writes the domain in lower case behind the bytes that count, and does not count them yet.
    ///
    /// - Returns: Its length; nil where it is empty, or too near to the end of the input for a vector.
    @inline(__always)
    private static func copyDomain(_ input: Span<UInt8>, from start: Int, to output: inout ByteStorage) -> Int? {
        output.reserve(output.count &+ (input.count &- start) &+ 16)
        var length = 0
        while start &+ length &+ 16 <= input.count {
            let vector = WordLoader.vector(of: input, at: start &+ length).lowercased
            output.write(vector, at: output.count &+ length)
            let domain = vector.domainOrSlashBits & ~vector.bits(equalTo: UInt8(ascii: "/"))
            let run = (~domain).trailingZeroBitCount
            length &+= run
            guard run < 16 else { continue }
            return length > 0 ? length : nil
        }
        return nil
    }
}
