import NIOHTTP1

/// A request from a browser to its egress gate.
package enum GateQuestion: Hashable, Sendable {
    /// A tunnel, of which only host and port are visible: `https`, and every WebSocket.
    case tunnel(host: String, port: UInt16)
    /// A request that is visible as a whole. Some are the browser's own and are never paused: a preflight, and the
    /// script of a service worker.
    case request(method: String, url: String, isBrowsersOwn: Bool)
}

/// A tunnel or request as the gate reads it, or the reason why it is refused without a question.
///
/// The question and the connection use this one reading, so they cannot differ.
struct GateRequest: Hashable, Sendable {
    var question: GateQuestion
    /// Without brackets.
    var host: String
    var port: UInt16
    /// The target to request from the server; empty for a tunnel.
    var target: String
    /// The `Host` field for the server.
    var authority: String

    /// Why a request is refused without a question.
    enum Fault: String, Error {
        /// The gate forwards only `http://` requests and tunnels.
        case notForwarded = "The egress gate forwards http and tunnels only."
        /// The host or port cannot be read.
        case badAuthority = "The egress gate cannot read the host and port."
    }
}
