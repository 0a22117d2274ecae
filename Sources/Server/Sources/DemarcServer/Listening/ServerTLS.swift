public import Answering
import NIOSSL
import Synchronization

/// The certificates of one listener; a reload of the server reads them again.
final class ServerTLS: Sendable {
    private let files: Endpoint.TLS
    private let protocols: [String]
    private let context: Mutex<NIOSSLContext>

    /// Reads the certificates.
    ///
    /// - Parameters:
    ///   - files: Their files.
    ///   - protocols: The protocols that clients may choose, by their ALPN names.
    /// - Throws: ``ServerError`` if one of them cannot be used.
    init(_ files: Endpoint.TLS, protocols: [String]) throws(ServerError) {
        self.files = files
        self.protocols = protocols
        context = Mutex(try Self.context(files, protocols))
    }

    /// Reads the certificates again; new connections use them.
    ///
    /// - Throws: ``ServerError``; the previous certificates then stay in use.
    func reload() throws(ServerError) {
        let fresh = try Self.context(files, protocols)
        context.withLock { $0 = fresh }
    }

    /// Decrypts one connection.
    func handler() -> NIOSSLServerHandler { NIOSSLServerHandler(context: context.withLock { $0 }) }

    private static func context(_ files: Endpoint.TLS, _ protocols: [String]) throws(ServerError) -> NIOSSLContext {
        let chain = try read(files.certificate) { try NIOSSLCertificate.fromPEMFile($0) }
        guard !chain.isEmpty else { throw ServerError(files.certificate, "it contains no certificate") }
        let key = try read(files.key) { try NIOSSLPrivateKey(file: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        if let file = files.clientCA {
            let authorities = try read(file) { try NIOSSLCertificate.fromPEMFile($0) }
            guard !authorities.isEmpty else { throw ServerError(file, "it contains no certificate") }
            configuration.trustRoots = .certificates(authorities)
            // A client is a program; the host that it runs on does not identify it.
            configuration.certificateVerification = .noHostnameVerification
        }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw ServerError(
                files.key,
                "the key does not belong to the certificate, or TLS cannot be set up: \(error)"
            )
        }
    }

    private static func read<Value>(
        _ file: ServerConfiguration.NamedFile,
        _ value: (String) throws -> Value
    ) throws(ServerError) -> Value {
        do {
            return try value(file.path)
        } catch {
            throw ServerError(file, "\(error)")
        }
    }
}

/// Why a server cannot start with its configuration.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The finding, with its place in the configuration.
    public let finding: Diagnostic

    init(code: String = "server-cannot-start", _ message: String, at place: SourceRange, help: String? = nil) {
        finding = Diagnostic(code: code, message: message, places: [place], help: help)
    }

    /// A file that the configuration names cannot be used.
    init(_ file: ServerConfiguration.NamedFile, _ reason: String) {
        self.init(code: "file-unusable", "`\(file.path)` can't be used: \(reason)", at: file.place)
    }

    /// The finding in one line.
    public var description: String { finding.message }
}
