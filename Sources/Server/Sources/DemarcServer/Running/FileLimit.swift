import Answering
import Glibc
import Logging

/// The limit of open files, each connection being one.
enum FileLimit {
    /// Raises the limit as far as the process may, and warns if a configuration needs more.
    ///
    /// - Parameters:
    ///   - configuration: The configuration that the server starts with.
    ///   - logger: The logger for the warning.
    static func raise(for configuration: ServerConfiguration, _ logger: Logger) {
        let files = raiseToMaximum()
        guard files < needed(by: configuration) else { return }
        logger.warning(
            "the system allows \(files) open files, which is less than `connections` needs; raise LimitNOFILE"
        )
    }

    /// How many files may be open: the connections that every gate admits, and some files of the server itself.
    static func needed(by configuration: ServerConfiguration) -> Int {
        let limits = configuration.limits
        var gates = [limits.connections, limits.ofStrangers.connections]
        if configuration.listeners.contains(where: { $0.services.contains(.json) }) { gates.append(limits.connections) }
        if configuration.pages.endpoint != nil { gates.append(limits.connections) }
        if configuration.admin != nil { gates.append(Server.Parts.operatorConnections) }
        return gates.reduce(64) { $0 + ConnectionGate.mostAdmitted(limit: $1) }
    }

    /// Raises the limit to the maximum that the process may request.
    ///
    /// - Returns: The limit that holds now; 0 if it is unknown.
    private static func raiseToMaximum() -> Int {
        var limit = rlimit()
        // SAFETY: both calls get a complete `rlimit` that lives until they return.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        // SAFETY: as above.
        let isRaised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return Int(clamping: isRaised ? raised.rlim_cur : limit.rlim_cur)
    }
}
