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
