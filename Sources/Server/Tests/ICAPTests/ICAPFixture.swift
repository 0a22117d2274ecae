import Answering
import Logging
import NIOCore
import NIOEmbedded

@testable import ICAP

/// A service with a small policy, and one connection to it.
struct ICAPFixture {
    static let policy = FixturePolicy.text(
        rules: [
            "{id: intranet, class: internal, domain: contoso.example}",
            "{id: games, class: blocked, domain: gambling.example, because: Games are not work.}",
            "{id: admin, class: blocked, priority: 5, url: \"https://contoso.example/admin\"}",
            "{id: adminPlain, class: blocked, priority: 5, url: \"http://contoso.example/admin\"}",
        ]
    )

    let decisions: DecisionService
    let channel: EmbeddedChannel

    /// Opens a connection: with a fixed account unless a source of accounts is given, and to a separate service unless
    /// one is shared, so that many connections cost little.
    init(
        hasPolicy: Bool = true,
        account: ServerBinding.AccountSource? = nil,
        peer: String = "127.0.0.1",
        limits: ServerLimits = ServerLimits(),
        refusing refusal: RequestFault? = nil,
        isDraining: Bool = false,
        sharing shared: (DecisionService, DecisionWorker)? = nil
    ) throws {
        let reading = RequestBinding(
            view: "E",
            scheme: .claimed,
            absentAccount: .block,
            fixedAccount: account == nil ? AccountID("dana@contoso.example") : nil
        )
        decisions = try shared?.0 ?? Self.service(reading, hasPolicy: hasPolicy)
        guard let entry = PeerList.Entry("127.0.0.0/8") else { throw FixturePolicy.Problem(description: "no network") }
        var binding = ServerBinding(
            name: "edge",
            request: reading,
            convention: .icap,
            viewPlace: SourceRange(wholeFile: "demarc.yaml")
        )
        binding.account = account ?? .none
        binding.peers = PeerList([entry])
        channel = EmbeddedChannel()
        channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 1_344)
        let client = try SocketAddress(ipAddress: peer, port: 4_000)
        channel.remoteAddress = client
        let service = ICAPService(decisions, binding: binding, limits: limits)
        try service.configure(
            channel,
            worker: shared?.1 ?? decisions.makeWorker(),
            refusing: refusal,
            isDraining: isDraining
        )
        // Only a connected channel can show that it was closed.
        channel.connect(to: client, promise: nil)
    }

    static func service(_ reading: RequestBinding, hasPolicy: Bool = true) throws -> DecisionService {
        let decisions = try DecisionService(
            AnsweringConfiguration(
                bindings: [AnswerBinding(name: "edge", reading: reading)],
                // Long enough for any pause of a busy machine.
                decisionLimit: .seconds(600),
                log: LogConfiguration(to: .nowhere),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        if hasPolicy { decisions.put(try FixturePolicy.compiled(policy)) }
        return decisions
    }

    /// Sends bytes and returns the response.
    func send(_ bytes: some Sequence<UInt8>) throws -> String {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        return try received()
    }

    func send(_ text: String) throws -> String { try send(text.utf8) }

    /// The response so far.
    func received() throws -> String {
        channel.embeddedEventLoop.run()
        var result = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { result += String(buffer: buffer) }
        return result
    }

    /// Whether the connection was ordered to close.
    var isClosing: Bool {
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        return !channel.isActive
    }

    /// The verdict that a reply expresses.
    static func verdict(_ reply: String) -> String {
        if reply.hasPrefix("ICAP/1.0 204") { return "204" }
        guard reply.hasPrefix("ICAP/1.0 200 OK\r\n") else { return String(reply.prefix(12)) }
        if reply.contains("Encapsulated: req-hdr=0") { return "echo" }
        return reply.contains("HTTP/1.1 403 Forbidden\r\n") ? "403" : "?"
    }

    /// An ICAP request about an HTTP request.
    static func reqmod(_ http: String, fields: String = "Allow: 204\r\n", body: String? = nil) -> String {
        let entity = body == nil ? "null-body" : "req-body"
        return "REQMOD icap://demarc.test/reqmod ICAP/1.0\r\nHost: demarc.test\r\n\(fields)"
            + "Encapsulated: req-hdr=0, \(entity)=\(http.utf8.count)\r\n\r\n\(http)\(body ?? "")"
    }

    static func get(_ url: String, host: String, method: String = "GET", fields: String = "") -> String {
        "\(method) \(url) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
    }

    static let allowed = reqmod(get("http://contoso.example/", host: "contoso.example"))
    static let denied = reqmod(get("http://gambling.example/", host: "gambling.example"))
}
