import Answering
import Glibc

/// Sockets in the file system. Unsafe system calls of this module are only here, in ``FileLimit`` and in
/// ``ServiceManager``.
enum SocketFile {
    /// Runs an operation with a umask that gives only this user access to new files: between the creation of a socket
    /// and the setting of its permissions, nobody else can connect.
    static func privately<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
        let before = umask(0o177)
        defer { _ = umask(before) }
        return try await operation()
    }

    /// Whether a process may still use the socket at a path: only one that refuses connections is free.
    ///
    /// A process that does not accept connections in time, or that another user runs, still has its socket. Never waits
    /// for such a process.
    static func isServed(_ path: String) -> Bool {
        guard kind(of: path, 0) == S_IFSOCK else { return false }
        var address = sockaddr_un()
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the name is shorter than the field, and the address is a complete `sockaddr_un` that lives until the
        // calls return.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size)
            }
        }
        return result == 0 || errno != ECONNREFUSED && errno != ENOENT
    }

    /// Checks that a socket can be created at a path, or can replace the one that is there.
    ///
    /// - Throws: ``ServerError`` if something else is there, which a socket must not replace.
    static func requireFree(_ path: String, at place: SourceRange) throws(ServerError) {
        guard let kind = kind(of: path, AT_SYMLINK_NOFOLLOW) else { return }
        let reason: String
        switch kind {
        case S_IFSOCK: return
        case S_IFDIR: reason = "it is a folder"
        // A link to a socket is replaced like a socket.
        case S_IFLNK where self.kind(of: path, 0) == S_IFSOCK: return
        case S_IFLNK: reason = "there is a symbolic link"
        default: reason = "there is a file that is not a socket"
        }
        throw ServerError(
            unusable: path,
            reason,
            at: place,
            help: "choose a path where nothing is, or remove what is there"
        )
    }

    /// The kind of what is at a path; nil if there is nothing, or nothing that this process can see.
    private static func kind(of path: String, _ flags: Int32) -> mode_t? {
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string and `status` is a complete `stat`, both for the call.
        guard unsafe fstatat(AT_FDCWD, path, &status, flags) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }

    /// Sets the permissions of a socket.
    ///
    /// - Returns: Whether they were set.
    static func setMode(_ mode: UInt16, of path: String) -> Bool {
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        unsafe chmod(path, mode_t(mode)) == 0
    }
}
