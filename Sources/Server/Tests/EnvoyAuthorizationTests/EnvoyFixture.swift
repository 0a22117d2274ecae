#if GRPC
    import Answering
    import Logging
    import SwiftProtobuf

    @testable import EnvoyAuthorization

    /// A service with a small policy, and requests in Envoy's format.
    struct EnvoyFixture {
        static let policy = FixturePolicy.text(
            rules: [
                "{id: intranet, class: internal, domain: contoso.example}",
                "{id: games, class: blocked, domain: gambling.example, because: Games are not work.}",
                "{id: admin, class: blocked, priority: 5, url: \"https://contoso.example/admin\"}",
            ],
            accounts: ["{account: \"spiffe://contoso.example/dana\", organization: contoso, policy: work}"],
            more: ["app: {multiManagedIdentities: true}", "user: dana@contoso.example"]
        )

        let decisions: DecisionService
        let bindings: [ServerBinding]

        /// Creates a service with one binding, `edge`, and a fixed account unless a source of accounts is given.
        init(hasPolicy: Bool = true, account: ServerBinding.AccountSource? = nil) throws {
            let reading = RequestBinding(
                view: "E",
                scheme: .https,
                absentAccount: .block,
                fixedAccount: account == nil ? AccountID("dana@contoso.example") : nil
            )
            decisions = try DecisionService(
                AnsweringConfiguration(
                    bindings: [AnswerBinding(name: "edge", reading: reading)],
                    // Long enough for any pause of a busy machine.
                    decisionLimit: .seconds(600),
                    log: LogConfiguration(to: .nowhere),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
            )
            if hasPolicy { decisions.put(try FixturePolicy.compiled(Self.policy)) }
            guard let network = PeerList.Entry("127.0.0.0/8") else {
                throw FixturePolicy.Problem(description: "no network")
            }
            var binding = ServerBinding(
                name: "edge",
                request: reading,
                convention: .envoy,
                viewPlace: SourceRange(wholeFile: "demarc.yaml")
            )
            binding.account = account ?? .none
            binding.peers = PeerList([network, .unix])
            bindings = [binding]
        }

        /// The checker of one event loop.
        var checker: Checker {
            Checker(
                worker: decisions.makeWorker(),
                bindings: Dictionary(uniqueKeysWithValues: bindings.map { ($0.name, $0) }),
                limits: ServerLimits()
            )
        }

        /// Checks a request.
        func check(
            _ request: Envoy_Service_Auth_V3_CheckRequest,
            from peer: String = "ipv4:127.0.0.1:4000"
        ) -> Envoy_Service_Auth_V3_CheckResponse {
            checker.answer(.request(request), from: peer, isLate: false)
        }

        /// A request in Envoy's format with `encode_raw_headers`.
        static func request(
            _ authority: String = "contoso.example",
            _ path: String = "/",
            method: String = "GET",
            fields: [(String, String)] = []
        ) -> Envoy_Service_Auth_V3_CheckRequest {
            var request = Envoy_Service_Auth_V3_CheckRequest()
            request.attributes.contextExtensions = ["binding": "edge"]
            request.attributes.request.http.method = method
            request.attributes.request.http.path = path
            request.attributes.request.http.host = authority
            request.attributes.request.http.scheme = "http"
            let pseudo = [(":authority", authority), (":path", path), (":method", method), (":scheme", "http")]
            for (name, value) in pseudo + fields { request.add(name, Array(value.utf8)) }
            return request
        }
    }

    extension Envoy_Service_Auth_V3_CheckRequest {
        /// Adds a field with its original bytes.
        mutating func add(_ name: String, _ value: [UInt8]) {
            var header = Envoy_Config_Core_V3_HeaderValue()
            header.key = name
            header.rawValue = .init(value)
            attributes.request.http.headerMap.headers.append(header)
        }
    }

    extension Envoy_Service_Auth_V3_CheckResponse {
        /// Whether Envoy lets the request through; both places that it reads must agree.
        var isAllowed: Bool {
            status.code == 0 && httpResponse.map { if case .okResponse = $0 { true } else { false } } == true
        }

        /// Whether Envoy answers the client itself.
        var isDenial: Bool {
            guard status.code == 7, case .deniedResponse(let denial) = httpResponse else { return false }
            return denial.status.code == .forbidden || denial.status.code == .found
        }
    }
#endif
