import ByteText

/// The [origin](https://url.spec.whatwg.org/#origin) of a URL.
///
/// Not equatable on purpose: an opaque origin is the same as no other, not even as one made from the same URL, so `==`
/// would either not be reflexive or open a door. ``isSame(as:)`` is what is asked for.
public enum URLOrigin: Sendable {
    /// Scheme, host in serialized form, and port unless it is the scheme's default.
    case tuple(scheme: SpecialScheme, host: String, port: UInt16?)
    /// An origin that is the same as no other.
    case opaque

    /// Whether the two are [same origin](https://html.spec.whatwg.org/#same-origin).
    ///
    /// - Parameter other: The origin to compare with.
    /// - Returns: False if either is opaque.
    public func isSame(as other: URLOrigin) -> Bool {
        guard case .tuple(let scheme, let host, let port) = self,
            case .tuple(let otherScheme, let otherHost, let otherPort) = other
        else { return false }
        return scheme == otherScheme && host == otherHost && port == otherPort
    }

    /// The [serialized origin](https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin): `https://a.example:8080`,
    /// or `null` for an opaque one.
    public var serialization: String {
        guard case .tuple(let scheme, let host, let port) = self else { return "null" }
        return "\(scheme.name)://\(host)" + (port.map { ":\($0)" } ?? "")
    }
}

extension URLRecord {
    /// The [origin](https://url.spec.whatwg.org/#origin): a tuple for `http`, `https`, `ws`, `wss` and `ftp`; that of the
    /// inner URL for `blob`, if it is `http` or `https`; otherwise, for `file` too, opaque.
    ///
    /// - Complexity: O(*n*) for `blob`, whose path is parsed; otherwise O(1) and the copy of the host.
    public var origin: URLOrigin {
        switch layout.specialScheme {
        case .file: return .opaque
        case .some(let scheme): return .tuple(scheme: scheme, host: host.string, port: port)
        case nil:
            guard scheme.isEqual(to: "blob") else { return .opaque }
            var inner = URLRecord()
            do throws(URLParsingError) {
                try inner.parse(path, byteLimit: .max)
            } catch {
                return .opaque
            }
            return switch inner.specialScheme {
            case .http, .https: inner.origin
            default: .opaque
            }
        }
    }

    /// Whether the two URLs have one origin.
    ///
    /// - Parameter other: The URL to compare with.
    /// - Returns: False where either has an opaque origin.
    /// - Complexity: O(*n*) in the host; allocates nothing, except for `blob` URLs.
    public func isSameOrigin(as other: borrowing URLRecord) -> Bool {
        guard let scheme = layout.specialScheme, let otherScheme = other.layout.specialScheme else {
            return origin.isSame(as: other.origin)
        }
        return scheme == otherScheme && scheme != .file && layout.port == other.layout.port
            && host.isEqual(to: other.host)
    }
}

extension URLRecord {
    /// Drops everything but scheme, host and port, and leaves the path `/`: the URL of the origin.
    ///
    /// Only for a URL with a host; every other one has an opaque origin and is left as it is.
    ///
    /// - Complexity: O(*n*); allocates nothing.
    package mutating func reduceToOrigin() {
        guard hostKind != .none else { return }
        let userInfo = Int(layout.schemeEnd) + 3..<Int(layout.hostStart)
        storage.truncate(to: Int(layout.pathStart))
        storage.append(UInt8(ascii: "/"))
        if !userInfo.isEmpty {
            storage.replace(userInfo, with: Span())
            let removed = UInt32(userInfo.count)
            layout.hostStart -= removed
            layout.hostEnd -= removed
            layout.pathStart -= removed
            layout.usernameEnd = layout.hostStart
        }
        layout.count = UInt32(storage.count)
        layout.queryStart = layout.count
        layout.fragmentStart = layout.count
    }
}
