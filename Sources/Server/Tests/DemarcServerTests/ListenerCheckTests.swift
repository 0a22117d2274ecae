import DemarcServer
import Foundation
import Glibc
import Hosting
import Testing

/// What `demarc-serve --check` finds about the addresses of listeners, and which sockets a server takes.
@Suite("Checks of listeners") struct ListenerCheckTests {
    @Test(
        "A check finds a listener at every address beside another one at its port",
        arguments: [
            ("0.0.0.0:9900", "127.0.0.1:9900", true), ("127.0.0.1:9900", "0.0.0.0:9900", true),
            ("[::]:9900", "[::1]:9900", true), ("[::]:9900", "127.0.0.1:9900", true),
            ("0.0.0.0:9900", "[::]:9900", true), ("0.0.0.0:9900", "[::ffff:127.0.0.1]:9900", true),
            ("0.0.0.0:9900", "[::1]:9900", false), ("0.0.0.0:9900", "127.0.0.1:9901", false),
            ("0.0.0.0:0", "127.0.0.1:0", false), ("127.0.0.1:9900", "127.0.0.2:9900", false),
        ]
    )
    func everyAddress(first: String, second: String, conflicts: Bool) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let text = """
            bindings: {e: {view: E, convention: nginx, peers: [127.0.0.1, '::1']}}
            listeners: [{tcp: '\(first)', serves: auth}]
            admin: {tcp: '\(second)'}
            """
        let errors = try ServerCheckTests.checked(text, in: folder).diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == (conflicts ? ["duplicate-name"] : []), "\(errors.map(\.message))")
        guard conflicts else { return }
        let finding = try #require(errors.first)
        #expect(finding.places.map(\.start.line) == [5, 4])
        #expect(finding.message.contains("`\(first)`"))
        #expect(finding.message.contains("`\(second)`"))
        #expect(finding.help == "combine them into one listener, or give each its own port")
    }

    @Test("A check warns of a socket that every user can connect to, unless its folder keeps them out")
    func openSocket() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        for (permissions, mode, service, warns) in [
            (0o755, "0666", "auth", true), (0o755, "0602", "auth", true), (0o755, "0660", "auth", false),
            (0o750, "0666", "auth", false), (0o755, "0666", "json", false),
        ] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path("."))
            let text = "listeners: [{unix: s, mode: '\(mode)', serves: \(service)}]"
            let check = try ServerCheckTests.checked(text, in: folder)
            #expect(check.isUsable)
            #expect(check.diagnostics.map(\.severity) == (warns ? [.warning] : []), "\(mode) in \(permissions)")
            if warns { try ServerCheckTests.expect(check, "3:20", "write `mode: \"0660\"`") }
        }
    }

    @Test("A server does not put its socket in place of a file, and says so")
    func takenPath() async throws {
        do {
            let running = try await RunningServer.start(
                listeners: "  - {unix: taken, serves: auth}",
                files: ["taken": "x"]
            )
            await running.stop()
            Issue.record("the file was replaced")
        } catch let error as ServerError {
            #expect(error.finding.message.contains("there is a file that is not a socket"))
            #expect(error.finding.help != nil)
        }
    }

    @Test("A second server does not take the socket of the first")
    func secondServer() async throws {
        let running = try await RunningServer.start(listeners: "  - {unix: auth.sock, serves: auth}")
        let path = running.folder.path("auth.sock")
        await #expect(throws: ServerError.self) {
            try await RunningServer.start(listeners: "  - {unix: \(path), serves: auth}").stop()
        }
        #expect(await Self.statuses(at: path) == [204])
        await running.stop()
    }

    @Test("A socket that no process serves is replaced")
    func unusedSocket() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let path = folder.path("auth.sock")
        // The process that had it has ended.
        _ = try #require(BoundSocket(path: path, backlog: 0))
        let running = try await RunningServer.start(listeners: "  - {unix: \(path), serves: auth}")
        #expect(await Self.statuses(at: path) == [204])
        await running.stop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).isEmpty)
    }

    /// The answer to a request that arrives at a socket.
    private static func statuses(at path: String) async -> [Int] {
        await Blocking.run {
            guard let client = RawClient(path: path) else { return [] }
            client.send(TestPolicy.request())
            return RawAnswers(client.receive { RawAnswers($0).answers.count == 1 }).statuses
        }
    }

    @Test("A server that stops removes its sockets, but not those of the server that has taken their place")
    func takenOver() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let names = ["auth.sock", "admin.sock", "pages.sock"]
        let paths = names.map { folder.path($0) }
        func start() async throws -> RunningServer {
            try await RunningServer.start(
                listeners: "  - {unix: \(paths[0]), serves: auth}",
                more: "log: {to: none}\nadmin: {unix: \(paths[1])}\nexplain: {unix: \(paths[2])}"
            )
        }
        let old = try await start()
        for name in names { try folder.removeFile(name) }
        let new = try await start()
        await old.stop()
        #expect(await Self.statuses(at: paths[0]) == [204])
        #expect(paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        await new.stop()
        #expect(!paths.contains { FileManager.default.fileExists(atPath: $0) })
    }

    @Test(
        "A server neither takes nor waits for a socket that another process has, even if that accepts no connection",
        .timeLimit(.minutes(5)),
        arguments: [nil, 0] as [Int32?]
    )
    func otherSocket(backlog: Int32?) async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let path = folder.path("taken.sock")
        let taken = try #require(BoundSocket(path: path, backlog: backlog))
        // Nobody accepts it, so no other connection fits.
        let waiting = RawClient(path: path)
        #expect((waiting == nil) == (backlog == nil))
        do {
            try await RunningServer.start(listeners: "  - {unix: \(path), serves: auth}").stop()
            Issue.record("the socket was replaced")
        } catch let error as ServerError {
            #expect(error.finding.message == "another process or user has the socket `\(path)`")
            let help = "stop that process, or choose another path; remove the socket only if nothing serves it"
            #expect(error.finding.help == help)
        }
        withExtendedLifetime((taken, waiting)) {}
    }
}
