#if GRPC
    import Answering
    import GRPCCore
    import GRPCProtobuf
    import NIOCore
    import SwiftProtobuf

    /// `envoy.service.auth.v3.Authorization` on one event loop.
    ///
    /// Its only method never fails: a message that cannot be read is answered with a denial. gRPC itself refuses other
    /// methods, and messages that it cannot deliver.
    struct CheckService: RegistrableRPCService {
        let checkers: LoopChecker

        func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
            router.registerHandler(
                forMethod: Envoy_Service_Auth_V3_Authorization.Method.Check.descriptor,
                deserializer: CheckDeserializer(),
                serializer: ProtobufSerializer<Envoy_Service_Auth_V3_CheckResponse>()
            ) { request, context in
                let response = await check(request, from: context)
                return StreamingServerResponse(single: ServerResponse(message: response))
            }
        }

        private func check(
            _ request: StreamingServerRequest<ReceivedCheck>,
            from context: ServerContext
        ) async -> Envoy_Service_Auth_V3_CheckResponse {
            let began = ContinuousClock.now
            var messages: [ReceivedCheck] = []
            let peer = context.remotePeer
            let checkers = checkers
            let isStranger = !checkers.listsPeer(peer)
            // The method takes exactly one message: a second one is an error, after which no more are read, and without
            // one there is nothing to decide.
            do {
                // Nothing is read from a client that no binding lists.
                if !isStranger {
                    for try await message in request.messages {
                        messages.append(message)
                        if messages.count == 2 { break }
                    }
                }
            } catch {
                messages = []
            }
            let received = isStranger ? .unread : messages.count == 1 ? messages[0] : .unreadable
            // Measured from the start of the call: a message that arrives slowly, or waits for its turn on the loop, is
            // late too.
            @Sendable func answer() -> Envoy_Service_Auth_V3_CheckResponse {
                let isLate = ContinuousClock.now - began > checkers.limits.decisionTimeout
                return checkers.checker().answer(received, from: peer, isLate: isLate)
            }
            if checkers.loop.inEventLoop { return answer() }
            // Tasks of this server run on its loop. If one ever runs elsewhere, the decision is still made there.
            return (try? await checkers.loop.submit(answer).get()) ?? .denied
        }
    }

    /// The checker of one event loop, created on that loop when it is first needed.
    struct LoopChecker: Sendable {
        let loop: any EventLoop
        let limits: ServerLimits
        private let worker: @Sendable (any EventLoop) -> DecisionWorker
        private let bindings: [String: ServerBinding]
        private let made: NIOLoopBoundBox<Checker?>

        init(
            _ loop: any EventLoop,
            worker: @escaping @Sendable (any EventLoop) -> DecisionWorker,
            bindings: [String: ServerBinding],
            limits: ServerLimits
        ) {
            self.loop = loop
            self.limits = limits
            self.worker = worker
            self.bindings = bindings
            made = NIOLoopBoundBox.makeEmptyBox(valueType: Checker.self, eventLoop: loop)
        }

        /// Whether some binding lists a client, in gRPC's description of connections.
        func listsPeer(_ peer: String) -> Bool {
            let peer = GRPCPeer(peer)
            return bindings.values.contains { peer.isListed(in: $0.peers) }
        }

        /// The checker. Call it on the loop.
        func checker() -> Checker {
            if let checker = made.value { return checker }
            let checker = Checker(worker: worker(loop), bindings: bindings, limits: limits)
            made.value = checker
            return checker
        }
    }

    /// A received message.
    enum ReceivedCheck: Sendable {
        /// A message that could be read.
        case request(Envoy_Service_Auth_V3_CheckRequest)
        /// Anything else.
        case unreadable
        /// A message that was not read, because its sender is not permitted to ask.
        case unread
    }

    /// Reads messages and never throws: an error would become a gRPC status.
    private struct CheckDeserializer: MessageDeserializer {
        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> ReceivedCheck {
            do {
                return .request(try ProtobufDeserializer<Envoy_Service_Auth_V3_CheckRequest>().deserialize(bytes))
            } catch {
                return .unreadable
            }
        }
    }

    /// Answers the checks of one event loop.
    final class Checker {
        private let worker: DecisionWorker
        private let bindings: [String: ServerBinding]
        private let limits: ServerLimits

        init(worker: DecisionWorker, bindings: [String: ServerBinding], limits: ServerLimits) {
            self.worker = worker
            self.bindings = bindings
            self.limits = limits
        }

        /// Answers one check.
        ///
        /// - Parameters:
        ///   - received: The message.
        ///   - peer: The sender, in gRPC's description of connections.
        ///   - isLate: Whether it took too long to get here.
        /// - Returns: The message, which allows only if the policy does.
        func answer(_ received: ReceivedCheck, from peer: String, isLate: Bool) -> Envoy_Service_Auth_V3_CheckResponse {
            let check: Envoy_Service_Auth_V3_CheckRequest
            switch received {
            case .request(let request): check = request
            case .unreadable: return refuse(.headInvalid, binding: "-")
            case .unread: return refuse(.peerUnknown, binding: "-")
            }
            let name = check.attributes.contextExtensions[EnvoyObservation.bindingKey] ?? ""
            guard let binding = bindings[name] else { return refuse(.bindingUnknown, binding: "-") }
            guard GRPCPeer(peer).isListed(in: binding.peers) else { return refuse(.peerUnknown, binding: name) }
            if isLate { return refuse(.timedOut, binding: name) }
            let observation = EnvoyObservation(check.attributes, binding: binding, limits: limits)
            let answer = worker.answer(
                observation.request,
                binding: name,
                host: .grpc,
                wantsHTML: observation.wantsHTML,
                language: observation.fields.value(of: "accept-language"),
                traceparent: observation.fields.value(of: "traceparent")
            )
            return EnvoyAnswer.response(to: answer, fields: observation.fields, accountField: binding.accountField)
        }

        private func refuse(_ fault: RequestFault, binding: String) -> Envoy_Service_Auth_V3_CheckResponse {
            let answer = worker.refuse(.request(fault), binding: binding, host: .grpc)
            return EnvoyAnswer.response(to: answer, fields: [], accountField: nil)
        }
    }

    extension Envoy_Service_Auth_V3_CheckResponse {
        /// The denial that is sent if no checker can run.
        static var denied: Self {
            var response = Self()
            response.status.code = EnvoyAnswer.permissionDenied
            response.deniedResponse.status.code = .forbidden
            return response
        }
    }

    /// The client of a connection, from gRPC's description: `unix:/path`, `ipv4:127.0.0.1:1344` or `ipv6:[::1]:1344`.
    struct GRPCPeer: Hashable {
        private enum Kind: Hashable {
            case unix
            case address(PeerList.Address)
            case unknown
        }

        private let kind: Kind

        /// Parses a description. An unknown description is never listed.
        init(_ description: String) {
            kind =
                if description.hasPrefix("unix:") {
                    .unix
                } else if description.hasPrefix("ipv4:"), let colon = description.lastIndex(of: ":"),
                    let address = PeerList.Address(String(description[..<colon].dropFirst(5)))
                {
                    .address(address)
                } else if description.hasPrefix("ipv6:["), let bracket = description.lastIndex(of: "]"),
                    let address = PeerList.Address(String(description[..<bracket].dropFirst(6)))
                {
                    .address(address)
                } else {
                    .unknown
                }
        }

        /// Whether the client is permitted to ask.
        func isListed(in peers: PeerList) -> Bool {
            switch kind {
            case .unix: peers.includesUnix
            case .address(let address): peers.contains(address)
            case .unknown: false
            }
        }
    }
#endif
