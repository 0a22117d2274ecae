import ByteText
public import RequestReading

/// A parsed line that Squid sends to a helper of `external_acl_type` or `url_rewrite_program`.
///
/// ```
/// 17 GET http://contoso.example/reports contoso.example dana@contoso.com 10.0.0.7 -
/// ```
/// With `concurrency=`, a line begins with a channel number, which the reply must begin with. The values of the format
/// follow, separated by single spaces; `-` is no value. Squid writes a space inside a value as `%20`, so a wrong number
/// of values means another format than the requested one, and nothing is guessed.
///
/// In a value whose code has no quotation mark, such as `%URI`, Squid escapes some bytes and leaves each `%` unchanged, so
/// an escape may be Squid's own or the client's. The site gets the client's bytes. Therefore ``otherRequests`` are some
/// that the site may get instead, and all must be decided alike. The line itself is not unescaped, except for the
/// brackets of an IPv6 address in an authority, where the escapes cannot mean anything else.
public struct SquidLine: Hashable, Sendable {
    /// The order of the values in a line.
    public enum Format: Hashable, Sendable {
        /// `%METHOD %'URI %>{Host} %un %SRC`, of `external_acl_type`, to which Squid appends `%DATA`.
        case accessControl
        /// The URL, and `url_rewrite_extras "%>rm %{Host}>h %un %>a"`, of `url_rewrite_program`.
        case rewriting
    }

    /// The longest line that is read; Squid's own limit for a URL is 8 KiB.
    public static let byteLimit = 1 << 17

    /// The most bytes of all requests together that a site may get instead of one: each is decided, and Squid waits.
    static let otherByteLimit = 1 << 16

    /// The channel, with its original digits.
    public let channel: [UInt8]
    /// The request.
    public let request: ObservedRequest
    /// The position of the path or query in the target; nil if nothing in these may be an escape of Squid's.
    private let escapedStart: Int?

    /// The requests that the site may get instead of ``request``: with the bytes that Squid escapes, and with each `%23`
    /// as the end, because servers read nothing after a `#`. Empty for most lines; nil if they have more than 64 KiB
    /// together.
    ///
    /// A target with *n* such escapes may be one of 2ⁿ. Of these, only the two without and with all of these bytes are
    /// here.
    ///
    /// - Complexity: O(*n* · *k*) in the bytes of the target and its `%23`, but constant beyond the limit.
    public var otherRequests: [ObservedRequest]? {
        guard let escapedStart else { return [] }
        let written = request.target
        let unescaped = Self.unescaped(written, from: escapedStart)
        var targets: [[UInt8]] = unescaped == written ? [] : [unescaped]
        var byteCount = 0
        for target in [written] + targets {
            for end in escapedStart..<target.count where target[end...].starts(with: Self.escapedHash) {
                let shortened = Array(target[..<end])
                if targets.contains(shortened) { continue }
                targets.append(shortened)
                byteCount += end
                guard byteCount <= Self.otherByteLimit else { return nil }
            }
        }
        return targets.map { target in
            var other = request
            other.target = target
            return other
        }
    }

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: The line without its terminator.
    ///   - format: The expected format.
    /// - Throws: ``SquidLineError``.
    /// - Complexity: O(*n*) in the bytes.
    public init(_ line: Span<UInt8>, _ format: Format = .accessControl) throws(SquidLineError) {
        let channelEnd = line.firstOffset(of: Self.space, from: 0)
        guard (1...10).contains(channelEnd) else { throw .noChannel }
        for offset in 0..<channelEnd where line[offset] < 0x30 || line[offset] > 0x39 { throw .noChannel }
        let channel = line.bytes(0..<channelEnd)
        self.channel = channel
        guard line.count <= Self.byteLimit else { throw .malformed(channel: channel) }
        guard let values = Self.values(of: line, from: channelEnd) else { throw .malformed(channel: channel) }
        let (method, url) = format == .accessControl ? (values.0, values.1) : (values.1, values.0)
        // PERF: most lines contain no escapes and are copied unchanged.
        let isEscaped = line.firstOffset(of: UInt8(ascii: "%"), from: channelEnd) < line.count
        let asked = line.bytes(url)
        let target = isEscaped ? Self.target(asked) : asked
        escapedStart = isEscaped ? Self.escapedStart(of: target) : nil
        var request = ObservedRequest(method: line.bytes(method), target: target)
        Self.claimScheme(of: target, in: &request)
        if Self.isValue(line, values.2) {
            let host = line.bytes(values.2)
            request.add(authority: isEscaped ? Self.withBrackets(host) : host, from: .host)
        }
        if Self.isValue(line, values.3) {
            let account = line.bytes(values.3)
            request.claim(account: isEscaped ? Self.account(account) : account)
        }
        self.request = request
    }

    private static let space = UInt8(ascii: " ")

    /// The five values after a channel; nil if there are fewer or more. A value that Squid appends by itself is
    /// skipped.
    private static func values(
        of line: Span<UInt8>,
        from start: Int
    ) -> (Range<Int>, Range<Int>, Range<Int>, Range<Int>, Range<Int>)? {
        var ranges = InlineArray<6, Range<Int>>(repeating: 0..<0)
        var (count, offset) = (0, start)
        while offset < line.count {
            guard count < 6 else { return nil }
            let end = line.firstOffset(of: space, from: offset + 1)
            guard end > offset + 1 else { return nil }
            ranges[count] = offset + 1..<end
            count += 1
            offset = end
        }
        // `%DATA` is `-` if the ACL has no arguments.
        if count == 6, isValue(line, ranges[5]) { return nil }
        guard count >= 5 else { return nil }
        return (ranges[0], ranges[1], ranges[2], ranges[3], ranges[4])
    }

    /// Whether a value is present, that is, not `-`.
    private static func isValue(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.count != 1 || line[range.lowerBound] != UInt8(ascii: "-")
    }

    /// The target of a request: absolute-form, or the host and port of CONNECT.
    private static func target(_ url: [UInt8]) -> [UInt8] {
        guard url.contains(UInt8(ascii: "%")) else { return url }
        let start = authorityStart(of: url) ?? 0
        let end = authorityEnd(of: url)
        return url[..<start] + withBrackets(Array(url[start..<end])) + url[end...]
    }

    /// The start of the authority in absolute-form.
    private static func authorityStart(of url: [UInt8]) -> Int? {
        guard let colon = url.prefix(16).firstIndex(of: UInt8(ascii: ":")), url.count >= colon + 3,
            url[colon + 1] == UInt8(ascii: "/"), url[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        return colon + 3
    }

    /// The start of the path or query.
    private static func authorityEnd(of url: [UInt8]) -> Int {
        let start = authorityStart(of: url) ?? 0
        return url[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? url.count
    }

    /// An authority in which a leading `%5B…%5D` is replaced by brackets.
    private static func withBrackets(_ authority: [UInt8]) -> [UInt8] {
        guard authority.starts(with: "%5B".utf8) else { return authority }
        guard let end = authority.dropFirst(3).firstIndex(of: UInt8(ascii: "%")),
            authority[end...].starts(with: "%5D".utf8)
        else { return authority }
        return [UInt8(ascii: "[")] + authority[3..<end] + [UInt8(ascii: "]")] + authority[(end + 3)...]
    }

    /// An account, in which Squid escapes characters that occur in user names.
    private static func account(_ value: [UInt8]) -> [UInt8] { unescaped(value[...]) { accountBytes.contains($0) } }

    private static let accountBytes = Array("'#^~\\`{|}".utf8)

    // MARK: Escapes that may be Squid's

    /// What Squid escapes in a URL, except for `#`, and for spaces and bytes outside ASCII, which no proxy accepts.
    private static let targetBytes = Array("\"'<>[\\]^`{|}~".utf8)

    private static let escapedHash = Array("%23".utf8)

    /// The position of the path or query, if it may have an escape of Squid's.
    private static func escapedStart(of target: [UInt8]) -> Int? {
        let start = authorityEnd(of: target)
        let hasEscape = (start..<target.count).contains { position in
            guard let byte = byte(escapedAt: position, of: target.span) else { return false }
            return byte == UInt8(ascii: "#") || targetBytes.contains(byte)
        }
        return hasEscape ? start : nil
    }

    /// A target in which the bytes that Squid escapes stand for themselves. A `\` of a path stays escaped: sites that take
    /// it for a slash take the escape for one, too, which the readings of paths include.
    private static func unescaped(_ target: [UInt8], from start: Int) -> [UInt8] {
        let pathEnd = target[start...].firstIndex(of: UInt8(ascii: "?")) ?? target.count
        let path = unescaped(target[start..<pathEnd]) { $0 != UInt8(ascii: "\\") && targetBytes.contains($0) }
        return target[..<start] + path + unescaped(target[pathEnd...]) { targetBytes.contains($0) }
    }

    /// A text in which the escapes of some bytes are replaced by these bytes.
    private static func unescaped(_ text: ArraySlice<UInt8>, where isReplaced: (UInt8) -> Bool) -> [UInt8] {
        let text = Array(text)
        guard text.contains(UInt8(ascii: "%")) else { return text }
        var result: [UInt8] = []
        var position = 0
        while position < text.count {
            if let byte = byte(escapedAt: position, of: text.span), isReplaced(byte) {
                result.append(byte)
                position += 3
            } else {
                result.append(text[position])
                position += 1
            }
        }
        return result
    }

    /// The byte that is escaped at a position as Squid does it, in upper case; nil if none is.
    private static func byte(escapedAt position: Int, of text: Span<UInt8>) -> UInt8? {
        guard let byte = Hexadecimal.percentDecodedByte(in: text, at: position),
            text[position + 1] < UInt8(ascii: "a"), text[position + 2] < UInt8(ascii: "a")
        else { return nil }
        return byte
    }

    /// Squid itself has parsed the requested URL, so its scheme is not a client's claim.
    private static func claimScheme(of target: [UInt8], in request: inout ObservedRequest) {
        guard let start = authorityStart(of: target) else { return }
        // PERF: nearly all schemes are `http`, for which no copy is made.
        let isHTTP = start == 7 && target.starts(with: http)
        request.claim(scheme: isHTTP ? http : Array(target[..<(start - 3)]), by: .proxy)
    }

    private static let http = Array("http".utf8)
}

/// Why there is no decision for a line.
public enum SquidLineError: Error, Hashable, Sendable {
    /// It has no channel: `concurrency=` is missing.
    case noChannel
    /// The line is too long, or has another number of values than the format.
    case malformed(channel: [UInt8])
}

extension Span<UInt8> {
    /// The next position of a byte; the end if there is none.
    fileprivate func firstOffset(of byte: UInt8, from start: Int) -> Int {
        var offset = start
        while offset < count, self[offset] != byte { offset += 1 }
        return offset
    }

    fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
        extracting(range).array
    }
}
