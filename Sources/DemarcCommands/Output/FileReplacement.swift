import Glibc
import PolicyFiles

/// Puts new contents in the place of a file's old ones, all at once: whoever reads it sees the one or the other.
enum FileReplacement {
    /// Replaces what a file holds.
    ///
    /// The new contents are written to a temporary file beside it, which has its permissions, and are on the disk before
    /// they take its place. A symbolic link stays one: what it leads to is replaced.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: What it held when it was read; where it holds something else by now, it stays.
    ///   - new: What it holds afterwards.
    /// - Throws: ``FileError``; the file is as it was then.
    static func replace(_ path: String, holding old: [UInt8], with new: [UInt8]) throws(FileError) {
        let target = try DiskFiles().resolve(path)
        guard let status = FileStatus(path: target), status.isPlain else { throw .notAFile }
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        guard unsafe access(target, W_OK) == 0 else { throw .unreadable(Console.description(of: errno)) }

        let folder = PathText.folder(of: target)
        let (descriptor, temporary) = try temporaryFile(in: folder)
        var isDone = false
        defer {
            if !isDone { _ = unsafe unlink(temporary) }
        }
        try fill(descriptor, with: new, as: status)
        guard try DiskFiles().read(target, limit: old.count, plainOnly: true) == old else {
            throw .unreadable("it was changed meanwhile")
        }
        // SAFETY: both paths are lent as NUL-terminated strings for the call.
        guard unsafe rename(temporary, target) == 0 else { throw failure }
        isDone = true
        sync(folder)
    }

    /// A new file of our own, and its path.
    private static func temporaryFile(in folder: String) throws(FileError) -> (Int32, String) {
        var name = Array("\(folder == "/" ? "" : folder)/.demarc-XXXXXX".utf8CString)
        let descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer in
            // SAFETY: `mkstemp` changes the six characters before the NUL that ends the buffer, and nothing else.
            guard let base = buffer.baseAddress else { return Int32(-1) }
            return unsafe mkstemp(base)
        }
        guard descriptor >= 0 else { throw failure }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (descriptor, path)
    }

    /// Writes the contents, has them on the disk, and closes the file.
    private static func fill(_ descriptor: Int32, with bytes: [UInt8], as status: FileStatus) throws(FileError) {
        defer { _ = close(descriptor) }
        try write(bytes, to: descriptor)
        // Somebody else's file can be written by us and not be given away: then it is ours from now on.
        _ = fchown(descriptor, status.owner.user, status.owner.group)
        guard fchmod(descriptor, status.permissions) == 0, fsync(descriptor) == 0 else { throw failure }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                // SAFETY: the rebased part lies inside the array, which lives until the call returns.
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure
            }
            written += count
        }
    }

    /// Has the name of the file on the disk too; where the system can't, the contents are all the same.
    private static func sync(_ folder: String) {
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    private static var failure: FileError { .unreadable(Console.description(of: errno)) }
}
