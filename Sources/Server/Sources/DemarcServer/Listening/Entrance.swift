import Answering
import Synchronization

/// Who is served by a listener, and how many connections they may have.
struct Entrance: Sendable {
    /// The clients that may ask, and the gate of all others.
    struct Peers: Sendable {
        var list: PeerList
        var strangers: ConnectionGate
    }

    private let gate: ConnectionGate
    private let peers: Peers?

    /// Creates an entrance.
    ///
    /// - Parameters:
    ///   - gate: Counts the connections.
    ///   - peers: Those who may ask; nil if anybody may. Others are answered too, because a proxy that is not listed by
    ///     mistake must be told so, but they have a gate of their own: however many connections they open, they take
    ///     none from those who may ask.
    init(_ gate: ConnectionGate, peers: Peers? = nil) { (self.gate, self.peers) = (gate, peers) }

    /// Treats a client as its address permits.
    ///
    /// - Parameter address: The address; nil for a client of a socket in the file system.
    /// - Returns: Whether the client may ask, and the gate that counts its connection.
    func way(for address: PeerList.Address?) -> (isListed: Bool, gate: ConnectionGate) {
        guard let peers, !peers.list.contains(address) else { return (true, gate) }
        return (false, peers.strangers)
    }
}

/// A new connection.
struct Arrival: Sendable {
    /// The address of the client; nil for a client of a socket in the file system.
    let address: PeerList.Address?
    /// Whether a binding of the listener lists the client, or anybody may ask there.
    let isListed: Bool
    /// Whether there are too many connections.
    let isSurplus: Bool

    /// The limits for the connection.
    func limits(_ limits: ServerLimits) -> ServerLimits { isListed ? limits : limits.ofStrangers }
}

extension ServerLimits {
    /// The limits for clients that may not ask: few connections, which they have to use or lose.
    var ofStrangers: ServerLimits {
        var limits = self
        limits.connections = max(8, connections / 8)
        limits.idleTimeout = min(idleTimeout, headerTimeout)
        return limits
    }
}

/// Limits the number of connections of the listeners that share it.
final class ConnectionGate: Sendable {
    /// How a new connection is treated.
    enum Admission {
        /// It is served.
        case served
        /// It is told that there are too many connections.
        case refused
        /// It is closed without an answer, because there are too many even of these.
        case dropped
    }

    private let open = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Counts a new connection. ``leave()`` must follow, whatever the result.
    func enter() -> Admission {
        let count = open.wrappingAdd(1, ordering: .relaxed).newValue
        if count <= limit { return .served }
        return count <= Self.mostAdmitted(limit: limit) ? .refused : .dropped
    }

    /// How many connections are open at most: those that are served, and those that are told that there are too many.
    static func mostAdmitted(limit: Int) -> Int { limit + max(16, limit / 8) }

    func leave() { open.wrappingSubtract(1, ordering: .relaxed) }
}
