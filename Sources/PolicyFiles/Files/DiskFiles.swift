import ByteText
import Glibc

/// The files of this machine.
///
/// Every unsafe expression that concerns files is in this type: calls of C library functions that take buffers.
public struct DiskFiles: FileSource {
    /// Creates the source.
    public init() {}

    /// Reads a whole file.
    ///
    /// - Throws: ``FileError``.
    public func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        // A path that contains a NUL names one file here and another one in the system.
        guard !path.utf8.contains(0) else { throw .missing }
        // Opening a pipe waits for its other end, unless O_NONBLOCK is set. SAFETY: the path is lent as a
        // NUL-terminated string for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (plainOnly ? O_NONBLOCK | O_NOFOLLOW : 0))
        guard descriptor >= 0 else {
            throw plainOnly && errno == ELOOP ? .unreadable("it is a symbolic link") : Self.error(errno)
        }
        return try Self.contents(of: descriptor, limit: limit, plainOnly: plainOnly)
    }

    /// Reads the first bytes of a file, or all of a shorter one.
    ///
    /// - Throws: ``FileError``.
    package func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .missing }
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = unsafe bytes.withUnsafeMutableBytes { buffer in
            // SAFETY: `read` writes at most `buffer.count` bytes, all of them inside the array.
            unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
        guard length >= 0 else { throw Self.error(errno) }
        return Array(bytes.prefix(length))
    }

    /// Reads a whole plain file below a folder. If a link has replaced either of them since they were resolved, it is
    /// not followed.
    ///
    /// - Throws: ``FileError``.
    public func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = ConfinedOpening(path, below: folder).open()
        guard descriptor >= 0 else {
            throw errno == ELOOP || errno == EXDEV
                ? .unreadable("it, or a folder above it, was replaced by a symbolic link") : Self.error(errno)
        }
        return try Self.contents(of: descriptor, limit: limit, plainOnly: true)
    }

    /// Reads all of standard input, whatever kind of file it is.
    ///
    /// - Throws: ``FileError``.
    package func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
        // Opening `/dev/stdin` would start at the beginning of a file, and fail for a socket.
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Self.error(errno) }
        return try Self.contents(of: descriptor, limit: limit, plainOnly: false)
    }

    /// All bytes of an open file, which is then closed.
    private static func contents(of descriptor: Int32, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        defer { _ = close(descriptor) }
        var status = stat()
        // SAFETY: `status` is a whole `stat` that lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { throw error(errno) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw .isFolder }
        guard kind == S_IFREG || !plainOnly else { throw .notAFile }
        let size = kind == S_IFREG ? Int(status.st_size) : 0
        guard size <= limit else { throw .tooLarge(limit: limit) }
        return try readAll(descriptor, expecting: size, limit: limit)
    }

    /// The canonical absolute path of a file or folder.
    ///
    /// - Throws: ``FileError``.
    public func resolve(_ path: String) throws(FileError) -> String {
        guard !path.utf8.contains(0) else { throw .missing }
        // SAFETY: with a null second argument `realpath` returns memory of its own, NUL-terminated, that is freed once.
        guard let resolved = unsafe realpath(path, nil) else { throw Self.unresolved(path, errno) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The error for a path that could not be resolved. A link in `/proc`, such as a shell's `<(…)`, leads to a pipe
    /// that exists, but has no path.
    private static func unresolved(_ path: String, _ code: Int32) -> FileError {
        var status = stat()
        // SAFETY: the path is lent as a NUL-terminated string and `status` is a whole `stat`, both for the call.
        guard code == ENOENT, unsafe fstatat(AT_FDCWD, path, &status, 0) == 0,
            ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        else { return error(code) }
        return .notAFile
    }

    /// The file system's metadata of a file; nil if the file does not exist, or is a folder, a device or a pipe.
    public func stamp(of path: String) -> FileStamp? {
        guard !path.utf8.contains(0) else { return nil }
        var status = stat()
        // SAFETY: the path is lent as a NUL-terminated string and `status` is a whole `stat`, both for the call.
        guard unsafe fstatat(AT_FDCWD, path, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileStamp(
            device: UInt64(status.st_dev),
            number: UInt64(status.st_ino),
            size: Int64(status.st_size),
            modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim)
        )
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    private static func readAll(_ descriptor: Int32, expecting size: Int, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One extra byte lets the end of the file be detected without growing the array.
        bytes.reserveCapacity(size + 1)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                // SAFETY: `read` writes at most `buffer.count` bytes, all of them inside the array.
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: waitToRead(from: descriptor)
                case let code: throw error(code)
                }
                continue
            }
            if count == 0 { return bytes }
            // The file may have grown since its size was read.
            guard bytes.count + count <= limit else { throw .tooLarge(limit: limit) }
            bytes += chunk[..<count]
        }
    }

    /// Waits for bytes of a pipe or terminal that another process sharing it has made non-blocking.
    private static func waitToRead(from descriptor: Int32) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // SAFETY: `poll` reads and writes one `pollfd`, which lives until the call returns.
        _ = unsafe poll(&waited, 1, -1)
    }

    /// The error for an `errno` of opening or reading a file.
    package static func error(_ code: Int32) -> FileError {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EISDIR: .isFolder
        default: .unreadable(SystemErrorText.of(code))
        }
    }
}
