import Answering

/// `ANY /v1/auth/{binding}` and `GET /v1/page?ticket=T`: the answers of a listener for forward authorization.
///
/// A proxy treats any 2xx as an allow, and some let a 404 or a 5xx through. So an allow is the only 2xx here, and
/// everything else is 403: an unknown path, a peer that is not listed, a head that is too large, a server that is
/// overloaded.
final class ForwardAuthResponder: HTTPResponder {
    private let worker: DecisionWorker
    private let bindings: [[UInt8]: ServerBinding]
    private let targetLimit: Int

    /// Creates a responder for one event loop.
    ///
    /// - Parameters:
    ///   - worker: The loop's worker.
    ///   - bindings: The bindings by name.
    ///   - limits: The limits of answers.
    init(_ worker: DecisionWorker, bindings: [[UInt8]: ServerBinding], limits: ServerLimits) {
        self.worker = worker
        self.bindings = bindings
        targetLimit = limits.targetBytes
    }

    func respond(to request: HTTPRequest, from peer: Peer) -> HTTPResponse {
        if request.asksForPage { return worker.page(for: request) }
        let prefix = ServerPath.authorization.utf8
        guard request.target.starts(with: prefix) else { return refuse(.service(.pathUnknown)) }
        let rest = request.target.dropFirst(prefix.count)
        let name = Array(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
        guard let binding = bindings[name] else { return refuse(.request(.bindingUnknown)) }
        let remainder = rest.dropFirst(name.count)
        let host: AdapterKind
        switch binding.convention {
        case .nginx: host = .nginx
        case .forwarded: host = .forwarded
        case .envoy: host = .envoy
        case .icap: return refuse(.request(.bindingUnknown))
        }
        // Envoy inserts its prefix before the target of the request. If another proxy appends a query, it is the
        // client's and has no meaning here.
        let continues = remainder.first == UInt8(ascii: "/")
        guard continues == (host == .envoy) else {
            return refuse(.service(.pathUnknown), binding: binding.name, host: host)
        }
        return answer(request, continues ? Array(remainder) : request.target, binding, host, peer)
    }

    func refuse(_ fault: HTTPFault) -> HTTPResponse { refuse(.request(fault.requestFault)) }

    private func answer(
        _ request: HTTPRequest,
        _ target: [UInt8],
        _ binding: ServerBinding,
        _ host: AdapterKind,
        _ peer: Peer
    ) -> HTTPResponse {
        guard binding.peers.contains(peer.address) else {
            return HTTPResponse(
                worker.refuse(
                    .request(.peerUnknown),
                    binding: binding.name,
                    host: host,
                    wantsHTML: request.fields.wantsHTML,
                    language: request.value(of: "accept-language"),
                    traceparent: request.value(of: "traceparent")
                )
            )
        }
        var observed = ObservedRequest(
            binding.convention,
            method: request.method,
            target: target,
            fields: request.fields,
            accountField: binding.accountField
        )
        // The target of the request to this server was already measured; this target arrived in a field.
        if observed.target.count > targetLimit { observed.note(.targetTooLong) }
        if case .certificate(let kind) = binding.account, let certificate = peer.certificate {
            // A client whose certificate does not name exactly one account must not get the account of clients that
            // show none. An empty claim would count as no claim.
            if let name = certificate.name(kind), !name.isEmpty {
                observed.claim(account: name)
            } else {
                observed.note(.accountInvalid)
            }
        }
        return HTTPResponse(
            worker.answer(
                observed,
                binding: binding.name,
                host: host,
                wantsHTML: request.fields.wantsHTML,
                language: request.value(of: "accept-language"),
                traceparent: request.value(of: "traceparent")
            )
        )
    }

    /// Without a binding, the kind of proxy is unknown, and the answer is one that reaches the client unchanged.
    private func refuse(_ fault: AnswerFault, binding: String = "-", host: AdapterKind = .forwarded) -> HTTPResponse {
        HTTPResponse(worker.refuse(fault, binding: binding, host: host))
    }
}
