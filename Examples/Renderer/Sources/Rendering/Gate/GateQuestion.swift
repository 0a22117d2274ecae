import NIOHTTP1

/// What a browser asks its egress gate for.
package enum GateQuestion: Hashable, Sendable {
    /// A tunnel, of which only host and port are seen: `https`, and every WebSocket.
    case tunnel(host: String, port: UInt16)
    /// A request that is seen whole. Some are the browser's own and are never paused: whether a page may send another
    /// one (a preflight), and the script of a service worker.
    case request(method: String, url: String, isBrowsersOwn: Bool)
}

/// A tunnel or request as the gate reads it, or why it is refused without being asked about.
///
/// What is asked about and what is dialled are read once, here, so that they cannot differ.
struct GateRequest: Hashable, Sendable {
    var question: GateQuestion
    /// Without brackets.
    var host: String
    var port: UInt16
    /// What the server behind the gate is asked for; empty for a tunnel.
    var target: String
    /// What it is told as `Host`.
    var authority: String

    /// Why a request is refused before anything is asked.
    enum Fault: String, Error {
        /// The gate forwards `http://` requests and tunnels, and nothing else.
        case notForwarded = "The egress gate forwards http and tunnels only."
        /// The host or port cannot be read.
        case badAuthority = "The egress gate cannot read the host and port."
    }
}
