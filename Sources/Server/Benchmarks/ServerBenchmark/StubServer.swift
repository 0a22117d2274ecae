import Answering
import DemarcServer
import Foundation
import Logging

/// `ServerBenchmark stub|real CONFIGURATION`: the server, with or without its decisions.
///
/// The stub does everything else that the server does for a request of forward authorization: it reads the head, finds the
/// binding, compares the peer, observes the request, and writes an answer of the same size. It is in this program only.
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
            let server = try await PlainServer.start(listener.endpoint, limits: configuration.limits, threads: 1) {
                StubResponder(known)
            }
            try await Task.sleep(for: .seconds(86_400))
            withExtendedLifetime(server) {}
        }
    }
}

/// Says that everything is allowed.
final class StubResponder: HTTPResponder {
    private let bindings: [[UInt8]: ServerBinding]
    private static let fields = [
        ("x-demarc-verdict", "allow"), ("x-demarc-class", "internal"), ("x-demarc-page", "managed"),
        ("x-demarc-destination", "view"), ("x-demarc-rule", "intranet"), ("x-demarc-policy", "1-0123456789abcdef"),
        ("x-demarc-id", "0123456789abcde"), ("cache-control", "no-store"),
    ]

    init(_ bindings: [[UInt8]: ServerBinding]) { self.bindings = bindings }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        let path = request.target.prefix { $0 != UInt8(ascii: "?") }
        guard path.starts(with: "/v1/auth/".utf8), let binding = bindings[Array(path.dropFirst(9))],
            binding.peers.contains(peer.address)
        else { return HTTPResponse(status: 403) }
        let observed = ObservedRequest(
            binding.convention,
            method: request.method,
            target: request.target,
            fields: request.fields,
            accountField: binding.accountField
        )
        // What was observed must not be left out by the optimizer.
        guard observed.fault == nil else { return HTTPResponse(status: 403) }
        return HTTPResponse(status: 204, fields: Self.fields)
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(status: 403) }
}
