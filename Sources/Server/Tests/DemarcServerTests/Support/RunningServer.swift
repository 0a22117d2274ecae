import DemarcServer
import Foundation
import Hosting
import Logging

/// A server that runs in this process, with files in a separate folder.
struct RunningServer {
    /// How many seconds to wait for expected events: the full time is only spent if they do not occur.
    static let patience = 60.0

    let server: Server
    let folder: TestFolder

    /// Starts a server on ports that the system chooses.
    ///
    /// - Parameters:
    ///   - listeners: The lines under `listeners`.
    ///   - policy: The policy; nil for no file.
    ///   - bindings: The lines under `bindings`.
    ///   - more: Additional lines of the configuration.
    ///   - files: Additional files by name.
    ///   - threads: The number of event loops.
    /// - Returns: The server, which is listening.
    /// - Throws: The error of writing the files or starting the server.
    static func start(
        listeners: String = "  - {tcp: 127.0.0.1:0, serves: [auth]}",
        policy: String? = TestPolicy.text,
        bindings: String = TestPolicy.bindings,
        more: String = "log: {to: none}",
        files: [String: String] = [:],
        threads: Int = 2
    ) async throws -> RunningServer {
        let folder = try TestFolder()
        if let policy { try folder.write(policy, to: "policy.yaml") }
        for (name, text) in files { try folder.write(text, to: name, isSecret: true) }
        let text = """
            demarc-serve: 1
            policy: policy.yaml
            bindings:
            \(bindings)
            listeners:
            \(listeners)
            \(more)

            """
        try folder.write(text, to: "serve.yaml")
        let result = ServerConfigurationReader().load(path: folder.path("serve.yaml"))
        guard var configuration = result.configuration else {
            throw TestFailure(TextReport(sources: result.sources).text(result.diagnostics))
        }
        // Limits that a test does not set must not fail it on a busy machine.
        let usual = ServerLimits()
        if configuration.limits.headerTimeout == usual.headerTimeout {
            configuration.limits.headerTimeout = .seconds(60)
        }
        if configuration.limits.decisionTimeout == usual.decisionTimeout {
            configuration.limits.decisionTimeout = .seconds(60)
        }
        let server = try await Server.start(
            configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            threads: threads,
            followInterval: .milliseconds(50)
        )
        return RunningServer(server: server, folder: folder)
    }

    func stop() async {
        await server.stop()
        folder.remove()
    }

    /// The port of a listener.
    func port(_ position: Int = 0) -> Int { server.ports[position] ?? 0 }

    /// The server's answers to some bytes, until it closes or this many answers have arrived.
    func answers(
        to bytes: String,
        listener: Int = 0,
        count: Int = 1,
        seconds: Double = Self.patience
    ) async -> [(status: Int, head: String, body: String)] {
        let port = port(listener)
        return await Blocking.run {
            guard let client = RawClient(port: port) else { return [] }
            client.send(bytes)
            let received = client.receive(seconds: seconds) { RawAnswers($0).answers.count >= count }
            return RawAnswers(received).answers
        }
    }

    func statuses(to bytes: String, listener: Int = 0, count: Int = 1, seconds: Double = Self.patience) async -> [Int] {
        await answers(to: bytes, listener: listener, count: count, seconds: seconds).map(\.status)
    }

    /// Waits until a condition holds.
    func waits(seconds: Double = Self.patience, until condition: () async -> Bool) async -> Bool {
        let end = ContinuousClock.now + .milliseconds(Int(seconds * 1_000))
        while ContinuousClock.now < end {
            if await condition() { return true }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return await condition()
    }
}

/// A server shared by tests that change nothing in it; it ends with the process.
enum SharedServer {
    private static let task = Task { try await RunningServer.start() }

    static func auth() async throws -> RunningServer { try await task.value }
}

/// Runs blocking socket operations on separate threads, so that tests do not use the threads that the server's tasks
/// need.
enum Blocking {
    static func run<Value: Sendable>(_ operation: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: operation()) }
        }
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A folder for the files of one test.
struct TestFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "demarc-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    /// Replaces a file atomically, as a fetcher of policies does.
    func write(_ text: String, to name: String, isSecret: Bool = false) throws {
        try Data(text.utf8).write(to: url.appending(path: name), options: .atomic)
        guard isSecret else { return }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
    }

    /// Sets the modification date of a file.
    func setDate(of name: String, to date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }

    func removeFile(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }

    func remove() { try? FileManager.default.removeItem(at: url) }
}

/// A policy with one view, and bindings for it.
enum TestPolicy {
    static let text = """
        demarc: 1
        policies: {strict: {managedBrowserToOpenLinksRequired: false}}
        accounts: [{account: dana@contoso.com, policy: strict}]
        user: dana@contoso.com
        ruleSets:
          work:
            default: blocked
            rules:
              - {id: good, class: internal, domain: good.test}
        views: [{id: E, isExternalURL: work}]

        """

    static let bindings = """
          edge: {view: E, convention: nginx, scheme: https, account: {fixed: dana@contoso.com}, peers: [127.0.0.0/8, unix]}
          caddy: {view: E, convention: forwarded, scheme: https, account: {fixed: dana@contoso.com}, peers: [127.0.0.0/8]}
          envoy: {view: E, convention: envoy, scheme: https, account: {fixed: dana@contoso.com}, peers: [127.0.0.0/8]}
          strangers: {view: E, convention: nginx, scheme: https, account: {fixed: dana@contoso.com}}
          elsewhere: {view: E, convention: nginx, scheme: https, account: {fixed: dana@contoso.com}, peers: [10.0.0.0/8]}
        """

    /// A request to a binding, for a URL with this host.
    static func request(
        _ host: String = "good.test",
        binding: String = "edge",
        target: String = "/",
        more: String = ""
    ) -> String {
        """
        GET /v1/auth/\(binding) HTTP/1.1\r
        Host: demarc\r
        X-Original-URL: https://\(host)\(target)\r
        X-Original-Method: GET\r
        X-Demarc-Authority: \(host)\r
        \(more)\r

        """
    }
}
