import Answering
import DemarcServer
import Foundation
import Logging
import NIOCore

/// `ServerBenchmark stub|real CONFIGURATION`: the server, without or with its decisions.
///
/// The stub does everything else that the server does for a request of forward authorization: it reads the head, finds
/// the binding, checks the peer, observes the request, counts, and creates and writes an answer. Only the first request
/// is decided; every later request is answered with that decision, and nothing is logged. The stub exists only in this
/// program.
@main
enum StubServer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, ["stub", "real"].contains(arguments[1]),
            let configuration = ServerConfigurationReader().load(path: arguments[2]).configuration,
            let listener = configuration.listeners.first
        else {
            FileHandle.standardError.write(Data("ServerBenchmark stub|real CONFIGURATION\n".utf8))
            exit(64)
        }
        if arguments[1] == "real" {
            let server = try await Server.start(
                configuration,
                logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() },
                threads: 1
            )
            try await Task.sleep(for: .seconds(86_400))
            await server.stop()
        } else {
            var bindings: [[UInt8]: ServerBinding] = [:]
            for binding in configuration.bindings { bindings[Array(binding.name.utf8)] = binding }
            let known = bindings
            let service = try DecisionService(
                configuration.answering(Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
            )
            var follower = PolicyFollower(configuration.policy.path)
            service.put(try follower.load())
            let server = try await PlainServer.start(listener.endpoint, limits: configuration.limits, threads: 1) {
                StubResponder(service.makeWorker(), known)
            }
            try await Task.sleep(for: .seconds(86_400))
            withExtendedLifetime(server) {}
        }
    }
}

/// Answers every request with the answer to the first one.
final class StubResponder: HTTPResponder {
    private let worker: DecisionWorker
    private let bindings: [[UInt8]: ServerBinding]
    private var decision: RequestDecision?

    init(_ worker: DecisionWorker, _ bindings: [[UInt8]: ServerBinding]) {
        self.worker = worker
        self.bindings = bindings
    }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        let started = NIODeadline.now()
        let path = request.target.prefix { $0 != UInt8(ascii: "?") }
        let prefix = ServerPath.authorization.utf8
        guard path.starts(with: prefix), let binding = bindings[Array(path.dropFirst(prefix.count))],
            binding.peers.contains(peer.address)
        else { return HTTPResponse(status: 403) }
        let observed = ObservedRequest(
            binding.convention,
            method: request.method,
            target: request.target,
            fields: request.fields,
            accountField: binding.accountField
        )
        // Uses the observation, so that the optimizer cannot remove it.
        guard observed.fault == nil, NIODeadline.now() - started <= .seconds(1) else {
            return HTTPResponse(status: 403)
        }
        guard let decision else {
            let answer = worker.answer(observed, binding: binding.name, host: .nginx)
            decision = answer.decision
            return HTTPResponse(answer)
        }
        let answer = worker.answerAgain(decision, binding: binding.name, host: .nginx, wantsHTML: false, language: nil)
        return answer.map { HTTPResponse($0) } ?? HTTPResponse(status: 403)
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(status: 403) }
}
