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
                    if file == configuration.policy { diagnostics += configuration.findings(against: policy.document) }
                } catch {
                    diagnostics.append(
                        Diagnostic(
                            code: "policy-unusable",
                            message: "the policy can't be loaded",
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
            answering.log.destination = .off
            do throws(AnsweringError) {
                _ = try DecisionService(answering)
            } catch {
                let place = configuration.pages.template?.place ?? configuration.policy.place
                findings.append(Diagnostic(code: "file-unusable", message: "\(error)", places: [place]))
            }
        } catch {
            findings.append(error.finding)
        }
        let endpoints =
            configuration.listeners.map(\.endpoint)
            + [configuration.admin, configuration.pages.endpoint].compactMap(\.self)
        for endpoint in endpoints {
            guard case .unix(let path, _) = endpoint.address else { continue }
            if let reason = Self.obstacle(to: path) { findings.append(Self.unusable(path, reason, endpoint.place)) }
        }
        if case .file(let path) = configuration.log.destination, let reason = Self.obstacle(toAppendingTo: path) {
            let place = configuration.log.destinationPlace ?? configuration.policy.place
            findings.append(Self.unusable(path, reason, place))
        }
        for tls in endpoints.compactMap(\.tls) {
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

    // MARK: Files that the server creates

    private static func unusable(_ path: String, _ reason: String, _ place: SourceRange) -> Diagnostic {
        Diagnostic(code: "file-unusable", message: "`\(path)` can't be used: \(reason)", places: [place])
    }

    /// Why nothing can be created at a path; nil if it can. Nothing is created to find out.
    private static func obstacle(to path: String) -> String? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        // `/.` at the end asks for a folder, and follows links.
        let files = FileManager.default
        if !files.fileExists(atPath: folder + "/.") { return "there is no folder `\(folder)`" }
        return files.isWritableFile(atPath: folder + "/.") ? nil : "the folder `\(folder)` can't be written to"
    }

    private static func obstacle(toAppendingTo path: String) -> String? {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else { return obstacle(to: path) }
        if files.fileExists(atPath: path + "/.") { return "it is a folder" }
        return files.isWritableFile(atPath: path) ? nil : "it can't be written to"
    }
}

extension ServerError {
    /// The program cannot serve gRPC.
    static func withoutGRPC(_ listener: ServerListener) -> ServerError {
        ServerError(
            "this demarc-serve was built without gRPC",
            at: listener.endpoint.place,
            help: "build it with `--traits GRPC`, or let Envoy use HTTP"
        )
    }
}
