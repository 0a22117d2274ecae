import NIOHTTP1

/// A request to the service, and whether it comes from the service's own page.
struct ServiceRequest: Sendable {
    var head: HTTPRequestHead
    var body: [UInt8]
    /// Whether the body is complete; a body that is too large is not kept.
    var isWhole = true

    /// The path, without a query.
    var path: String { String(head.uri.prefix { $0 != "?" }) }

    /// The token of the request's session.
    ///
    /// It is in a field that only our own script can set. It is not in a cookie, so no other page can make a browser
    /// send it.
    var token: String? {
        guard let value = Self.only("Authorization", head.headers), value.hasPrefix("Bearer ") else { return nil }
        return String(value.dropFirst("Bearer ".count))
    }

    /// The only value of a field; nil if it is missing or repeated.
    static func only(_ name: String, _ headers: HTTPHeaders) -> String? {
        let values = headers[name]
        return values.count == 1 ? values[0] : nil
    }

    /// Whether a request names the service as its host and comes from the service's own page or from no page.
    ///
    /// A name that an attacker has pointed to this machine (DNS rebinding) fails the first test; a page of another
    /// site, or of another port of this machine, fails the second.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - authorities: The names of the service: host and port.
    ///   - mustSayOrigin: Whether the request must state the origin of its page, as it does for every WebSocket and
    ///     every POST.
    /// - Returns: Whether both conditions hold.
    static func isFromOwnPage(_ head: HTTPRequestHead, _ authorities: Set<String>, mustSayOrigin: Bool) -> Bool {
        guard let host = only("Host", head.headers), authorities.contains(host.lowercased()) else { return false }
        let origins = head.headers["Origin"]
        guard !origins.isEmpty else { return !mustSayOrigin }
        return origins.count == 1 && origins[0].lowercased() == "http://\(host.lowercased())"
    }
}
