/// A request target taken apart: [origin-form](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1), or
/// [absolute-form](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2) with its scheme and authority.
struct RequestTarget: Hashable, Sendable {
    /// The scheme of an absolute-form target.
    let scheme: WebScheme?
    /// Where the authority of an absolute-form target is; empty for origin-form.
    let authority: Range<Int>
    /// Where the path ends, which begins behind the authority. It is empty only in absolute-form.
    let pathEnd: Int
    /// Whether the path has something that servers read in different ways; see ``PathReading``.
    let mayReadDifferently: Bool

    /// Longer targets are never read: rules with regular expressions would count as undecided on them.
    static var byteLimit: Int { 1 << 16 }

    /// Takes a target apart.
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
        (pathEnd, mayReadDifferently) = try Self.scan(text, from: authority.upperBound)
    }

    /// Where `scheme://` ends; nil where the text does not begin so.
    private static func endOfScheme(_ text: Span<UInt8>) -> Int? {
        var offset = 0
        while offset < text.count, offset < 16, text[offset] != UInt8(ascii: ":") { offset += 1 }
        guard offset > 0, offset + 2 < text.count, text[offset] == UInt8(ascii: ":"),
            text[offset + 1] == UInt8(ascii: "/"), text[offset + 2] == UInt8(ascii: "/")
        else { return nil }
        return offset + 3
    }

    /// Looks at every byte behind the authority.
    private static func scan(
        _ text: Span<UInt8>,
        from start: Int
    ) throws(RequestFault) -> (pathEnd: Int, mayReadDifferently: Bool) {
        var (pathEnd, mayReadDifferently) = (text.count, false)
        var previous: UInt8 = 0
        for offset in start..<text.count {
            let byte = text[offset]
            let isInPath = pathEnd == text.count
            switch byte {
            case UInt8(ascii: "#"): throw .targetFragment
            case 0...0x20, 0x7F...: throw .targetByte
            case UInt8(ascii: "?") where isInPath: pathEnd = offset
            // A browser turns it into a slash before it sends it; servers read it in both ways.
            case UInt8(ascii: "\\") where isInPath: throw .targetByte
            case UInt8(ascii: "%"):
                if offset + 2 < text.count, text[offset + 1] == UInt8(ascii: "0"), text[offset + 2] == UInt8(ascii: "0")
                {
                    throw .targetByte
                }
                if isInPath { mayReadDifferently = true }
            case UInt8(ascii: ";") where isInPath: mayReadDifferently = true
            case UInt8(ascii: "/") where isInPath && previous == UInt8(ascii: "/"): mayReadDifferently = true
            default: break
            }
            previous = byte
        }
        return (pathEnd, mayReadDifferently)
    }
}

/// The schemes of requests.
enum WebScheme: UInt8, CaseIterable, Hashable, Sendable {
    case http, https, ws, wss

    /// Reads a scheme in any case; nil for any other.
    init?(_ text: Span<UInt8>) {
        for scheme in Self.allCases where scheme.isWritten(text) {
            self = scheme
            return
        }
        return nil
    }

    private func isWritten(_ text: Span<UInt8>) -> Bool {
        guard text.count == name.utf8.count else { return false }
        for (offset, byte) in zip(text.indices, name.utf8) where text[offset].lowerCased != byte { return false }
        return true
    }

    /// The scheme as it is written.
    var name: String {
        switch self {
        case .http: "http"
        case .https: "https"
        case .ws: "ws"
        case .wss: "wss"
        }
    }

    /// Whether TLS is under it.
    var isSecure: Bool { self == .https || self == .wss }

    /// Whether it is of a WebSocket.
    var isSocket: Bool { self == .ws || self == .wss }

    /// The scheme of an ordinary request on the same connection.
    var ofRequest: WebScheme { isSecure ? .https : .http }

    /// The scheme of a WebSocket on the same connection.
    var ofSocket: WebScheme { isSecure ? .wss : .ws }

    /// The same without TLS, or with it.
    var other: WebScheme {
        switch self {
        case .http: .https
        case .https: .http
        case .ws: .wss
        case .wss: .ws
        }
    }

    /// The port that belongs to it.
    var defaultPort: UInt16 { isSecure ? 443 : 80 }
}
