/// How a proxy tells an authorization server about a request.
///
/// A binding has one convention; the fields of the others are ignored.
public enum RequestConvention: String, CaseIterable, Hashable, Sendable {
    /// `X-Original-URL` (`scheme://authority/…`), `X-Original-Method` and `X-Demarc-Authority`, all three required.
    case nginx
    /// `X-Forwarded-Method`, `X-Forwarded-Host` and `X-Forwarded-Uri`, all three required, and `X-Forwarded-Proto`, as
    /// Traefik and Caddy send them.
    case forwarded
    /// The request itself, as Envoy repeats it: method, target and fields.
    case envoy
    /// The request itself, as an ICAP client encapsulates it.
    case icap
}

/// One field of a request, in the bytes in which it came.
public struct ObservedField: Hashable, Sendable {
    /// The name, in the case in which it came; a pseudo-header with its colon.
    public var name: [UInt8]
    /// The value, without the white space around it.
    public var value: [UInt8]

    /// Makes a field.
    public init(name: [UInt8], value: [UInt8]) {
        self.name = name
        self.value = value
    }
}

extension ObservedRequest {
    /// Observes a request through the fields in which a proxy describes it.
    ///
    /// - Parameters:
    ///   - convention: Which fields describe it.
    ///   - method: The method of the request to us for ``RequestConvention/nginx`` and
    ///     ``RequestConvention/forwarded``, which is ignored; of the request itself for the others.
    ///   - target: The same of the target.
    ///   - fields: Every field, each on its own, in the order in which they came.
    ///   - accountField: The name of the field that says who asks, in any case; nil for none.
    public init(
        _ convention: RequestConvention,
        method: [UInt8],
        target: [UInt8],
        fields: [ObservedField],
        accountField: String?
    ) {
        self.init(method: method, target: target)
        note(.fieldMissing)
    }
}
