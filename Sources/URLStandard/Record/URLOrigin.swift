import ByteText

/// The [origin](https://url.spec.whatwg.org/#origin) of a URL.
///
/// Deliberately not equatable: an opaque origin is not the same as any other, not even one created from the same URL,
/// so `==` would either not be reflexive or create a security hole. Use ``isSame(as:)`` instead.
public enum URLOrigin: Sendable {
    /// Scheme, host in serialized form, and port unless it is the scheme's default.
    case tuple(scheme: SpecialScheme, host: String, port: UInt16?)
    /// An origin that is not the same as any other.
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

    /// The [serialized origin](https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin):
    /// `https://a.example:8080`, or `null` for an opaque origin.
    public var serialization: String {
        guard case .tuple(let scheme, let host, let port) = self else { return "null" }
        return "\(scheme.name)://\(host)" + (port.map { ":\($0)" } ?? "")
    }
}

extension URLRecord {
    /// The [origin](https://url.spec.whatwg.org/#origin): a tuple for `http`, `https`, `ws`, `wss` and `ftp`; for
    /// `blob`, that of the inner URL if it is `http` or `https`; otherwise, including for `file`, opaque.
    ///
    /// - Complexity: O(*n*) for `blob`, whose path is parsed; otherwise O(1) plus the copy of the host.
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

    /// Whether the two URLs have the same origin.
    ///
    /// - Parameter other: The URL to compare with.
    /// - Returns: False if either has an opaque origin.
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
    /// Reduces the record to scheme, host and port with the path `/`: the URL of the origin.
    ///
    /// Applies only to a URL with a host; every other URL has an opaque origin and is left unchanged.
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
