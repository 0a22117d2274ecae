import Diagnostics
import Glibc

/// A file that is written anew as a whole: until ``commit()`` it is as it was, and from then on it is as it shall be,
/// whatever happens between.
///
/// The new contents are written into a file beside it, which then takes its name. A symbolic link stays, and what it
/// points to is replaced. What is no plain file, such as a pipe, has no contents to lose and is written into.
struct ReplacedFile: ~Copyable {
    /// What the user calls the file.
    let path: String
    private let bytes: [UInt8]
    /// The file itself, links resolved.
    private let target: String
    /// The file beside it; nil where there is none, or none any more.
    private var temporary: String?

    private init(_ path: String, bytes: [UInt8], target: String, temporary: String?) {
        self.path = path
        self.bytes = bytes
        self.target = target
        self.temporary = temporary
    }

    /// Writes the new contents beside a file.
    ///
    /// - Parameters:
    ///   - path: The file, which need not be there yet.
    ///   - bytes: What it shall hold.
    /// - Returns: The file, which is as it was.
    /// - Throws: ``CommandError`` where it can't be written.
    static func prepare(_ path: String, bytes: [UInt8]) throws(CommandError) -> ReplacedFile {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw failure(path, "no such file") }
        let status = FileStatus(path: path)
        if let status, !status.isPlain {
            guard !status.isFolder else { throw failure(path, "it is a folder") }
            return ReplacedFile(path, bytes: bytes, target: path, temporary: nil)
        }
        let target = try target(of: path, isThere: status != nil)
        let (folder, name) = split(target)
        let temporary = "\(folder).\(name.prefix(100)).demarc-\(getpid())"
        // SAFETY: the path is lent as a NUL-terminated string for the call. Nobody else may have put a file there.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { _ = close(descriptor) }
        do throws(CommandError) {
            try fill(descriptor, with: bytes, like: status, path)
        } catch {
            remove(temporary)
            throw error
        }
        return ReplacedFile(path, bytes: bytes, target: target, temporary: temporary)
    }

    /// Puts the new contents in place.
    ///
    /// - Throws: ``CommandError`` where that fails; then the file is as it was.
    consuming func commit() throws(CommandError) {
        guard let temporary else {
            // SAFETY: the path is lent as a NUL-terminated string for the call.
            let descriptor = unsafe open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw Self.failure(path, errno) }
            defer { _ = close(descriptor) }
            return try Self.write(bytes, to: descriptor, path)
        }
        // SAFETY: the paths are lent as NUL-terminated strings for the call.
        guard unsafe rename(temporary, target) == 0 else { throw Self.failure(path, errno) }
        self.temporary = nil
        let folder = Self.split(target).folder
        // The new name lasts once the folder is on the disk; some file systems can't do that, and lose nothing but it.
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    deinit {
        if let temporary { Self.remove(temporary) }
    }

    private static func fill(
        _ descriptor: Int32,
        with bytes: [UInt8],
        like status: FileStatus?,
        _ path: String
    ) throws(CommandError) {
        if let status {
            // Who owns it can be kept by some users only, and comes first because it takes special permissions away.
            _ = fchown(descriptor, status.owner, status.group)
            guard fchmod(descriptor, status.permissions) == 0 else { throw failure(path, errno) }
        }
        try write(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw failure(path, errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(CommandError) {
        var stream = OutputStream(descriptor: descriptor)
        stream.append(bytes)
        stream.flush()
        if let error = stream.failure { throw failure(path, error) }
    }

    private static func remove(_ path: String) {
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        _ = unsafe unlink(path)
    }

    /// The file that a path leads to.
    private static func target(of path: String, isThere: Bool) throws(CommandError) -> String {
        guard isThere else {
            var status = stat()
            // SAFETY: the path is lent as a NUL-terminated string for the call; `status` lives until it returns.
            let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            // A link to nothing must not be replaced by a file.
            if isLink { throw failure(path, "it is a symbolic link to nothing") }
            return path
        }
        // A file that may not be written into may not be replaced either, even where its folder would allow it.
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        guard unsafe access(path, W_OK) == 0 else { throw failure(path, errno) }
        // SAFETY: with a null second argument `realpath` returns memory of its own, NUL-terminated, that is freed once.
        guard let resolved = unsafe realpath(path, nil) else { throw failure(path, errno) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The folder with its slash, and the name.
    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    private static func failure(_ path: String, _ error: Int32) -> CommandError {
        failure(path, Console.description(of: error))
    }

    private static func failure(_ path: String, _ reason: String) -> CommandError {
        .unreadable("cannot write `\(VisibleText.of(path))`: \(reason)")
    }
}
