import Answering
import Glibc
import NIOCore

/// A socket in the file system on which this process listens.
///
/// Unsafe system calls of this module are only here, in ``FileLimit`` and in ``ServiceManager``.
struct SocketFile: Sendable {
    /// The socket. The channel that is made from it closes it.
    let descriptor: Int32
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Listens at a path, in place of a socket that no process uses.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - mode: The permissions.
    ///   - backlog: How many connections may wait to be accepted.
    ///   - place: The place of the path in the configuration.
    /// - Throws: ``ServerError`` if something else has the path; otherwise the error of the system.
    init(listeningAt path: String, mode: UInt16, backlog: Int32, for place: SourceRange) throws {
        try Self.requireFree(path, at: place)
        // Before the path is touched: without descriptors, nothing shows whether a process serves the socket.
        let descriptor = try Self.newDescriptor()
        do {
            let isThere = Self.kind(of: path, AT_SYMLINK_NOFOLLOW) != nil
            guard try !Self.isServed(path) else { throw Self.taken(path, at: place) }
            // SAFETY: the path is passed as a NUL-terminated string for the call.
            if isThere, unsafe unlink(path) != 0, errno != ENOENT { throw IOError(errnoCode: errno, reason: "unlink") }
            try self.init(descriptor, creating: path, mode: mode, backlog: backlog)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            // It was not there a moment ago.
            _ = close(descriptor)
            throw Self.taken(path, at: place)
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    /// Creates a socket that listens at a path where nothing is.
    ///
    /// Nobody can connect to it before it listens, and by then it has its permissions. It listens at once, because a
    /// socket that does not listen looks like one that no process uses.
    private init(_ descriptor: Int32, creating path: String, mode: UInt16, backlog: Int32) throws(IOError) {
        guard var address = Self.address(of: path) else { throw IOError(errnoCode: ENAMETOOLONG, reason: "bind") }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // SAFETY: the address is a complete `sockaddr_un` that lives until the calls return.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard result == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
        // SAFETY: the path is passed as a NUL-terminated string for the calls.
        guard unsafe chmod(path, mode_t(mode)) == 0, let status = Self.status(of: path, AT_SYMLINK_NOFOLLOW),
            listen(descriptor, backlog) == 0
        else {
            let error = IOError(errnoCode: errno, reason: "chmod or listen")
            _ = unsafe unlink(path)
            throw error
        }
        self.descriptor = descriptor
        self.path = path
        (device, number) = (status.st_dev, status.st_ino)
    }

    private static func taken(_ path: String, at place: SourceRange) -> ServerError {
        ServerError(
            "another process or user has the socket `\(path)`",
            at: place,
            help: "stop that process, or choose another path; remove the socket only if nothing serves it"
        )
    }

    /// Sets how many connections to a socket that listens may wait.
    func setBacklog(_ count: Int32) { _ = listen(descriptor, count) }

    /// Removes the socket from its path, unless something else is there: a server that has taken the path keeps its own
    /// socket.
    ///
    /// Call it before the channel closes: until then, no other file can have the number of this one.
    func remove() {
        guard let status = Self.status(of: path, AT_SYMLINK_NOFOLLOW) else { return }
        guard status.st_dev == device, status.st_ino == number else { return }
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        _ = unsafe unlink(path)
    }

    /// Whether a process may still use the socket at a path: only one that refuses connections is free.
    ///
    /// A process that does not accept connections in time, or that another user runs, still has its socket. Never waits
    /// for such a process.
    private static func isServed(_ path: String) throws(IOError) -> Bool {
        guard kind(of: path, 0) == S_IFSOCK, var address = Self.address(of: path) else { return false }
        let descriptor = try newDescriptor()
        defer { _ = close(descriptor) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // SAFETY: the address is a complete `sockaddr_un` that lives until the calls return.
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
        status(of: path, flags).map { $0.st_mode & S_IFMT }
    }

    private static func status(of path: String, _ flags: Int32) -> stat? {
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string and `status` is a complete `stat`, both for the call.
        return unsafe fstatat(AT_FDCWD, path, &status, flags) == 0 ? status : nil
    }

    /// The address of a path; nil if the path is too long for one.
    private static func address(of path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the name is shorter than the field.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        return address
    }

    /// A new socket that never waits.
    private static func newDescriptor() throws(IOError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        return descriptor
    }
}
