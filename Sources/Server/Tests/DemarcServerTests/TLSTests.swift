import DemarcServer
import Foundation
import Glibc
import Hosting
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Testing

/// TLS, and accounts named by certificates.
@Suite("TLS") struct TLSTests {
    /// The answer to a client that presents a certificate.
    private static func answer(
        _ running: RunningServer,
        listener: Int = 0,
        certificate: String? = nil,
        key: String? = nil,
        request: String
    ) async -> Int? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // For the client, the TLS 1.3 handshake ends before the server has verified its certificate.
        configuration.maximumTLSVersion = .tlsv12
        do {
            configuration.trustRoots = .certificates(
                try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8))
            )
            if let certificate, let key {
                configuration.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
                    .map { .certificate($0) }
                configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
            }
            configuration.certificateVerification = .noHostnameVerification
            let context = try NIOSSLContext(configuration: configuration)
            let port = running.port(listener)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(60))
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: nil)
                        )
                        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            return try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: request))
                for try await bytes in inbound { return RawAnswers(Array(bytes.readableBytesView)).statuses.first }
                return nil
            }
        } catch {
            return nil
        }
    }

    private static let bindings = """
          uri: {view: E, convention: nginx, scheme: https, account: {certificate: uri, absent: block}, peers: [127.0.0.0/8]}
          subject: {view: E, convention: nginx, scheme: https, account: {certificate: subject, absent: block}, peers: [127.0.0.0/8]}
          uriOrDana:
            view: E
            convention: nginx
            scheme: https
            account: {certificate: uri, absent: dana@contoso.com}
            peers: [127.0.0.0/8]
          subjectOrDana:
            view: E
            convention: nginx
            scheme: https
            account: {certificate: subject, absent: dana@contoso.com}
            peers: [127.0.0.0/8]
        """

    /// The policy with an account that a certificate names by URI.
    private static let policy = TestPolicy.text.replacing(
        "accounts: [",
        with: "app: {multiManagedIdentities: true}\naccounts: [{account: 'urn:contoso:dana', policy: strict}, "
    )

    private static func start() async throws -> RunningServer {
        try await RunningServer.start(
            listeners: """
                  - {tcp: 127.0.0.1:0, serves: auth, tls: {certificate: server.pem, key: server.key, clientCA: ca.pem}}
                  - {tcp: 127.0.0.1:0, serves: auth, tls: {certificate: server.pem, key: server.key}}
                """,
            policy: policy,
            bindings: bindings,
            files: [
                "server.pem": TestCertificates.server, "server.key": TestCertificates.serverKey,
                "ca.pem": TestCertificates.authority + "\n" + TestCertificates.namesAuthority + "\n",
            ]
        )
    }

    @Test("A client with a trusted certificate may ask, and the name in its certificate is its account")
    func trusted() async throws {
        let running = try await Self.start()
        for binding in ["uri", "subject"] {
            let request = TestPolicy.request(binding: binding)
            let status = await Self.answer(
                running,
                certificate: TestCertificates.client,
                key: TestCertificates.clientKey,
                request: request
            )
            #expect(status == 204, "\(binding)")
        }
        let evil = await Self.answer(
            running,
            certificate: TestCertificates.client,
            key: TestCertificates.clientKey,
            request: TestPolicy.request("evil.test", binding: "uri")
        )
        #expect(evil == 403)
        await running.stop()
    }

    @Test("An untrusted certificate, or none, gets no answer")
    func untrusted() async throws {
        let running = try await Self.start()
        let request = TestPolicy.request(binding: "uri")
        let stranger = await Self.answer(
            running,
            certificate: TestCertificates.stranger,
            key: TestCertificates.strangerKey,
            request: request
        )
        #expect(stranger == nil)
        #expect(await Self.answer(running, request: request) == nil)
        // Without encryption, the server sends nothing that is an answer.
        #expect(await running.statuses(to: request, seconds: 1).isEmpty)
        await running.stop()
    }

    @Test("Without client certificates, a binding that takes accounts from them blocks")
    func withoutClientCertificate() async throws {
        let running = try await Self.start()
        let request = TestPolicy.request(binding: "uri")
        #expect(await Self.answer(running, listener: 1, request: request) == 403)
        // A certificate that was presented without a request names no account.
        let shown = await Self.answer(
            running,
            listener: 1,
            certificate: TestCertificates.stranger,
            key: TestCertificates.strangerKey,
            request: request
        )
        #expect(shown == 403)
        await running.stop()
    }

    @Test("A certificate without exactly one such name blocks, and is not taken for the absence of an account")
    func notOneName() async throws {
        let running = try await Self.start()
        for binding in ["uriOrDana", "subjectOrDana"] {
            let request = TestPolicy.request(binding: binding)
            #expect(
                await Self.answer(running, listener: 1, request: request) == 204,
                "\(binding) without a certificate"
            )
            for (names, certificate) in [
                ("several", TestCertificates.severalNames), ("none", TestCertificates.noName),
            ] {
                let status = await Self.answer(
                    running,
                    certificate: certificate,
                    key: TestCertificates.namesKey,
                    request: request
                )
                #expect(status == 403, "\(binding), \(names)")
            }
        }
        await running.stop()
    }

    @Test("If a certificate cannot be read at reload, the previous one stays in use")
    func reload() async throws {
        let running = try await Self.start()
        try running.folder.write("no certificate", to: "server.pem")
        await running.server.reload()
        #expect(await Self.answer(running, listener: 1, request: TestPolicy.request(binding: "uri")) == 403)
        await running.stop()
    }

    #if GRPC
        @Test(
            "A client that offers HTTP/1.1 and HTTP/2 uses HTTP/1.1 where plain authorization is served",
            arguments: [
                ("[auth, grpc]", ["h2", "http/1.1"], "http/1.1"), ("[auth, grpc]", ["http/1.1"], "http/1.1"),
                ("[auth, grpc]", ["h2"], "h2"), ("grpc", ["http/1.1", "h2"], "h2"), ("auth", ["h2"], nil),
            ]
        )
        func negotiation(services: String, offered: [String], expected: String?) async throws {
            let running = try await RunningServer.start(
                listeners: """
                      - {tcp: 127.0.0.1:0, serves: \(services), tls: {certificate: server.pem, key: server.key}}
                    """,
                files: ["server.pem": TestCertificates.server, "server.key": TestCertificates.serverKey]
            )
            let client = try await Self.connect(to: running.port()) { $0.applicationProtocols = offered }
            #expect(client.chosen == expected)
            try await client.channel.close()
            await running.stop()
        }
    #endif

    @Test("A client that does not answer the end of its connection delays the end of the server by a second")
    func silentClient() async throws {
        let running = try await Self.start()
        // For the client, the TLS 1.3 handshake ends before the server knows of it.
        let channel = try await Self.connect(to: running.port(1)) { $0.maximumTLSVersion = .tlsv12 }.channel
        // From now on, it reads nothing.
        try await channel.setOption(ChannelOptions.autoRead, value: false).get()
        let start = ContinuousClock.now
        await running.stop()
        // By default, SwiftNIO waits for five seconds.
        #expect(ContinuousClock.now - start < .milliseconds(4_900))
        channel.close(promise: nil)
    }

    /// Connects a client that trusts every server. Returns after the handshake, with the protocol that the server has
    /// chosen.
    private static func connect(
        to port: Int,
        _ adjust: (inout TLSConfiguration) -> Void
    ) async throws -> (channel: any Channel, chosen: String?) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        adjust(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let chosen = loop.makePromise(of: String?.self)
        let channel = try await ClientBootstrap(group: loop)
            .connectTimeout(.seconds(60))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLClientHandler(context: context, serverHostname: nil), Negotiated(chosen),
                    ])
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return (channel, try await chosen.futureResult.get())
    }

    /// Reports which protocol the server has chosen.
    private final class Negotiated: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let chosen: EventLoopPromise<String?>

        init(_ chosen: EventLoopPromise<String?>) { self.chosen = chosen }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted(let name)? = event as? TLSUserEvent { chosen.succeed(name) }
        }

        func handlerRemoved(context: ChannelHandlerContext) { chosen.fail(ChannelError.eof) }
    }

    // MARK: Checks

    /// The files of a TLS listener, and a part of the message or help; nil if they can be used.
    private static let certificates: [(certificate: String, key: String, authority: String, says: String?)] = [
        ("server.pem", "server.key", "ca.pem", nil), ("link.pem", "server.key", "link.pem", nil),
        ("server.pem", "both.pem", "both.pem", nil), ("none.pem", "server.key", "ca.pem", "there is no such file"),
        ("server.pem", "none.key", "ca.pem", "there is no such file"),
        ("server.pem", "server.key", "none.pem", "there is no such file"),
        ("text.txt", "server.key", "ca.pem", "it is not PEM"), ("server.pem", "text.txt", "ca.pem", "it is not PEM"),
        ("empty.txt", "server.key", "ca.pem", "a line `-----BEGIN CERTIFICATE-----`"),
        ("server.pem", "empty.txt", "ca.pem", "a line `-----BEGIN PRIVATE KEY-----`"),
        ("server.key", "server.key", "ca.pem", "it contains a private key, and no certificate"),
        ("server.pem", "server.key", "server.key", "it contains a private key, and no certificate"),
        ("server.pem", "server.pem", "ca.pem", "it contains no private key"),
        ("server.pem", "encrypted.key", "ca.pem", "the key is encrypted"),
        ("server.pem", "damaged.key", "ca.pem", "the key is damaged"),
        ("damaged.pem", "server.key", "ca.pem", "a certificate in it is damaged"),
        ("server.pem", "open.key", "ca.pem", "others can read or change the key (mode 644)"),
        ("pipe", "server.key", "ca.pem", "it is not a plain file"),
        ("server.pem", "pipe", "ca.pem", "the key is not a regular file"),
        ("server.pem", "server.key", "pipe", "it is not a plain file"),
        (".", "server.key", "ca.pem", "it is a folder"),
        ("ca.pem", "server.key", "ca.pem", "the key does not belong to the certificate"),
    ]

    @Test("A check says what is wrong with a certificate or its key", arguments: certificates)
    func certificate(certificate: String, key: String, authority: String, says: String?) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        for (name, text) in [
            ("server.pem", TestCertificates.server), ("server.key", TestCertificates.serverKey),
            ("ca.pem", TestCertificates.authority), ("text.txt", "no certificate\n"), ("empty.txt", ""),
            ("both.pem", TestCertificates.server + "\n" + TestCertificates.serverKey + "\n"),
            ("open.key", TestCertificates.serverKey),
            ("encrypted.key", Self.damaged("ENCRYPTED PRIVATE KEY")), ("damaged.key", Self.damaged("PRIVATE KEY")),
            ("damaged.pem", Self.damaged("CERTIFICATE")),
        ] { try folder.write(text, to: name, isSecret: true) }
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("open.key"))
        try files.createSymbolicLink(atPath: folder.path("link.pem"), withDestinationPath: folder.path("server.pem"))
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let isMade = unsafe mkfifo(folder.path("pipe"), 0o600) == 0
        #expect(isMade)
        let tls = "{certificate: \(certificate), key: \(key), clientCA: \(authority)}"
        let check = try ServerCheckTests.checked("listeners: [{unix: s, serves: auth, tls: \(tls)}]", in: folder)
        #expect(check.diagnostics.map(\.code) == (says == nil ? [] : ["file-unusable"]))
        if let says { try ServerCheckTests.expect(check, nil, says) }
    }

    /// A block of PEM whose content is too short.
    private static func damaged(_ label: String) -> String {
        "-----BEGIN \(label)-----\nMIGH\n-----END \(label)-----\n"
    }
}
