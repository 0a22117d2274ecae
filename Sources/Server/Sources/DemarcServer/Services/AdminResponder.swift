import Answering

/// Metrics, health and explanations, for operators.
final class AdminResponder: HTTPResponder {
    private let service: DecisionService

    init(_ service: DecisionService) { self.service = service }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        guard request.isRead else { return .readOnly }
        let path = String(decoding: request.path, as: UTF8.self)
        switch path {
        case ServerPath.metrics:
            return HTTPResponse(
                status: 200,
                text: service.metrics(),
                contentType: DecisionService.metricsType
            )
        case ServerPath.health: return HTTPResponse(status: 200, text: "ok\n")
        case ServerPath.readiness:
            let readiness = service.readiness
            return HTTPResponse(status: readiness == .ready ? 200 : 503, text: readiness.rawValue + "\n")
        default:
            let prefix = ServerPath.explanation
            guard path.hasPrefix(prefix), path.count > prefix.count else {
                let fixed = [ServerPath.metrics, ServerPath.health, ServerPath.readiness].joined(separator: ", ")
                return HTTPResponse(status: 404, text: "the paths are \(fixed) and \(prefix)ID\n")
            }
            return HTTPResponse(service.explanation(id: String(path.dropFirst(prefix.count))))
        }
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(problem: fault) }
}
