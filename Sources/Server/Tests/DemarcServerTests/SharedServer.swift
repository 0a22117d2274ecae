/// A server shared by tests that change nothing in it; it ends with the process.
enum SharedServer {
    private static let task = Task { try await RunningServer.start() }

    static func auth() async throws -> RunningServer { try await task.value }
}
