public import PolicyModel

/// How the requests of one proxy are read, and for which view of the policy they are decided.
///
/// The defaults trust nothing that a client could have written.
public struct RequestBinding: Hashable, Sendable {
    /// Where the scheme comes from.
    public enum SchemeRule: String, CaseIterable, Hashable, Sendable {
        /// Every request is `https`, whatever is claimed; `wss` for a WebSocket.
        case https
        /// Every request is `http`, whatever is claimed; `ws` for a WebSocket.
        case http
        /// The proxy's claim. Where there is none, or a client could have made it, both schemes are decided, and a
        /// difference blocks.
        case claimed
    }

    /// Who asks, where nothing says so.
    public enum AbsentAccount: Hashable, Sendable {
        /// The request blocks.
        case block
        /// Several accounts at once: the lock-down policy, with the rules of the view.
        case lockDown
        /// This account.
        case account(AccountID)
    }

    /// What becomes of the requests inside a tunnel.
    public enum Tunnels: String, CaseIterable, Hashable, Sendable {
        /// They are never seen, so whatever a path or query could change blocks.
        case opaque
        /// They are asked about again, so a tunnel blocks only where everything in it would.
        case inspected
    }

    /// Whether `Sec-Fetch-Dest` says what a request is for.
    public enum Frames: String, CaseIterable, Hashable, Sendable {
        /// It is ignored: every request is a page.
        case top
        /// It is believed. Only for clients that are browsers which nobody scripts: `curl` writes any field.
        case secFetch
    }

    /// Which readings of a path are decided.
    public enum Readings: String, CaseIterable, Hashable, Sendable {
        /// All that are known of servers.
        case all
        /// That of the URL Standard alone, for a proxy that provably normalizes what it sends on.
        case proxy
    }

    /// The name of a view of the policy.
    public var view: String
    /// Where the scheme comes from.
    public var scheme: SchemeRule
    /// Who asks, where nothing says so. A document without accounts acts as its implicit account instead.
    public var absentAccount: AbsentAccount
    /// Who always asks; nil where requests say so.
    public var fixedAccount: AccountID?
    /// Whether the server name of the handshake must be the host of ordinary requests too. HTTP/2 may send requests for
    /// several hosts over one connection, so browsers break this rule by right. It always holds for tunnels. Where the
    /// host is a name and TLS is under the request, the proxy has to say which name the client gave.
    public var comparesSNI: Bool
    /// What becomes of the requests inside a tunnel.
    public var tunnels: Tunnels
    /// Whether `Sec-Fetch-Dest` is trusted.
    public var frames: Frames
    /// Which readings of a path are decided.
    public var readings: Readings

    /// Makes a binding.
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
