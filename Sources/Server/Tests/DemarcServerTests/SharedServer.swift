import Answering
import Foundation
import NIOCore

@testable import DemarcServer

/// A server shared by tests that do not change it; it ends with the process.
enum SharedServer {
    private static let task = Task { try await RunningServer.start() }

    static func auth() async throws -> RunningServer { try await task.value }
}

/// An answer that takes a given time.
enum LateAnswer {
    /// The status for an allowed request after some time.
    static func status(took duration: Duration) -> Int {
        let binding = ServerBinding(
            name: "edge",
            request: RequestBinding(view: "E", scheme: .https, fixedAccount: AccountID("dana@contoso.com")),
            convention: .nginx,
            viewPlace: SourceRange(wholeFile: "serve.yaml")
        )
        var trusting = binding
        trusting.peers = PeerList([.unix])
        var log = DecisionLogSettings()
        log.destination = .off
        let document = PolicyDocumentReader().load(text: TestPolicy.text, path: "policy.yaml").document
        guard let document,
            let service = try? DecisionService(
                AnsweringConfiguration(
                    bindings: [AnswerBinding(name: "edge", reading: binding.request)],
                    // This test uses the given clock.
                    decisionLimit: .seconds(600),
                    log: log
                )
            )
        else { return 0 }
        service.put(CompiledPolicy(document), confirmed: .now)
        let start = NIODeadline.now()
        var looks = 0
        let responder = ForwardAuthResponder(
            service.makeWorker(),
            bindings: [Array("edge".utf8): trusting],
            limits: ServerLimits()
        ) {
            looks += 1
            return looks == 1 ? start : start + TimeAmount(duration)
        }
        let fields = [
            ("X-Original-URL", "https://good.test/"), ("X-Original-Method", "GET"), ("X-Demarc-Authority", "good.test"),
        ]
        let request = HTTPRequest(
            method: Array("GET".utf8),
            target: Array("/v1/auth/edge".utf8),
            minorVersion: 1,
            fields: fields.map { ObservedField(name: Array($0.0.utf8), value: Array($0.1.utf8)) }
        )
        return responder.respond(to: request, from: Peer()).status
    }
}
