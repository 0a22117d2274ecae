import Glibc

/// Sockets in the file system. Unsafe system calls of this module are only here and in ``ServiceManager``.
enum SocketFile {
    /// Runs an operation with a umask that gives only this user access to new files: between the creation of a socket
    /// and the setting of its permissions, nobody else can connect.
    static func privately<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
        let before = umask(0o177)
        defer { _ = umask(before) }
        return try await operation()
    }

    /// Whether a process listens on a socket.
    static func isServed(_ path: String) -> Bool {
        var address = sockaddr_un()
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the name is shorter than the field, and the address is a complete `sockaddr_un` that lives until the
        // calls return.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size) == 0
            }
        }
    }

    /// Sets the permissions of a socket.
    ///
    /// - Returns: Whether they were set.
    static func setMode(_ mode: UInt16, of path: String) -> Bool {
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        unsafe chmod(path, mode_t(mode)) == 0
    }

    /// Raises the limit of open files to the maximum that the process may request.
    ///
    /// - Returns: That limit.
    static func raiseFileLimit() -> Int {
        var limit = rlimit()
        // SAFETY: both calls get a complete `rlimit` that lives until they return.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        // SAFETY: as above.
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
