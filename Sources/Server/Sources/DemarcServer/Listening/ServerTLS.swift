import Answering
import NIOCore
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
    ///   - protocols: The protocols that clients may use, by their ALPN names; the first one that a client offers is used.
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
        let chain = try certificates(files.certificate)
        let key = try key(files.key)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        // For a client that does not answer the end of its connection; the end of the server waits for it.
        configuration.shutdownTimeout = .seconds(1)
        if let file = files.clientCA {
            configuration.trustRoots = .certificates(try certificates(file))
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

    // MARK: PEM

    /// The certificates in a file; at least one.
    private static func certificates(_ file: ServerConfiguration.NamedFile) throws(ServerError) -> [NIOSSLCertificate] {
        // The certificates of all public CAs take a quarter of that.
        let bytes = try file.bytes(limit: 1 << 20)
        let labels = labels(of: bytes)
        guard labels.contains(where: { $0.hasSuffix("CERTIFICATE") }) else {
            let hasKey = labels.contains { $0.hasSuffix(keyLabel) }
            let reason = hasKey ? "it contains a private key, and no certificate" : "it contains no certificate"
            throw ServerError(
                file,
                labels.isEmpty ? "it is not PEM" : reason,
                help: "name a file with a line `-----BEGIN CERTIFICATE-----`"
            )
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw ServerError(file, "a certificate in it is damaged")
        }
        return certificates
    }

    /// The private key in a file. Whoever can read it can pose as the server.
    private static func key(_ file: ServerConfiguration.NamedFile) throws(ServerError) -> NIOSSLPrivateKey {
        let bytes: [UInt8]
        do throws(SecretKeyError) {
            bytes = try KeyFile.bytes(of: file.path, limit: 64 << 10)
        } catch {
            throw ServerError(file, error.description)
        }
        let labels = labels(of: bytes)
        guard labels.contains(where: { $0.hasSuffix(keyLabel) }) else {
            throw ServerError(
                file,
                labels.isEmpty ? "it is not PEM" : "it contains no private key",
                help: "name a file with a line `-----BEGIN PRIVATE KEY-----`"
            )
        }
        if let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) { return key }
        // Either the label says so, or a line `Proc-Type: 4,ENCRYPTED` (RFC 1421, section 4.6.1.1).
        guard String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") else {
            throw ServerError(file, "the key is damaged")
        }
        throw ServerError(
            file,
            "the key is encrypted, and nobody enters a passphrase when a server starts",
            help: "decrypt it with `openssl pkey -in OLD -out NEW`, and name the new file"
        )
    }

    /// How the label of a private key ends, whatever its kind.
    private static let keyLabel = "PRIVATE KEY"

    /// The labels of the blocks of a PEM file, such as `CERTIFICATE`; none for another file.
    private static func labels(of bytes: [UInt8]) -> [String] {
        let begin = "-----BEGIN ".utf8
        return bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: begin) }
            .map { line in
                String(decoding: line.dropFirst(begin.count).prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self)
            }
    }
}
