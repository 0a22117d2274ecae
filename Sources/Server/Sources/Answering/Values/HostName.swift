/// Which kind of adapter asks: a label of metrics, a member of the log, and what an answer is fitted to.
public enum HostName: String, CaseIterable, Hashable, Sendable {
    /// nginx's `auth_request`. It drops the body of an answer and takes any 2xx for an allow.
    case nginx
    /// Forward authorization as Traefik, Caddy and haproxy's Lua ask for it; bodies and redirects reach the client.
    case forwarded
    /// Envoy's `ext_authz` over HTTP, for which only 200 is an allow.
    case envoy
    /// Envoy's `ext_authz` over gRPC.
    case grpc
    /// A proxy that speaks ICAP.
    case icap
    /// A program that asks over JSON.
    case json

    /// The status of an answer that allows.
    var allowStatus: Int {
        switch self {
        case .envoy, .grpc: 200
        case .nginx, .forwarded, .icap, .json: 204
        }
    }

    /// Whether the body and the status of a denial reach the client as they are.
    var passesDenialsOn: Bool { self != .nginx }
}

/// What is answered to a navigation that another browser must open.
public enum RouteAnswer: String, CaseIterable, Hashable, Sendable {
    /// A page whose link is the route: it works without that browser installed, and needs a click.
    case page
    /// A redirect to the route.
    case redirect
}

/// One binding: how the requests of one proxy are read and answered.
public struct AnswerBinding: Hashable, Sendable {
    /// The name, as the configuration has it and adapters ask with it.
    public var name: String
    /// How requests are read.
    public var reading: RequestBinding
    /// What is answered to a navigation that another browser must open.
    public var onRoute: RouteAnswer

    /// Makes a binding.
    public init(name: String, reading: RequestBinding, onRoute: RouteAnswer = .page) {
        self.name = name
        self.reading = reading
        self.onRoute = onRoute
    }
}
