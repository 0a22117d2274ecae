/// One request as a proxy saw it: the raw bytes, and the source of each.
///
/// An adapter fills it in and judges nothing: it adds *every* authority, scheme and account that it sees, byte for
/// byte. ``RequestReader`` derives one request from it, or a ``RequestFault``. Most known bypasses of external
/// authorization servers have one cause: the checker read a different request than the one that the proxy forwarded.
/// Therefore nothing is left out, and nothing is decoded, folded, trimmed or joined before it gets here.
///
/// ```swift
/// var request = ObservedRequest(method: Array("GET".utf8), target: Array("/reports".utf8))
/// request.add(authority: Array("contoso.example".utf8), from: .host)
/// request.claim(scheme: Array("https".utf8), by: .proxy)
/// ```
public struct ObservedRequest: Hashable, Sendable {
    /// Where an authority was seen.
    public enum AuthoritySource: String, CaseIterable, Hashable, Sendable {
        /// An absolute-form request target, if the adapter has split it.
        case target
        /// A `Host` field.
        case host
        /// The `:authority` pseudo-header of HTTP/2 and HTTP/3.
        case pseudo
        /// A field in which a proxy forwards what it saw.
        case forwarded
        /// The target of a CONNECT request, if the adapter has split it.
        case connect
        /// The server name of a TLS handshake. It has no port.
        case sni
    }

    /// The origin of a claim about the scheme of a request.
    public enum SchemeClaimant: String, CaseIterable, Hashable, Sendable {
        /// The proxy, about a connection that it terminates itself.
        case proxy
        /// A field that a client could have set; this is possible if a proxy trusts the proxies before it.
        case client
    }

    /// An authority, and where it was seen.
    struct SeenAuthority: Hashable, Sendable {
        var text: [UInt8]
        var source: AuthoritySource
    }

    /// A scheme, and who claims it.
    struct ClaimedScheme: Hashable, Sendable {
        var text: [UInt8]
        var claimant: SchemeClaimant
    }

    /// The method, in the case in which it was sent.
    public var method: [UInt8]
    /// The request target: in origin-form or absolute-form, or an authority for CONNECT.
    ///
    /// The reader itself adds the authority of an absolute-form target, and of the target of CONNECT.
    public var target: [UInt8]
    /// The value of `Sec-Fetch-Dest`; nil if there is no such field. Any client can write it.
    public var fetchDestination: [UInt8]?
    /// The value of `Upgrade`; nil if there is no such field.
    public var upgrade: [UInt8]?
    /// The value of the `:protocol` pseudo-header, which makes a CONNECT an [extended
    /// one](https://www.rfc-editor.org/rfc/rfc8441#section-4); nil if there is none. An `Upgrade` field does not: a
    /// CONNECT that has one still asks for a tunnel.
    public var connectProtocol: [UInt8]?
    private(set) var authorities: [SeenAuthority] = []
    private(set) var schemes: [ClaimedScheme] = []
    private(set) var accounts: [[UInt8]] = []
    /// The first fault that the adapter itself found in the request.
    public private(set) var fault: RequestFault?

    /// Creates an observation.
    public init(method: [UInt8], target: [UInt8]) {
        self.method = method
        self.target = target
    }

    /// Adds an authority. Call this for each field separately, including repeated ones.
    ///
    /// - Parameters:
    ///   - authority: The bytes, possibly empty.
    ///   - source: Where they were seen.
    public mutating func add(authority: [UInt8], from source: AuthoritySource) {
        authorities.append(SeenAuthority(text: authority, source: source))
    }

    /// Adds a claim about the scheme.
    ///
    /// - Parameters:
    ///   - scheme: `http`, `https`, `ws` or `wss`, in any case.
    ///   - claimant: The origin of the claim.
    public mutating func claim(scheme: [UInt8], by claimant: SchemeClaimant) {
        schemes.append(ClaimedScheme(text: scheme, claimant: claimant))
    }

    /// Adds an account named by the source of accounts. More than one claim is a fault, and so is a claim in addition
    /// to a binding's fixed account.
    ///
    /// - Parameter account: An object id or user principal name in UTF-8, in Unicode's form NFC. An empty account is
    ///   equivalent to no claim, never to “no user”.
    public mutating func claim(account: [UInt8]) { accounts.append(account) }

    /// Notes a fault that the adapter itself found, such as a head that is too large. The first fault is kept.
    public mutating func note(_ fault: RequestFault) {
        if self.fault == nil { self.fault = fault }
    }
}
