package import Answering
import Foundation
package import Logging

extension ServerConfiguration {
    /// The configuration of the decision service; reads the keys and the template that the configuration names.
    ///
    /// - Parameter logger: The logger for messages to the operator.
    /// - Returns: The configuration of the service.
    /// - Throws: ``ServerError`` if one of the files cannot be used.
    package func answering(_ logger: Logger) throws(ServerError) -> AnsweringConfiguration {
        var log = DecisionLogSettings(
            masksCredentials: self.log.masks.contains(.credentials),
            masksQuery: self.log.masks.contains(.query),
            sample: [.allow: self.log.allowRate, .route: self.log.routeRate, .block: self.log.blockRate],
            isAudit: self.log.isAudit,
            key: try self.log.key.map { file throws(ServerError) in try Self.key(file) }
        )
        log.destination =
            switch self.log.destination {
            case .standardError: .standardError
            case .file(let path): .file(path)
            case .nowhere: .off
            }
        let template = try pages.template.map { file throws(ServerError) in
            let bytes = try Self.bytes(of: file, limit: 64 << 10)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ServerError(file, "it is not UTF-8")
            }
            return text
        }
        return AnsweringConfiguration(
            bindings: bindings.map { binding in
                AnswerBinding(
                    name: binding.name,
                    reading: binding.request,
                    onRoute: binding.onRoute == .page ? .page : .redirect
                )
            },
            maxAge: maxAge,
            decisionLimit: limits.decisionTimeout,
            ticketKey: try ticketKey.map { file throws(ServerError) in try Self.key(file) },
            log: log,
            page: PageSettings(contact: pages.contact, template: template, base: pages.base),
            logger: logger
        )
    }

    /// A secret key. Whoever can read it can forge tickets and identify the accounts behind pseudonyms.
    ///
    /// It consists of all bytes of the file, as for the helper and for `demarc replay`, which share keys with the
    /// server.
    private static func key(_ file: NamedFile) throws(ServerError) -> SecretKey {
        do throws(SecretKeyError) {
            return try SecretKey(contentsOf: file.path)
        } catch {
            throw ServerError(file, error.description)
        }
    }

    private static func bytes(of file: NamedFile, limit: Int) throws(ServerError) -> [UInt8] {
        do throws(FileError) {
            return try DiskFiles().read(file.path, limit: limit, plainOnly: true)
        } catch {
            throw ServerError(file, "\(error)")
        }
    }
}
