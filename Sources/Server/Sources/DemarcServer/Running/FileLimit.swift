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
        let limits = configuration.limits
        // Pages, and clients that may not ask, have connections of their own.
        let pages = configuration.pages.endpoint == nil ? 0 : limits.connections
        guard files < limits.connections + limits.ofStrangers.connections + pages + 64 else { return }
        logger.warning(
            "the system allows \(files) open files, which is less than `connections` needs; raise LimitNOFILE"
        )
    }

    /// Raises the limit to the maximum that the process may request.
    ///
    /// - Returns: That limit.
    private static func raiseToMaximum() -> Int {
        var limit = rlimit()
        // SAFETY: both calls get a complete `rlimit` that lives until they return.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        // SAFETY: as above.
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
