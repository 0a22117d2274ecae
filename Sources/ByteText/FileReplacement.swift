#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a file could not be replaced.
package enum ReplacementError: Error, Hashable {
    /// The path is a folder.
    case isFolder
    /// The path is a pipe, a device or a socket.
    case notAFile
    /// The path is a symbolic link to a file that does not exist.
    case linkToNothing
    /// The system rejected it, with this `errno`.
    case refused(CInt)
}

/// New contents of a file that replace it in one step: until ``commit()`` the file is unchanged.
///
/// The contents are written to a temporary file in the same folder and synced; ``commit()`` renames that file. The new
/// file keeps the permissions of the old one and, if the system allows it, its owner and group. A symbolic link stays a
/// link, and the file that it leads to is replaced. The temporary file is removed whenever something fails.
///
/// A process that writes beyond its limit for the size of files (`RLIMIT_FSIZE`) gets the signal `SIGXFSZ`, which
/// terminates it unless it is ignored. The `demarc` tool ignores it, so that the write fails and the temporary file is
/// removed.
package struct FileReplacement: ~Copyable {
    /// The file itself, with links resolved.
    private let target: String
    /// The path of the temporary file; nil after it has been renamed.
    private var temporary: String?

    private init(target: String, temporary: String) {
        self.target = target
        self.temporary = temporary
    }

    /// Writes new contents next to a file.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist yet.
    ///   - bytes: The new contents.
    /// - Returns: The replacement; the file is unchanged.
    /// - Throws: ``ReplacementError``; then nothing is left next to the file.
    /// - Complexity: O(*n*) in the number of bytes.
    package static func prepare(_ path: String, bytes: Span<UInt8>) throws(ReplacementError) -> FileReplacement {
        // A path with a NUL names one file to this process and another to the system.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .refused(ENOENT) }
        let status = try status(of: path)
        let target = status == nil ? path : try resolved(path)
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = "\(folder(of: target))/.demarc-\(getpid())-\(number).tmp"
        // A new file gets the default permissions. A file that replaces another must not, even for a moment, be
        // accessible to more users than the old file: a user who opens it then can read it later.
        let mode: mode_t = status == nil ? 0o666 : 0o600
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .refused(errno) }
        defer { _ = close(descriptor) }
        // From here on, any failure removes the temporary file in `deinit`.
        let replacement = FileReplacement(target: target, temporary: temporary)
        if let status { try keepRights(status, descriptor) }
        try put(bytes, descriptor)
        // The contents must be on disk before the rename, or a power failure could leave a name without contents.
        guard fsync(descriptor) == 0 else { throw .refused(errno) }
        return replacement
    }

    /// Replaces the file with the new contents.
    ///
    /// - Throws: ``ReplacementError``; then the file is unchanged.
    package consuming func commit() throws(ReplacementError) {
        guard let temporary else { return }
        // SAFETY: both paths are passed as NUL-terminated strings for the call.
        guard unsafe rename(temporary, target) == 0 else { throw .refused(errno) }
        self.temporary = nil
        // The new name is durable once the folder is on disk. Some file systems cannot sync a folder; the file is
        // complete there too.
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let folder = unsafe open(Self.folder(of: target) + "/", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        _ = close(folder)
    }

    deinit {
        guard let temporary else { return }
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        _ = unsafe unlink(temporary)
    }

    /// The system's status of the file; nil if the file does not exist yet.
    private static func status(of path: String) throws(ReplacementError) -> stat? {
        var status = stat()
        // SAFETY: the path is passed as a NUL-terminated string for the call; `status` lives until it returns.
        if unsafe stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: return status
            case S_IFDIR: throw .isFolder
            default: throw .notAFile
            }
        }
        guard errno == ENOENT else { throw .refused(errno) }
        // A file must not replace a link, and the target of the link was not checked.
        // SAFETY: as above.
        if unsafe lstat(path, &status) == 0 { throw .linkToNothing }
        return nil
    }

    private static func resolved(_ path: String) throws(ReplacementError) -> String {
        // A file that may not be written may not be replaced either, even if its folder would allow it.
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        guard unsafe access(path, W_OK) == 0 else { throw .refused(errno) }
        // SAFETY: with a null second argument, `realpath` returns newly allocated, NUL-terminated memory, which is
        // freed once.
        guard let resolved = unsafe realpath(path, nil) else { throw .refused(errno) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func keepRights(_ status: stat, _ descriptor: CInt) throws(ReplacementError) {
        // Only some users can give a file away. This comes first, because it removes the special permissions.
        let keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // A file that runs as its owner must not run as another user.
        let permissions = status.st_mode & (keepsOwner ? 0o7777 : 0o777)
        if !keepsOwner { _ = fchown(descriptor, uid_t.max, status.st_gid) }
        guard fchmod(descriptor, permissions) == 0 else { throw .refused(errno) }
    }

    private static func put(_ bytes: Span<UInt8>, _ descriptor: CInt) throws(ReplacementError) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.extracting(done...).withUnsafeBufferPointer { buffer in
                // SAFETY: `write` reads at most `buffer.count` bytes, all of them in the buffer.
                unsafe write(descriptor, buffer.baseAddress, buffer.count)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw .refused(errno)
            }
            done += written
        }
    }

    /// The folder of a path, without a trailing slash: `.` for a name alone, and empty for the root.
    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return String(path[..<slash])
    }
}
