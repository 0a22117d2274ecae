import Answering

/// Metrics, health and explanations, for operators.
final class AdminResponder: HTTPResponder {
    private let service: DecisionService

    init(_ service: DecisionService) { self.service = service }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        guard ["GET", "HEAD"].contains(where: { request.method.elementsEqual($0.utf8) }) else {
            return HTTPResponse(status: 405, text: "only GET is supported here\n")
        }
        let path = String(decoding: request.path, as: UTF8.self)
        switch path {
        case "/metrics":
            return HTTPResponse(
                status: 200,
                text: service.metrics(),
                contentType: DecisionService.metricsType
            )
        case "/healthz": return HTTPResponse(status: 200, text: "ok\n")
        case "/readyz":
            let readiness = service.readiness
            return HTTPResponse(status: readiness == .ready ? 200 : 503, text: readiness.rawValue + "\n")
        default:
            let prefix = "/v1/explain/"
            guard path.hasPrefix(prefix), path.count > prefix.count else {
                return HTTPResponse(status: 404, text: "the paths are /metrics, /healthz, /readyz and /v1/explain/ID\n")
            }
            return HTTPResponse(
                service.explanation(
                    id: String(path.dropFirst(prefix.count)),
                    language: request.value(of: "accept-language")
                )
            )
        }
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(problem: fault) }
}

/// Pages for people: the page for a ticket, to which a proxy has redirected the client.
final class ExplainResponder: HTTPResponder {
    private let worker: DecisionWorker

    init(_ worker: DecisionWorker) { self.worker = worker }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        guard ["GET", "HEAD"].contains(where: { request.method.elementsEqual($0.utf8) }) else {
            return HTTPResponse(status: 405, text: "only GET is supported here\n")
        }
        guard request.path.elementsEqual("/v1/page".utf8) else {
            return HTTPResponse(status: 404, text: "the only path is /v1/page?ticket=TICKET\n")
        }
        return HTTPResponse(
            worker.page(ticket: request.parameter("ticket") ?? [], language: request.value(of: "accept-language"))
        )
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(problem: fault) }
}

extension HTTPResponse {
    /// The response of a listener that does not authorize requests to a request that it cannot read.
    init(problem fault: HTTPFault) {
        self.init(status: fault.problem.status, text: fault.problem.text + "\n")
        closes = true
    }
}
