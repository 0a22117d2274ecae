import Answering
import NIOCore
import NIOSSL

/// The names in a client's certificate that a binding may use as an account.
struct CertificateNames {
    /// The URI among the alternative names; nil if there is none, or more than one.
    let uri: [UInt8]?
    /// The common name of the subject; nil if there is none, or more than one.
    let subject: [UInt8]?

    init(_ certificate: NIOSSLCertificate) {
        let uris = certificate._subjectAlternativeNames().filter { $0.nameType == .uri }
        uri = uris.count == 1 ? uris.first.map { Array($0.contents) } : nil
        let names = certificate.subjectName.filter { $0.type == .commonName }
        subject = names.count == 1 ? names.first.map { Array($0.value.utf8) } : nil
    }

    /// The names in the verified certificate that the client of a connection presented.
    static func shown(on context: ChannelHandlerContext) -> CertificateNames? {
        let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
        return certificate.flatMap { $0 }.map { CertificateNames($0) }
    }

    /// The name that a binding specifies; nil if the certificate does not name exactly one account.
    func name(_ kind: ServerBinding.CertificateName) -> [UInt8]? {
        switch kind {
        case .uri: uri
        case .subject: subject
        }
    }
}
