/// The kind of adapter: a label of metrics, a member of log records, and a parameter of answers.
public enum HostName: String, CaseIterable, Hashable, Sendable {
    /// nginx's `auth_request`. It drops the body of an answer and treats any 2xx as an allow.
    case nginx
    /// Forward authorization as in Traefik, Caddy and haproxy's Lua; bodies and redirects reach the client.
    case forwarded
    /// Envoy's `ext_authz` over HTTP, for which only 200 is an allow.
    case envoy
    /// Envoy's `ext_authz` over gRPC.
    case grpc
    /// A proxy that uses ICAP.
    case icap
    /// A program that sends questions in JSON.
    case json

    /// The status of an answer that allows.
    var allowStatus: Int {
        switch self {
        case .envoy, .grpc: 200
        case .nginx, .forwarded, .icap, .json: 204
        }
    }

    /// Whether the body and the status of a denial reach the client unchanged.
    var passesDenialsOn: Bool { self != .nginx }
}

/// The answer to a navigation that another browser must open.
public enum RouteAnswer: String, CaseIterable, Hashable, Sendable {
    /// A page that links to the route: it works if that browser is not installed, and requires a click.
    case page
    /// A redirect to the route.
    case redirect
}

/// One binding: how the requests of one proxy are read and answered.
public struct AnswerBinding: Hashable, Sendable {
    /// The name in the configuration, which adapters use.
    public var name: String
    /// How requests are read.
    public var reading: RequestBinding
    /// The answer to a navigation that another browser must open.
    public var onRoute: RouteAnswer

    /// Creates a binding.
    public init(name: String, reading: RequestBinding, onRoute: RouteAnswer = .page) {
        self.name = name
        self.reading = reading
        self.onRoute = onRoute
    }
}
