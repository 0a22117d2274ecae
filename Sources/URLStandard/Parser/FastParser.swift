import ByteText

/// Parses the URLs that make up most traffic with wide loads and a few bit operations.
///
/// It accepts `http` and `https` URLs that are already canonical: a lower-case ASCII domain that is not a number, an
/// optional port that is not the default, and a path, query and fragment in which nothing has to be encoded or
/// resolved. Only the `/` of an absent path is added. It declines everything else, and ``GeneralParser`` starts over.
/// For every input that it accepts, ``GeneralParser`` produces the same bytes and the same layout; a fuzzer checks
/// this.
///
/// Stages, for input of up to 64 bytes:
/// 1. one word distinguishes `http://` from `https://`;
/// 2. overlapping vectors cover the input, are copied to the output unchanged, and produce four bit masks: bytes
///    permitted in a domain, `/`, `.`, and the *exceptional* bytes;
/// 3. the host ends at the first bit that is not a domain byte; its last label must not begin with a digit;
/// 4. the exceptional bytes after it are visited one by one: they begin the query or fragment, are harmless in their
///    position, or make the parser decline;
/// 5. a dot after a slash of the path may be a dot segment, and makes the parser decline.
///
/// Longer input goes through stages 2 and 4 again for every further block of 64 bytes.
///
/// PERF: within the first 64 bytes there is no loop whose length depends on the input: its exit would be mispredicted
/// once per URL, which costs a fifth of the total.
enum FastParser {
    /// Fills `record` and returns true, or returns false and leaves the record with arbitrary content.
    ///
    /// - Complexity: O(*n*); allocates only to grow the record's buffer.
    @inline(__always)
    static func parse(_ input: Span<UInt8>, into record: inout URLRecord) -> Bool {
        let count = input.count
        guard count >= 9, count <= UInt32.max >> 1 else { return false }

        let prefix = WordLoader.word(of: input, at: 0)
        let isSecure = prefix == httpsPrefix
        guard isSecure || prefix & 0x00FF_FFFF_FFFF_FFFF == httpPrefix else { return false }
        let hostStart = isSecure ? 8 : 7

        // One vector of slack, because vectors are written whole.
        record.storage.reserve(count &+ 16)
        let block = ScannedBlock(first: input, copiedTo: &record.storage)

        // MARK: Host
        let beyondHost = ~(block.domainOrSlash & ~block.slash) & (~0 << UInt64(hostStart))
        let hostEnd = min(beyondHost.trailingZeroBitCount, count)
        // A host that reaches the end of a full block may continue after it.
        guard hostEnd > hostStart, hostEnd < 64 else { return false }
        let hostBits = lowBits(hostEnd) & (~0 << UInt64(hostStart))
        let dots = block.dot & hostBits
        let lastLabel = dots == 0 ? hostStart : 64 &- dots.leadingZeroBitCount
        // A last label that begins with a digit may be a number, and the host an IPv4 address; an empty label means a
        // trailing dot.
        guard lastLabel < hostEnd, input[lastLabel] &- UInt8(ascii: "0") > 9 else { return false }

        // MARK: Port
        var pathStart = hostEnd
        var port = URLLayout.noPort
        if hostEnd < count, input[hostEnd] == UInt8(ascii: ":") {
            guard let parsed = plainPort(in: input, after: hostEnd, isSecure: isSecure) else { return false }
            (port, pathStart) = parsed
            guard pathStart < 64 else { return false }
        }

        // MARK: Path, query, fragment
        var walk = ComponentWalk()
        if pathStart == count {
            record.storage.write(UInt8(ascii: "/"), at: count)
            walk.end = count &+ 1
        } else {
            guard input[pathStart] == UInt8(ascii: "/") else { return false }
            walk.end = count
            let behindHost: UInt64 = ~0 << UInt64(pathStart)
            guard walk.visit(block.exceptional & behindHost, at: 0, of: input) else { return false }
            guard walk.hasNoDotSegment(behind: (block.slash & behindHost) << 1, dot: block.dot, at: 0) else {
                return false
            }
            if count > 64 {
                guard visitFurtherBlocks(of: input, copiedTo: &record.storage, &walk) else { return false }
            }
        }

        record.storage.setCount(walk.end)
        let fragmentStart = walk.fragmentStart ?? walk.end
        record.layout = URLLayout(
            schemeEnd: UInt32(truncatingIfNeeded: hostStart &- 3),
            usernameEnd: UInt32(truncatingIfNeeded: hostStart),
            hostStart: UInt32(truncatingIfNeeded: hostStart),
            hostEnd: UInt32(truncatingIfNeeded: hostEnd),
            pathStart: UInt32(truncatingIfNeeded: pathStart),
            queryStart: UInt32(truncatingIfNeeded: walk.queryStart ?? fragmentStart),
            fragmentStart: UInt32(truncatingIfNeeded: fragmentStart),
            count: UInt32(truncatingIfNeeded: walk.end),
            port: port,
            specialScheme: isSecure ? .https : .http,
            hostKind: .domain,
            hasOpaquePath: false,
            dots: block.dot,
            isPlain: true
        )
        return true
    }

    /// A port of one to five digits that is already canonical, and its end.
    private static func plainPort(
        in input: Span<UInt8>,
        after colon: Int,
        isSecure: Bool
    ) -> (port: UInt32, end: Int)? {
        var offset = colon &+ 1
        var port: UInt32 = 0
        while offset < input.count, offset < colon &+ 6 {
            let digit = input[offset] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            port = port &* 10 &+ UInt32(digit)
            offset &+= 1
        }
        // The canonical form omits leading zeros and the scheme's default port. Without a leading zero, no port but `0`
        // is 0.
        guard offset > colon &+ 1, input[colon &+ 1] != UInt8(ascii: "0") else { return nil }
        guard port <= 65535, port != (isSecure ? 443 : 80) else { return nil }
        return (port, offset)
    }

    /// Runs stages 2 and 4 for every block after the first 64 bytes; the last block overlaps the one before it.
    private static func visitFurtherBlocks(
        of input: Span<UInt8>,
        copiedTo storage: inout ByteStorage,
        _ walk: inout ComponentWalk
    ) -> Bool {
        var next = 64
        while next < input.count {
            let start = min(next, input.count &- 64)
            let block = ScannedBlock(at: start, of: input, copiedTo: &storage)
            let new: UInt64 = ~0 << UInt64(next &- start)
            guard walk.visit(block.exceptional & new, at: start, of: input) else { return false }
            let slashBefore: UInt64 = input[start &- 1] == UInt8(ascii: "/") ? 1 : 0
            guard walk.hasNoDotSegment(behind: block.slash << 1 | slashBefore, dot: block.dot & new, at: start) else {
                return false
            }
            next = start &+ 64
        }
        return true
    }

    /// `https://` as a word whose lowest byte is the first byte.
    private static var httpsPrefix: UInt64 { 0x2F2F_3A73_7074_7468 }

    /// `http://`, likewise.
    private static var httpPrefix: UInt64 { 0x002F_2F3A_7074_7468 }

    /// The `count` lowest bits; all of them from 64 on.
    @inline(__always)
    static func lowBits(_ count: Int) -> UInt64 { count >= 64 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: count)) &- 1 }
}

/// The form of most authorities: an ASCII domain of letters, digits, hyphens and dots, and an optional port.
///
/// It may decline; ``ScannedAuthority`` and ``HostParser`` handle every authority, and produce the same result for
/// these.
enum PlainAuthority {
    /// Writes the authority that begins at `start`, after the `//`, and sets the layout up to the path.
    ///
    /// - Returns: The offset at which the authority ended, or nil if it is not plain; then nothing has changed.
    /// - Throws: The error in an IPv4 address or a port.
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
        // Any other byte may turn the text so far into credentials, or into an error of another kind.
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

    /// Writes the domain in lower case after the counted bytes, without counting it yet.
    ///
    /// - Returns: Its length; nil if it is empty, or too close to the end of the input for a vector.
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
