import Answering
import NIOCore
import Scenarios

/// `POST /v1/decisions` and `GET /v1/classify?url=`: questions in JSON from programs in other languages.
///
/// Nothing is kept between two requests: each of them states the acting account, views and pages.
final class QuestionResponder: HTTPResponder {
    /// The routes; the OpenAPI document has a path for each.
    enum Route: String, CaseIterable {
        case decisions = "/v1/decisions"
        case classify = "/v1/classify"
        case openAPI = "/v1/openapi.json"

        /// The method of the route.
        var method: String { self == .decisions ? "POST" : "GET" }

        /// The statuses of its answers.
        var statuses: [Int] {
            switch self {
            case .decisions, .classify: [200, 400, 403, 405, 408, 413, 414, 422, 431, 503]
            case .openAPI: [200, 400, 405, 408, 413, 414, 431, 503]
            }
        }
    }

    /// The parameters of ``Route/classify``; the OpenAPI document has each of them.
    enum Parameter: String, CaseIterable {
        case url
        case view
        case user

        /// What it takes, in a sentence.
        var meaning: String {
            switch self {
            case .url: "The URL, percent-encoded."
            case .view: "The view; needed only if the policy has several."
            case .user: "Who acts; needed only if the policy names no user."
            }
        }
    }

    /// The code of a text that is not a question, or names something that does not exist.
    private static let invalid = "question.invalid"

    private let worker: DecisionWorker
    private let limits: ServerLimits

    init(_ worker: DecisionWorker, limits: ServerLimits) { (self.worker, self.limits) = (worker, limits) }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        // The authorizing answers are on another listener, and no answer here may be mistaken for one of them.
        // Also without the slash before a binding.
        let authorization = ServerPath.authorization.utf8.dropLast()
        if request.path.starts(with: authorization) || request.asksForPage { return refusal(.pathUnknown) }
        guard let route = Route(rawValue: String(decoding: request.path, as: UTF8.self)) else {
            return problem(
                404,
                "server.pathUnknown",
                "the paths are \(Route.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        guard request.method.elementsEqual(route.method.utf8) else {
            return problem(405, "request.methodInvalid", "\(route.rawValue) takes \(route.method)")
                .allowing(route.method)
        }
        do throws(ServiceFault) {
            switch route {
            case .openAPI: return HTTPResponse(status: 200, text: OpenAPI.document, contentType: "application/json")
            case .decisions: return decisions(request, try currentAnswerer())
            case .classify: return classification(request, try currentAnswerer())
            }
        } catch {
            return refusal(error)
        }
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse {
        // Faults of requests have none for bodies, which proxies do not send.
        let code = fault == .bodyTooLarge ? "question.tooLarge" : fault.requestFault.rawValue
        var response = problem(fault.problem.status, code, fault.problem.text)
        response.closes = true
        return response
    }

    // MARK: Questions

    private func decisions(_ request: HTTPRequest, _ answerer: QuestionAnswerer) -> HTTPResponse {
        let started = ContinuousClock.now
        // Proxies wait for the same loop.
        let reply = answerer.reply(to: request.body, limit: limits.batch, within: limits.decisionTimeout)
        switch reply {
        case .answers(let json, let answers):
            let each = (ContinuousClock.now - started) / max(1, answers.count)
            for answer in answers where !isRecorded(answer, took: each) { return refusal(.auditUnavailable) }
            return Self.answer(json)
        case .malformed(let findings): return problem(400, "question.malformed", findings)
        case .tooMany(let limit):
            return problem(413, "question.tooMany", "only \(limit) requests of the batch can be answered; send several")
        case .stateful(let findings): return problem(422, "question.stateful", findings)
        case .unprocessable(let findings): return problem(422, Self.invalid, findings)
        }
    }

    private func classification(_ request: HTTPRequest, _ answerer: QuestionAnswerer) -> HTTPResponse {
        let values: [Parameter: String]
        do throws(ParameterError) {
            values = try Self.values(of: request)
        } catch {
            return problem(400, "question.malformed", error.message)
        }
        guard let url = values[.url] else {
            return problem(400, "question.malformed", "add `?url=` with the URL, percent-encoded")
        }
        let started = ContinuousClock.now
        do throws(QuestionError) {
            let (json, answered) = try answerer.classification(of: url, view: values[.view], user: values[.user])
            guard isRecorded(answered, took: .now - started) else { return refusal(.auditUnavailable) }
            return Self.answer(json)
        } catch {
            return problem(422, Self.invalid, error.description)
        }
    }

    private struct ParameterError: Error {
        let message: String
    }

    /// The parameters of a request. Anything that two readers could understand differently is refused: a parameter
    /// without a value would be ignored, and of two with one name, one.
    private static func values(of request: HTTPRequest) throws(ParameterError) -> [Parameter: String] {
        var values: [Parameter: String] = [:]
        for (name, value) in request.parameters {
            let name = String(decoding: name, as: UTF8.self)
            guard let parameter = Parameter(rawValue: name) else {
                let known = Parameter.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                throw ParameterError(
                    message: "unknown parameter `\(name)`; the parameters are \(known), and an `&` in a URL is `%26`"
                )
            }
            guard let value, !value.isEmpty else {
                // Who sends a name that is not set does not mean no account, to which no policy applies.
                let advice = parameter == .user ? "write `none` for no account, or leave it out" : "add its value"
                throw ParameterError(message: "`\(name)` is empty; \(advice)")
            }
            guard let text = String(validating: value, as: UTF8.self) else {
                throw ParameterError(message: "`\(name)` is not UTF-8")
            }
            guard values.updateValue(text, forKey: parameter) == nil else {
                throw ParameterError(message: "`\(name)` occurs more than once")
            }
        }
        return values
    }

    /// Counts and logs an answer before it is given; false if an audit could not be written.
    private func isRecorded(_ answered: QuestionAnswerer.Answered, took: Duration) -> Bool {
        worker.record(
            answered.answer,
            to: answered.question,
            user: answered.user,
            hasGiven: answered.hasGiven,
            took: took
        )
    }

    /// The answerer for the policy in force.
    private func currentAnswerer() throws(ServiceFault) -> QuestionAnswerer {
        try worker.companion { QuestionAnswerer($0.engine, showsFolders: false) }
    }

    private static func answer(_ json: String) -> HTTPResponse {
        HTTPResponse(status: 200, text: json, contentType: "application/json")
    }

    // MARK: Refusals

    private func refusal(_ fault: ServiceFault) -> HTTPResponse {
        HTTPResponse(worker.refuse(.service(fault), binding: "-", host: .json))
    }

    private func problem(_ status: Int, _ code: String, _ findings: [Diagnostic]) -> HTTPResponse {
        // The places refer to the text that was sent, and the messages contain them.
        problem(status, code, findings.map(\.message).joined(separator: "; "))
    }

    /// A [problem](https://www.rfc-editor.org/rfc/rfc9457) in JSON.
    private func problem(_ status: Int, _ code: String, _ detail: String) -> HTTPResponse {
        let text = OrderedJSON.object([
            ("type", .string("about:blank")), ("status", .number(status)), ("code", .string(code)),
            ("detail", .string(detail)),
        ]).text
        return HTTPResponse(status: status, text: text, contentType: "application/problem+json")
    }
}
