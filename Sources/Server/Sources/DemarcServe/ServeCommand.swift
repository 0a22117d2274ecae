import Answering
import ArgumentParser
import DemarcServer
import Foundation
import UnixSignals

/// `demarc-serve`: the server.
@main
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demarc-serve",
        abstract: "Decide for proxies, programs and people whether a URL is managed.",
        discussion: """
            The configuration specifies where the server listens, which proxies it answers, and which policy is in \
            force. Requests are blocked while there is no policy, while the policy is too old, or if they cannot be \
            read.

            SIGHUP reloads policies and certificates; a file that cannot be read changes nothing. SIGTERM lets \
            requests finish.

            EXAMPLES:
              demarc serve --check serve.yaml
              demarc serve serve.yaml
            """
    )

    @Argument(help: "The configuration, which begins with `demarc-serve: 1`.")
    var file: String

    @Flag(
        help: "Read the configuration and every file that it names, and exit: 0 if a server could run with it, else 2."
    )
    var check = false

    @Flag(help: "Allow policies to refer to files outside their folders.")
    var allowOutside = false

    @Option(
        help: ArgumentHelp(
            "The number of event loops.",
            discussion: "The default is one per core.",
            valueName: "N"
        )
    )
    var threads: Int?

    func validate() throws {
        if let threads, !(1...1_024).contains(threads) {
            throw ValidationError("--threads must be between 1 and 1024")
        }
    }

    func run() async throws {
        if check {
            let check = ServerCheck(path: file, allowsOutside: allowOutside)
            report(check.diagnostics, check.sources)
            if !check.isUsable { throw ExitCode(2) }
            print("\(file): sound")
            return
        }
        let result = ServerConfigurationReader().load(path: file)
        report(result.diagnostics, result.sources)
        guard var configuration = result.configuration else { throw ExitCode(2) }
        configuration.allowsOutside = allowOutside
        // If the reader of the log is gone, the server must not end; writing to the log fails instead.
        signal(SIGPIPE, SIG_IGN)
        // Signals are caught before anything listens, so that none of them ends the server halfway through its start.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        let messages = OperatorMessages()
        // If nobody reads standard error, the rest of the messages is lost: the process must end.
        defer { messages.flush(within: .seconds(1)) }
        let manager = ServiceManager(ProcessInfo.processInfo.environment)
        let server: Server
        do {
            server = try await Server.start(
                configuration,
                logger: messages.logger(label: "demarc-serve"),
                messages: messages,
                threads: threads
            )
        } catch let error as ServerError {
            messages.write(TextReport(sources: result.sources).text([error.finding]))
            throw ExitCode(2)
        } catch {
            messages.write("demarc-serve: \(error)\n")
            throw ExitCode(2)
        }
        manager.ready(Self.status(of: server))
        let watchdog = watchdog(manager, of: server)
        let reloads = Reloads {
            manager.reloading()
            await server.reload()
            // A manager that knows of the stop expects no other state.
            if !Task.isCancelled { manager.ready(Self.status(of: server)) }
        }
        for await signal in signals {
            guard signal == .sighup else { break }
            reloads.request()
        }
        reloads.cancel()
        manager.stopping()
        await server.stop()
        watchdog?.cancel()
    }

    private static func status(of server: Server) -> String {
        switch server.readiness {
        case .ready: "decides"
        case .policyMissing: "blocks everything: there is no policy yet"
        case .policyStale: "blocks everything: the policy is too old"
        case .draining: "is about to stop"
        }
    }

    private func watchdog(_ manager: ServiceManager, of server: Server) -> Task<Void, Never>? {
        guard let interval = manager.watchdogInterval else { return nil }
        return Task {
            while !Task.isCancelled {
                await server.waitForLoops()
                manager.alive()
                try? await Task.sleep(for: interval)
            }
        }
    }

    private func report(_ diagnostics: [Diagnostic], _ sources: [SourceFile]) {
        guard !diagnostics.isEmpty else { return }
        FileHandle.standardError.write(Data(TextReport(sources: sources).text(diagnostics).utf8))
    }
}
