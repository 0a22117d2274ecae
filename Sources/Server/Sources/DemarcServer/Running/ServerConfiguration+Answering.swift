package import Answering
package import Logging

extension ServerConfiguration {
    /// The configuration of the decision service; reads the keys and the template that the configuration names.
    ///
    /// - Parameter logger: The logger for messages to the operator.
    /// - Returns: The configuration of the service.
    /// - Throws: ``ServerError`` if one of the files cannot be used.
    package func answering(_ logger: Logger) throws(ServerError) -> AnsweringConfiguration {
        let pseudonymKey = try log.key.map { file throws(ServerError) in try Self.key(file) }
        let template = try pages.template.map { file throws(ServerError) in
            let bytes = try file.bytes(limit: 64 << 10)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ServerError(file, "it is not UTF-8")
            }
            return text
        }
        return AnsweringConfiguration(
            bindings: bindings.map { AnswerBinding(name: $0.name, reading: $0.request, onRoute: $0.onRoute) },
            maxAge: maxAge,
            decisionLimit: limits.decisionTimeout,
            ticketKey: try ticketKey.map { file throws(ServerError) in try Self.key(file) },
            log: log,
            pseudonymKey: pseudonymKey,
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
}
