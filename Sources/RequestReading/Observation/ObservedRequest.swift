/// What one proxy saw of one request: the raw bytes, and who said what.
///
/// An adapter fills it and judges nothing: it adds *every* authority, scheme and account that it sees, in the bytes in
/// which it sees them. ``RequestReader`` makes one request of it, or a ``RequestFault``. Most known ways around an
/// external authorization server have one cause: the checker read another request than the proxy sent on. So nothing is
/// left out, and nothing is decoded, folded, trimmed or joined on the way here.
///
/// ```swift
/// var request = ObservedRequest(method: Array("GET".utf8), target: Array("/reports".utf8))
/// request.add(authority: Array("contoso.example".utf8), from: .host)
/// request.claim(scheme: Array("https".utf8), by: .proxy)
/// ```
public struct ObservedRequest: Hashable, Sendable {
    /// Where an authority was seen.
    public enum AuthoritySource: String, CaseIterable, Hashable, Sendable {
        /// An absolute-form request target, where the adapter has split it off.
        case target
        /// A `Host` field.
        case host
        /// The `:authority` pseudo-header of HTTP/2 and HTTP/3.
        case pseudo
        /// A field in which a proxy forwards what it saw.
        case forwarded
        /// The target of a CONNECT request, where the adapter has split it off.
        case connect
        /// The server name of a TLS handshake. It has no port.
        case sni
    }

    /// Who says which scheme a request has.
    public enum SchemeClaimant: String, CaseIterable, Hashable, Sendable {
        /// The proxy, of a connection that it terminates itself.
        case proxy
        /// A field that a client could have set, as it may be when a proxy trusts the proxies before it.
        case client
    }

    /// An authority, and where it was seen.
    struct SeenAuthority: Hashable, Sendable {
        var text: [UInt8]
        var source: AuthoritySource
    }

    /// A scheme, and who says so.
    struct ClaimedScheme: Hashable, Sendable {
        var text: [UInt8]
        var claimant: SchemeClaimant
    }

    /// The method, in the case in which it was sent.
    public var method: [UInt8]
    /// The request target: in origin-form or absolute-form, or an authority for CONNECT.
    ///
    /// A reader adds the authority of an absolute-form target itself; so does it for the target of CONNECT.
    public var target: [UInt8]
    /// The value of `Sec-Fetch-Dest`; nil where there is no such field. Any client can write it.
    public var fetchDestination: [UInt8]?
    /// The value of `Upgrade`, or of the `:protocol` pseudo-header of an extended CONNECT; nil where there is neither.
    public var upgrade: [UInt8]?
    private(set) var authorities: [SeenAuthority] = []
    private(set) var schemes: [ClaimedScheme] = []
    private(set) var accounts: [[UInt8]] = []
    /// The first thing that the adapter itself found wrong with the request.
    public private(set) var fault: RequestFault?

    /// Begins an observation.
    public init(method: [UInt8], target: [UInt8]) {
        self.method = method
        self.target = target
    }

    /// Adds an authority: each field of its own, repeated ones too.
    ///
    /// - Parameters:
    ///   - authority: The bytes, an empty list included.
    ///   - source: Where they were seen.
    public mutating func add(authority: [UInt8], from source: AuthoritySource) {
        authorities.append(SeenAuthority(text: authority, source: source))
    }

    /// Adds what somebody says of the scheme.
    ///
    /// - Parameters:
    ///   - scheme: `http`, `https`, `ws` or `wss`, in any case.
    ///   - claimant: Who says so.
    public mutating func claim(scheme: [UInt8], by claimant: SchemeClaimant) {
        schemes.append(ClaimedScheme(text: scheme, claimant: claimant))
    }

    /// Adds what the source of accounts says of who asks. More than one claim is a fault, and so is a claim beside a
    /// binding's fixed account.
    ///
    /// - Parameter account: An object id or user principal name in UTF-8. An empty one is the same as no claim, never
    ///   “no user”.
    public mutating func claim(account: [UInt8]) { accounts.append(account) }

    /// Says what the adapter itself found wrong, such as a head that is too large. The first of them is kept.
    public mutating func note(_ fault: RequestFault) {
        if self.fault == nil { self.fault = fault }
    }
}
