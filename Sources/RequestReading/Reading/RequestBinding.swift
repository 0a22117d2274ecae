public import PolicyModel

/// How the requests of one proxy are read, and for which view of the policy they are decided.
///
/// The defaults trust nothing that a client could have written.
public struct RequestBinding: Hashable, Sendable {
    /// How the scheme is determined.
    public enum SchemeRule: String, CaseIterable, Hashable, Sendable {
        /// Every request is `https`, or `wss` for a WebSocket, regardless of claims.
        case https
        /// Every request is `http`, or `ws` for a WebSocket, regardless of claims.
        case http
        /// The proxy's claim decides. If there is none, or if a client could have made it, both schemes are decided,
        /// and a difference blocks.
        case claimed
    }

    /// Who acts if the request does not identify an account.
    public enum AbsentAccount: Hashable, Sendable {
        /// The request blocks.
        case block
        /// Several accounts at once: the lock-down policy, with the rules of the view.
        case lockDown
        /// This account.
        case account(AccountID)
    }

    /// How the requests inside a tunnel are treated.
    public enum Tunnels: String, CaseIterable, Hashable, Sendable {
        /// They are never seen, so everything that a path or query could change blocks.
        case opaque
        /// They are decided one by one, so a tunnel blocks only if everything inside would.
        case inspected
    }

    /// Whether `Sec-Fetch-Dest` determines what a request is for.
    public enum Frames: String, CaseIterable, Hashable, Sendable {
        /// It is ignored: every request is a page.
        case top
        /// It is trusted. Only for clients that are browsers without scripted control: `curl` can send any field.
        case secFetch
    }

    /// Which readings of a path are decided. Those of a query always are, because no proxy decodes all of it.
    public enum Readings: String, CaseIterable, Hashable, Sendable {
        /// All known readings of servers.
        case all
        /// Only that of the URL Standard, for a proxy that provably normalizes what it forwards.
        case proxy
    }

    /// The name of a view of the policy.
    public var view: String
    /// How the scheme is determined.
    public var scheme: SchemeRule
    /// Who acts if the request does not identify an account. A document without accounts acts as its implicit account
    /// instead.
    public var absentAccount: AbsentAccount
    /// The account that always acts; nil if requests identify the account.
    public var fixedAccount: AccountID?
    /// Whether the server name of the handshake must also be the host of ordinary requests. HTTP/2 may send requests
    /// for several hosts over one connection, so browsers legitimately break this rule. For tunnels it always applies.
    /// If the host is a name and the request uses TLS, the proxy must report the name that the client sent.
    public var comparesSNI: Bool
    /// How the requests inside a tunnel are treated.
    public var tunnels: Tunnels
    /// Whether `Sec-Fetch-Dest` is trusted.
    public var frames: Frames
    /// Which readings of a path are decided.
    public var readings: Readings

    /// Creates a binding.
    public init(
        view: String,
        scheme: SchemeRule = .claimed,
        absentAccount: AbsentAccount = .block,
        fixedAccount: AccountID? = nil,
        comparesSNI: Bool = false,
        tunnels: Tunnels = .opaque,
        frames: Frames = .top,
        readings: Readings = .all
    ) {
        self.view = view
        self.scheme = scheme
        self.absentAccount = absentAccount
        self.fixedAccount = fixedAccount
        self.comparesSNI = comparesSNI
        self.tunnels = tunnels
        self.frames = frames
        self.readings = readings
    }
}
