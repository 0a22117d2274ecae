public import Hosting
public import RequestReading

/// One binding: how the requests of one proxy are read and answered.
public struct AnswerBinding: Hashable, Sendable {
    /// The name in the configuration, which adapters use.
    public var name: String
    /// How requests are read.
    public var reading: RequestBinding
    /// The answer to a navigation that another browser must open.
    public var onRoute: ServerBinding.RouteAnswer

    /// Creates a binding.
    public init(name: String, reading: RequestBinding, onRoute: ServerBinding.RouteAnswer = .page) {
        self.name = name
        self.reading = reading
        self.onRoute = onRoute
    }
}

extension AdapterKind {
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
