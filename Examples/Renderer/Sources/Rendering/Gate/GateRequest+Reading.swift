import Demarc
import NIOHTTP1

extension GateRequest {
    /// Reads the head of a request to a proxy.
    ///
    /// - Throws: ``Fault``.
    init(_ head: HTTPRequestHead) throws(Fault) {
        if head.method == .CONNECT {
            try self.init(tunnelTo: head.uri)
        } else {
            try self.init(forwarding: head)
        }
    }

    private init(tunnelTo authority: String) throws(Fault) {
        // The scheme only allows the URL parser to read it; the port is always explicit, because `https` would drop
        // 443.
        guard let colon = authority.lastIndex(of: ":"),
            let port = UInt16(authority[authority.index(after: colon)...]), port > 0,
            !authority.contains(where: { "/?#@\\".contains($0) }),
            let url = URLRecord("https://\(authority)/"), url.effectivePort == port, url.path.count == 1
        else { throw .badAuthority }
        let host = url.hostString
        question = .tunnel(host: host, port: port)
        self.host = Self.withoutBrackets(host)
        self.port = port
        target = ""
        self.authority = authority
    }

    private init(forwarding head: HTTPRequestHead) throws(Fault) {
        // A target without an authority would address the gate itself.
        guard head.uri.lowercased().hasPrefix("http://"), let url = URLRecord(head.uri), !url.hasFragment else {
            throw .notForwarded
        }
        guard let port = url.effectivePort, !url.host.isEmpty, !url.hasCredentials else { throw .badAuthority }
        let host = url.hostString
        let isPreflight = head.method == .OPTIONS && head.headers.contains(name: "Access-Control-Request-Method")
        let isWorkerScript = head.method == .GET && head.headers["Service-Worker"] == ["script"]
        question = .request(
            method: head.method.rawValue,
            url: url.hrefString,
            isBrowsersOwn: isPreflight || isWorkerScript
        )
        self.host = Self.withoutBrackets(host)
        self.port = port
        authority = url.port.map { "\(host):\($0)" } ?? host
        let href = url.hrefString
        target = String(href.dropFirst("http://".count + authority.count))
    }

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The head for the server: in origin-form, and without fields that concern only the connection between browser and
    /// gate.
    func forwarded(_ head: HTTPRequestHead) -> HTTPRequestHead {
        var headers = head.headers
        for name in ["Proxy-Connection", "Proxy-Authorization", "Keep-Alive", "TE", "Upgrade", "Trailer", "Host"] {
            headers.remove(name: name)
        }
        for name in head.headers[canonicalForm: "Connection"] where name.lowercased() != "close" {
            headers.remove(name: String(name))
        }
        headers.replaceOrAdd(name: "Connection", value: "close")
        headers.add(name: "Host", value: authority)
        return HTTPRequestHead(version: .http1_1, method: head.method, uri: target, headers: headers)
    }
}
