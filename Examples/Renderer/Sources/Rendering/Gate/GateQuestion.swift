import NIOHTTP1

/// A browser's request to its egress gate.
package enum GateQuestion: Hashable, Sendable {
    /// A tunnel, of which only host and port are visible: `https`, and every WebSocket.
    case tunnel(host: String, port: UInt16)
    /// A request that is fully visible. Some are the browser's own and are never paused: preflights, which ask whether
    /// a page may send another request, and the script of a service worker.
    case request(method: String, url: String, isBrowsersOwn: Bool)
}

/// A tunnel or request as read by the gate, or the reason why it is refused without a question.
///
/// The subject of the question and the address to connect to are read once, here, so that they cannot differ.
struct GateRequest: Hashable, Sendable {
    var question: GateQuestion
    /// Without brackets.
    var host: String
    var port: UInt16
    /// The target of the request to the server; empty for a tunnel.
    var target: String
    /// The value of `Host` for the server.
    var authority: String

    /// Why a request is refused before any question.
    enum Fault: String, Error {
        /// The gate only forwards `http://` requests and tunnels.
        case notForwarded = "The egress gate forwards http and tunnels only."
        /// The host or port cannot be read.
        case badAuthority = "The egress gate cannot read the host and port."
    }
}
