/// How a proxy describes a request to an authorization server.
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

/// A field that describes a request, under some convention or under all of them. The raw values are the names, in lower
/// case.
///
/// Pseudo-headers are not among them: no configuration can name one.
package enum DescribingField: String, CaseIterable {
    // nginx
    case originalURL = "x-original-url"
    case originalMethod = "x-original-method"
    case authority = "x-demarc-authority"
    // Traefik, Caddy, haproxy; Envoy repeats the last one.
    case forwardedMethod = "x-forwarded-method"
    case forwardedHost = "x-forwarded-host"
    case forwardedURI = "x-forwarded-uri"
    case forwardedScheme = "x-forwarded-proto"
    // Envoy, ICAP
    case host
    // All
    case upgrade
    case fetchDestination = "sec-fetch-dest"
}

/// One field of a request, with its original bytes.
public struct ObservedField: Hashable, Sendable {
    /// The name, in its original case; a pseudo-header includes its colon.
    public var name: [UInt8]
    /// The value, without surrounding white space.
    public var value: [UInt8]

    /// Creates a field.
    public init(name: [UInt8], value: [UInt8]) {
        self.name = name
        self.value = value
    }
}

extension ObservedRequest {
    /// Observes a request through the fields in which a proxy describes it.
    ///
    /// What cannot be read this way is noted as a ``fault``: a field that is missing, repeated or under another name,
    /// and an `X-Original-URL` that is not one URL.
    ///
    /// - Parameters:
    ///   - convention: Which fields describe the request.
    ///   - method: For ``RequestConvention/nginx`` and ``RequestConvention/forwarded``, the method of the request to
    ///     the authorization server, which is ignored; for the other conventions, the method of the observed request.
    ///   - target: The same for the target.
    ///   - fields: Every field separately, in the original order.
    ///   - accountField: The name of the field that contains the account, in any case; nil for none.
    /// - Complexity: O(*n*) in the bytes of the names.
    public init(
        _ convention: RequestConvention,
        method: [UInt8],
        target: [UInt8],
        fields: [ObservedField],
        accountField: String?
    ) {
        let consumed = ConsumedFields(fields)
        self.init(method: method, target: target)
        switch convention {
        case .nginx: readOriginalURL(consumed)
        case .forwarded: readForwarded(consumed)
        case .envoy: readRepeated(consumed)
        case .icap: readEncapsulated(consumed)
        }
        // Envoy's answer names the look-alikes that Envoy removes before the site sees them.
        if convention != .envoy { consumed.noteLookalikes(notingFaultsOf: &self) }
        upgrade = consumed.value(of: .upgrade, notingFaultsOf: &self)
        if let upgrade, let connectProtocol, upgrade != connectProtocol { note(.fieldsDiffer) }
        fetchDestination = consumed.value(of: .fetchDestination, notingFaultsOf: &self)
        guard let accountField else { return }
        let name = accountField.lowercased()
        if let account = consumed.value(of: name, notingFaultsOf: &self) { claim(account: account) }
    }

    // MARK: nginx

    private mutating func readOriginalURL(_ fields: borrowing ConsumedFields) {
        method = fields.required(.originalMethod, notingFaultsOf: &self) ?? []
        let authority = fields.required(.authority, notingFaultsOf: &self)
        let composite = fields.required(.originalURL, notingFaultsOf: &self)
        target = []
        guard let composite, let authority else { return }
        do throws(RequestFault) {
            let parts = try CompositeURL(composite)
            target = Array(composite[parts.target])
            claim(scheme: Array(composite[parts.scheme]), by: .proxy)
            add(authority: Array(composite[parts.authority]), from: .forwarded)
            add(authority: authority, from: .forwarded)
        } catch {
            note(error)
        }
    }

    // MARK: Traefik, Caddy, haproxy

    private mutating func readForwarded(_ fields: borrowing ConsumedFields) {
        method = fields.required(.forwardedMethod, notingFaultsOf: &self) ?? []
        target = fields.required(.forwardedURI, notingFaultsOf: &self) ?? []
        if let host = fields.required(.forwardedHost, notingFaultsOf: &self) {
            add(authority: host, from: .forwarded)
        }
        // A proxy that trusts the proxy before it forwards that proxy's claim, which may be the client's claim.
        if let scheme = fields.value(of: .forwardedScheme, notingFaultsOf: &self) {
            claim(scheme: scheme, by: .client)
        }
    }

    // MARK: Envoy

    private mutating func readRepeated(_ fields: borrowing ConsumedFields) {
        for authority in fields.values(of: ":authority", notingFaultsOf: &self) {
            add(authority: authority, from: .pseudo)
        }
        for host in fields.values(of: .host, notingFaultsOf: &self) { add(authority: host, from: .host) }
        requireEqual(fields.value(of: ":method", notingFaultsOf: &self), method)
        requireEqual(fields.value(of: ":path", notingFaultsOf: &self), target)
        connectProtocol = fields.value(of: ":protocol", notingFaultsOf: &self)
        for name in [":scheme", DescribingField.forwardedScheme.rawValue] {
            guard let scheme = fields.value(of: name, notingFaultsOf: &self) else { continue }
            claim(scheme: scheme, by: .client)
        }
    }

    private mutating func requireEqual(_ repeated: [UInt8]?, _ value: [UInt8]) {
        if let repeated, repeated != value { note(.fieldsDiffer) }
    }

    // MARK: ICAP

    private mutating func readEncapsulated(_ fields: borrowing ConsumedFields) {
        for host in fields.values(of: .host, notingFaultsOf: &self) { add(authority: host, from: .host) }
        // Here the client is the proxy, and an absolute target is what it is about to fetch.
        if let colon = target.firstIndex(of: UInt8(ascii: ":")), target.first != UInt8(ascii: "/"),
            target[colon...].starts(with: "://".utf8)
        {
            claim(scheme: Array(target[..<colon]), by: .proxy)
        }
    }
}

/// The parts of `scheme://authority/…`, a URL that a proxy composed from its parts.
///
/// It is split at fixed positions and never parsed as one URL: otherwise, a client that controls the authority could
/// move the position where it ends. With `Host: good/x?`, `https://good/x?/secret` is a URL with the path `/x`.
private struct CompositeURL {
    let scheme: Range<Int>
    let authority: Range<Int>
    let target: Range<Int>

    /// Splits a URL.
    ///
    /// The scheme is checked even if the binding fixes the scheme and ignores this one: anything else there is not from
    /// the proxy.
    ///
    /// - Throws: ``RequestFault/compositeURL`` if there is no scheme, if the authority does not end at the first `/`, or
    ///   if the parts do not recompose to the original; ``RequestFault/schemeInvalid``.
    init(_ text: [UInt8]) throws(RequestFault) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0, text[colon...].starts(with: "://".utf8)
        else { throw .compositeURL }
        guard WebScheme(text.span.extracting(..<colon)) != nil else { throw .schemeInvalid }
        let start = colon + 3
        guard let slash = text[start...].firstIndex(of: UInt8(ascii: "/")), slash > start else { throw .compositeURL }
        // Characters that end an authority for a URL parser are rejected, because different readers would split the URL
        // differently.
        for byte in text[start..<slash] where #"?#\@"#.utf8.contains(byte) { throw .compositeURL }
        (scheme, authority, target) = (0..<colon, start..<slash, slash..<text.count)
    }
}
