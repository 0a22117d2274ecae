#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a file could not be replaced.
package enum ReplacementError: Error, Hashable {
    /// The path leads to a folder.
    case isFolder
    /// The path leads to a pipe, a device or a socket.
    case notAFile
    /// The path is a symbolic link to a file that does not exist.
    case linkToNothing
    /// The system refused it, for this reason (`errno`).
    case refused(CInt)
}

/// New contents of a file that take its place in one step: until ``commit()`` the file is as it was.
///
/// The contents are written to a temporary file in the same folder and synced; ``commit()`` renames that file. The new
/// file keeps the permissions of the old one and, where the system allows it, its owner and group. A symbolic link
/// stays a link, and the file that it leads to is replaced. The temporary file is removed whenever something fails.
///
/// A process that writes past its limit for the size of files (`RLIMIT_FSIZE`) gets the signal `SIGXFSZ`, which ends it
/// unless it is ignored. The `demarc` tool ignores it, so that the write fails and the temporary file is removed.
package struct FileReplacement: ~Copyable {
    /// The file itself, links resolved.
    private let target: String
    /// The path of the temporary file; nil once it has been renamed.
    private var temporary: String?

    private init(target: String, temporary: String) {
        self.target = target
        self.temporary = temporary
    }

    /// Writes new contents beside a file.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist yet.
    ///   - bytes: The new contents.
    /// - Returns: The replacement; the file is as it was.
    /// - Throws: ``ReplacementError``; then nothing is left beside the file.
    /// - Complexity: O(*n*) in the number of bytes.
    package static func prepare(_ path: String, bytes: Span<UInt8>) throws(ReplacementError) -> FileReplacement {
        // A path with a NUL names one file to us and another one to the system.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .refused(ENOENT) }
        let status = try status(of: path)
        let target = status == nil ? path : try resolved(path)
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = "\(folder(of: target))/.demarc-\(getpid())-\(number).tmp"
        // A new file gets what any new file gets. One that replaces another must not be open to more people for a moment
        // than that one: who opens it then can read it later.
        let mode: mode_t = status == nil ? 0o666 : 0o600
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .refused(errno) }
        defer { _ = close(descriptor) }
        // From here on whatever fails removes the temporary file: `deinit`.
        let replacement = FileReplacement(target: target, temporary: temporary)
        if let status { try keepRights(status, descriptor) }
        try put(bytes, descriptor)
        // What is renamed must be on disk, or a power failure could leave a name without contents.
        guard fsync(descriptor) == 0 else { throw .refused(errno) }
        return replacement
    }

    /// Puts the new contents in place.
    ///
    /// - Throws: ``ReplacementError``; then the file is as it was.
    package consuming func commit() throws(ReplacementError) {
        guard let temporary else { return }
        // SAFETY: both paths are lent as NUL-terminated strings for the call.
        guard unsafe rename(temporary, target) == 0 else { throw .refused(errno) }
        self.temporary = nil
        // The new name is safe once the folder is on disk. Some file systems cannot sync a folder; the file is complete
        // there too.
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let folder = unsafe open(Self.folder(of: target) + "/", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        _ = close(folder)
    }

    deinit {
        guard let temporary else { return }
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        _ = unsafe unlink(temporary)
    }

    /// What the system says about the file; nil if there is none yet.
    private static func status(of path: String) throws(ReplacementError) -> stat? {
        var status = stat()
        // SAFETY: the path is lent as a NUL-terminated string for the call; `status` lives until it returns.
        if unsafe stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: return status
            case S_IFDIR: throw .isFolder
            default: throw .notAFile
            }
        }
        guard errno == ENOENT else { throw .refused(errno) }
        // A file must not take the place of a link, and where the link leads was not checked.
        // SAFETY: as above.
        if unsafe lstat(path, &status) == 0 { throw .linkToNothing }
        return nil
    }

    private static func resolved(_ path: String) throws(ReplacementError) -> String {
        // A file that may not be written may not be replaced either, even where its folder would allow it.
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        guard unsafe access(path, W_OK) == 0 else { throw .refused(errno) }
        // SAFETY: with a null second argument `realpath` returns memory of its own, NUL-terminated, that is freed once.
        guard let resolved = unsafe realpath(path, nil) else { throw .refused(errno) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func keepRights(_ status: stat, _ descriptor: CInt) throws(ReplacementError) {
        // Only some users can give a file away. It comes first, because it removes the special permissions.
        let keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // What runs as its owner must not run as another one.
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

    /// The folder of a path, without a slash at its end: `.` for a name alone, and empty for the root.
    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return String(path[..<slash])
    }
}
