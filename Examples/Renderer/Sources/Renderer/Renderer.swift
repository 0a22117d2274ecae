import Foundation
import NIOCore
import NIOPosix
import Rendering
import RenderingService

/// Starts the service and prints the address to open.
@main struct RendererProgram {
    static func main() async {
        let options: Options
        do throws(Options.Problem) {
            options = try Options(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("renderer: \(error.message)\n\n\(Options.usage)".utf8))
            exit(2)
        }
        do {
            try await run(options)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        let folder =
            URL.temporaryDirectory.path(percentEncoded: false)
            + "/demarc-renderer-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let server = try RenderingServer(
            options.settings(folder: folder),
            host: options.host,
            port: options.port,
            key: options.key,
            group: group
        )
        let serving = Task {
            try await server.run { address in
                FileHandle.standardOutput.write(Data("Open \(address)\n".utf8))
            }
        }
        // On a signal, every browser is ended and every profile deleted.
        let signals = [SIGINT, SIGTERM].map { signal in
            _ = Foundation.signal(signal, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
            source.setEventHandler { serving.cancel() }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        try await serving.value
        try await group.shutdownGracefully()
    }
}
