public import Answering
import Foundation
import Logging

/// Reads a configuration and everything that it names, as a server does when it starts.
///
/// ```swift
/// let check = ServerCheck(path: "serve.yaml")
/// print(TextReport(sources: check.sources).text(check.diagnostics))
/// ```
public struct ServerCheck: Sendable {
    /// The configuration; nil if the file itself has an error.
    public let configuration: ServerConfiguration?
    /// All findings: in the configuration, in the policies, and in the files that it names.
    public let diagnostics: [Diagnostic]
    /// The files that the findings refer to.
    public let sources: [SourceFile]

    /// Whether a server could run with the configuration.
    public var isUsable: Bool { configuration != nil && !diagnostics.contains { $0.severity == .error } }

    /// Reads and checks.
    ///
    /// - Parameters:
    ///   - path: The configuration.
    ///   - allowsOutside: Whether policies may refer to files outside their folders.
    /// - Complexity: O(*n*) in the bytes of all files.
    public init(path: String, allowsOutside: Bool = false) {
        let result = ServerConfigurationReader().load(path: path)
        var diagnostics = result.diagnostics
        var sources = result.sources
        configuration = result.configuration
        if let configuration = result.configuration {
            diagnostics += Self.findings(configuration)
            for file in [configuration.policy, configuration.shadow].compactMap(\.self) {
                var follower = PolicyFollower(file.path, allowsOutside: allowsOutside)
                do throws(PolicyLoadingError) {
                    let policy = try follower.load()
                    if file == configuration.policy {
                        diagnostics += configuration.findings(against: policy.document)
                        if let finding = Self.findingAboutAge(configuration, follower.modified) {
                            diagnostics.append(finding)
                        }
                    }
                } catch {
                    diagnostics.append(
                        Diagnostic(
                            code: ServerFindingCode.policyUnusable.rawValue,
                            message: "the policy cannot be loaded",
                            places: [file.place],
                            help: "its errors are listed below"
                        )
                    )
                    diagnostics += error.diagnostics
                    sources += error.sources
                }
            }
        }
        self.diagnostics = diagnostics
        self.sources = sources
    }

    /// Findings about keys, template, certificates, and folders that the server writes in.
    private static func findings(_ configuration: ServerConfiguration) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        do throws(ServerError) {
            var answering = try configuration.answering(Logger(label: "check") { _ in SwiftLogNoOpLogHandler() })
            // A check must not write to the log of a running server.
            answering.log.destination = .nowhere
            do throws(AnsweringError) {
                _ = try DecisionService(answering)
            } catch {
                let place = configuration.pages.template?.place ?? configuration.policy.place
                findings.append(ServerError("\(error)", code: .fileUnusable, at: place).finding)
            }
        } catch {
            findings.append(error.finding)
        }
        for endpoint in configuration.endpoints {
            guard case .unix(let path, _) = endpoint.address else { continue }
            do throws(ServerError) {
                if let reason = Self.obstacle(to: path) {
                    throw ServerError(unusable: path, reason, at: endpoint.place)
                }
                try SocketFile.requireFree(path, at: endpoint.place)
            } catch {
                findings.append(error.finding)
            }
        }
        findings += configuration.findingsAboutPorts
        findings += configuration.listeners.compactMap { Self.findingAboutOpenness(of: $0, configuration) }
        if case .file(let path) = configuration.log.destination, let reason = Self.obstacle(toAppendingTo: path) {
            let place = configuration.log.destinationPlace ?? configuration.policy.place
            findings.append(ServerError(unusable: path, reason, at: place).finding)
        }
        for tls in configuration.endpoints.compactMap(\.tls) {
            do throws(ServerError) {
                _ = try ServerTLS(tls, protocols: ["http/1.1"])
            } catch {
                findings.append(error.finding)
            }
        }
        #if !GRPC
            for listener in configuration.listeners where listener.services.contains(.grpc) {
                findings.append(ServerError.withoutGRPC(listener).finding)
            }
        #endif
        return findings
    }

    /// A policy that is already too old: a server that started now would block everything.
    private static func findingAboutAge(_ configuration: ServerConfiguration, _ modified: Duration?) -> Diagnostic? {
        guard let limit = configuration.maxAge, let modified else { return nil }
        let age = Duration.seconds(Date.now.timeIntervalSince1970) - modified
        guard age > limit else { return nil }
        let seconds = age.components.seconds
        let units = [("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1)] as [(String, Int64)]
        // In the largest unit of which there are several.
        let (name, length) = units.first { seconds >= 2 * $0.1 } ?? ("seconds", 1)
        return Diagnostic(
            code: ServerFindingCode.policyStale.rawValue,
            severity: .warning,
            message: "the policy was confirmed \(seconds / length) \(name) ago, which is more than `maxAge`, "
                + "so everything would be blocked",
            places: [configuration.policy.place],
            help: "fetch it again, or `touch` the file if there is no newer policy"
        )
    }

    // MARK: Files that the server creates

    /// A socket to which every user of the machine can connect, although a binding trusts all of its clients.
    private static func findingAboutOpenness(
        of listener: ServerListener,
        _ configuration: ServerConfiguration
    ) -> Diagnostic? {
        guard case .unix(let path, let mode) = listener.endpoint.address, mode & 0o002 != 0,
            let binding = configuration.bindings.first(where: { binding in
                binding.peers.includesUnix && configuration.listeners(for: binding).contains(listener)
            }),
            isOpen(folder(of: path))
        else { return nil }
        return Diagnostic(
            code: ServerFindingCode.outOfRange.rawValue,
            severity: .warning,
            message: "every user of this machine can connect to `\(path)`, and `\(binding.name)` trusts all of them",
            places: [listener.endpoint.place],
            help: "write `mode: \"0660\"`, or put it in a folder that only the proxy's group may enter"
        )
    }

    /// Whether every user may enter a folder, and all folders above it.
    private static func isOpen(_ folder: String) -> Bool {
        guard var path = try? DiskFiles().resolve(folder) else { return false }
        while true {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o001 != 0 else { return false }
            if path == "/" { return true }
            path = self.folder(of: path)
        }
    }

    /// The folder of a path, as an absolute path. `..` stays, because it is the kernel that follows links before it.
    private static func folder(of path: String) -> String {
        let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        let folder = whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// Why nothing can be created at a path; nil if it can. Nothing is created to find out.
    private static func obstacle(to path: String) -> String? {
        let folder = folder(of: path)
        // `/.` at the end asks for a folder, and follows links.
        let files = FileManager.default
        if !files.fileExists(atPath: folder + "/.") { return "there is no folder `\(folder)`" }
        return files.isWritableFile(atPath: folder + "/.") ? nil : "the folder `\(folder)` cannot be written to"
    }

    private static func obstacle(toAppendingTo path: String) -> String? {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else { return obstacle(to: path) }
        if let reason = LogFile.obstacle(at: path) { return reason }
        return files.isWritableFile(atPath: path) ? nil : "it cannot be written to"
    }
}
