import ByteText

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
