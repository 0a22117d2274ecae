import Answering

/// Pages for people: the page for a ticket, to which a proxy has redirected the client.
final class PageResponder: HTTPResponder {
    private let worker: DecisionWorker

    init(_ worker: DecisionWorker) { self.worker = worker }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        guard request.isRead else { return .readOnly }
        guard request.asksForPage else {
            let address = ServerPath.pageAddress(below: "", ticket: "TICKET")
            return HTTPResponse(status: 404, text: "the only path is \(address)\n")
        }
        return worker.page(for: request)
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(problem: fault) }
}

extension HTTPRequest {
    /// Whether the path is that of the page for a ticket.
    var asksForPage: Bool { path.elementsEqual(ServerPath.page.utf8) }
}

extension DecisionWorker {
    /// The page for the ticket in a request: 403, whatever the ticket contains, so that no proxy treats it as an allow.
    func page(for request: HTTPRequest) -> HTTPResponse {
        let ticket = request.parameter(ServerPath.ticketParameter) ?? []
        return HTTPResponse(page(ticket: ticket, language: request.value(of: "accept-language")))
    }
}
