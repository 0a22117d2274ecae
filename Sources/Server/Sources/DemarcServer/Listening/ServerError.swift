public import Answering

/// Why a server cannot start with its configuration.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The finding, with its place in the configuration.
    public let finding: Diagnostic

    init(_ message: String, code: ServerFindingCode = .cannotStart, at place: SourceRange, help: String? = nil) {
        finding = Diagnostic(code: code.rawValue, message: message, places: [place], help: help)
    }

    /// A file that the configuration names cannot be used.
    init(_ file: ServerConfiguration.NamedFile, _ reason: String, help: String? = nil) {
        self.init(unusable: file.path, reason, at: file.place, help: help)
    }

    /// A path that the configuration names cannot be used.
    init(unusable path: String, _ reason: String, at place: SourceRange, help: String? = nil) {
        self.init("`\(path)` cannot be used: \(reason)", code: .fileUnusable, at: place, help: help)
    }

    /// The program cannot serve gRPC.
    static func withoutGRPC(_ listener: ServerListener) -> ServerError {
        ServerError(
            "this demarc-serve was built without gRPC",
            at: listener.endpoint.place,
            help: "build it with `--traits GRPC`, or let Envoy use HTTP"
        )
    }

    /// The finding in one line.
    public var description: String { finding.message }
}

/// The codes of findings that the server reports.
enum ServerFindingCode: String {
    /// A file or a socket that the configuration names cannot be used.
    case fileUnusable = "file-unusable"
    /// The policy, or the shadow policy, cannot be loaded.
    case policyUnusable = "policy-unusable"
    /// The policy is too old for `maxAge`.
    case policyStale = "policy-stale"
    /// The server cannot start for another reason.
    case cannotStart = "server-cannot-start"
    /// Something is missing, so that requests would be blocked. The library, whose list of codes other packages cannot
    /// use, has this code and the next ones too.
    case missingKey = "missing-key"
    /// The policy does not have something that the configuration names.
    case unknownName = "unknown-name"
    /// Two listeners cannot have their addresses at the same time.
    case duplicateName = "duplicate-name"
    /// A setting does not fit the others.
    case unsupportedKey = "unsupported-key"
    /// More clients can connect than should.
    case outOfRange = "out-of-range"
}

extension ServerConfiguration.NamedFile {
    /// The bytes of the file.
    ///
    /// It must be a plain file, because reading a pipe could wait for ever. Links to one are followed: those who renew
    /// certificates replace links.
    func bytes(limit: Int) throws(ServerError) -> [UInt8] {
        do throws(FileError) {
            let files = DiskFiles()
            return try files.read(try files.resolve(path), limit: limit, plainOnly: true)
        } catch {
            throw ServerError(self, Self.reason(for: error))
        }
    }

    private static func reason(for error: FileError) -> String {
        switch error {
        case .missing: "there is no such file"
        case .isFolder: "it is a folder"
        case .notAFile: "it is not a plain file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .unreadable(let reason): reason
        }
    }
}
