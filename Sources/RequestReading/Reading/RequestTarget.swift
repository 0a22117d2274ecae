import ByteText

/// The parts of a request target: [origin-form](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1), or
/// [absolute-form](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2) with its scheme and authority.
package struct RequestTarget: Hashable, Sendable {
    /// The scheme of an absolute-form target.
    let scheme: WebScheme?
    /// The range of the authority of an absolute-form target; empty for origin-form.
    let authority: Range<Int>
    /// The end of the path, which begins after the authority. The path is empty only in absolute-form.
    let pathEnd: Int
    /// Whether the path contains something that servers read in different ways; see ``PathReading``.
    let pathMayDiffer: Bool
    /// Whether the query contains something that servers read in different ways; see ``QueryReading``.
    let queryMayDiffer: Bool

    /// Longer targets are never read: rules with regular expressions would be undecided for them.
    package static var byteLimit: Int { 1 << 16 }

    /// Parses a target.
    ///
    /// - Throws: A fault of the target, or ``RequestFault/schemeInvalid``.
    /// - Complexity: O(*n*) in the bytes; allocates nothing.
    init(_ text: Span<UInt8>) throws(RequestFault) {
        guard !text.isEmpty else { throw .targetInvalid }
        guard text.count <= Self.byteLimit else { throw .targetTooLong }
        if text[0] == UInt8(ascii: "/") {
            (scheme, authority) = (nil, 0..<0)
        } else {
            guard text[0] != UInt8(ascii: "*") || text.count > 1 else { throw .targetAsterisk }
            guard let start = Self.endOfScheme(text) else { throw .targetInvalid }
            guard let scheme = WebScheme(text.extracting(..<(start - 3))) else { throw .schemeInvalid }
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "/"), text[end] != UInt8(ascii: "?"),
                text[end] != UInt8(ascii: "#")
            { end += 1 }
            (self.scheme, authority) = (scheme, start..<end)
        }
        (pathEnd, pathMayDiffer, queryMayDiffer) = try Self.scan(text, from: authority.upperBound)
    }

    /// The end of `scheme://`; nil if the text does not begin with it.
    private static func endOfScheme(_ text: Span<UInt8>) -> Int? {
        var offset = 0
        while offset < text.count, offset < 16, text[offset] != UInt8(ascii: ":") { offset += 1 }
        guard offset > 0, offset + 2 < text.count, text[offset] == UInt8(ascii: ":"),
            text[offset + 1] == UInt8(ascii: "/"), text[offset + 2] == UInt8(ascii: "/")
        else { return nil }
        return offset + 3
    }

    /// Checks every byte after the authority.
    private static func scan(
        _ text: Span<UInt8>,
        from start: Int
    ) throws(RequestFault) -> (pathEnd: Int, pathMayDiffer: Bool, queryMayDiffer: Bool) {
        var (pathEnd, pathMayDiffer, queryMayDiffer) = (text.count, false, false)
        var previous: UInt8 = 0
        for offset in start..<text.count {
            let byte = text[offset]
            let isInPath = pathEnd == text.count
            switch byte {
            case UInt8(ascii: "#"): throw .targetFragment
            case 0...0x20, 0x7F...: throw .targetByte
            case UInt8(ascii: "?") where isInPath: pathEnd = offset
            // A browser converts it to a slash before sending it; servers read it in both ways.
            case UInt8(ascii: "\\") where isInPath: throw .targetByte
            case UInt8(ascii: "%"):
                if offset + 2 < text.count, text[offset + 1] == UInt8(ascii: "0"), text[offset + 2] == UInt8(ascii: "0")
                {
                    throw .targetByte
                }
                if isInPath {
                    pathMayDiffer = true
                } else if QueryReading.changesEscape(in: text, at: offset) {
                    queryMayDiffer = true
                }
            case UInt8(ascii: ";") where isInPath: pathMayDiffer = true
            case UInt8(ascii: "/") where isInPath && previous == UInt8(ascii: "/"): pathMayDiffer = true
            case UInt8(ascii: ".") where isInPath && previous == UInt8(ascii: "/"):
                if isDotSegment(text, at: offset) { pathMayDiffer = true }
            default: break
            }
            previous = byte
        }
        return (pathEnd, pathMayDiffer, queryMayDiffer)
    }

    /// Whether the segment that begins with this dot is `.` or `..`. With `%2e`, the path is read differently anyway.
    private static func isDotSegment(_ text: Span<UInt8>, at offset: Int) -> Bool {
        var end = offset + 1
        if end < text.count, text[end] == UInt8(ascii: ".") { end += 1 }
        return end == text.count || text[end] == UInt8(ascii: "/") || text[end] == UInt8(ascii: "?")
    }
}

/// The schemes of requests.
enum WebScheme: UInt8, CaseIterable, Hashable, Sendable {
    case http, https, ws, wss

    /// Reads a scheme in any case; nil for an unknown scheme.
    init?(_ text: Span<UInt8>) {
        for scheme in Self.allCases where scheme.isWritten(text) {
            self = scheme
            return
        }
        return nil
    }

    private func isWritten(_ text: Span<UInt8>) -> Bool {
        guard text.count == name.utf8.count else { return false }
        for (offset, byte) in zip(text.indices, name.utf8) where text[offset].asciiLowercased != byte { return false }
        return true
    }

    /// The text of the scheme.
    var name: String {
        switch self {
        case .http: "http"
        case .https: "https"
        case .ws: "ws"
        case .wss: "wss"
        }
    }

    /// Whether the scheme uses TLS.
    var isSecure: Bool { self == .https || self == .wss }

    /// Whether the scheme is a WebSocket scheme.
    var isSocket: Bool { self == .ws || self == .wss }

    /// The scheme of an ordinary request on the same connection.
    var ofRequest: WebScheme { isSecure ? .https : .http }

    /// The scheme of a WebSocket on the same connection.
    var ofSocket: WebScheme { isSecure ? .wss : .ws }

    /// The same scheme with TLS added or removed.
    var other: WebScheme {
        switch self {
        case .http: .https
        case .https: .http
        case .ws: .wss
        case .wss: .ws
        }
    }

    /// The default port of the scheme.
    var defaultPort: UInt16 { isSecure ? 443 : 80 }
}
