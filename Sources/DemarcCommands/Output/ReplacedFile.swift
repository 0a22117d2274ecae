import ByteText
import Diagnostics
import Glibc
import PolicyFiles

/// A file that is replaced atomically: it has its old contents until ``commit()`` and its new contents afterwards,
/// whatever happens in between.
///
/// ``FileReplacement`` implements this. A pipe or a device has no contents to preserve, and is written directly.
struct ReplacedFile: ~Copyable {
    /// The path as given by the user.
    let path: String
    private let replacement: FileReplacement?
    /// The bytes for a pipe or a device; empty if a file is replaced.
    private let streamed: [UInt8]

    private init(_ path: String, _ replacement: consuming FileReplacement?, streamed: [UInt8] = []) {
        self.path = path
        self.replacement = replacement
        self.streamed = streamed
    }

    /// Writes the new contents next to a file.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist yet.
    ///   - bytes: Its new contents.
    /// - Returns: The file, still unchanged.
    /// - Throws: ``CommandError`` if it cannot be written.
    static func prepare(_ path: String, bytes: [UInt8]) throws(CommandError) -> ReplacedFile {
        do throws(ReplacementError) {
            return ReplacedFile(path, try FileReplacement.prepare(path, bytes: bytes.span))
        } catch {
            guard error == .notAFile else { throw failure(path, error) }
            return ReplacedFile(path, nil, streamed: bytes)
        }
    }

    /// Replaces the contents of a file, unless it has changed since it was read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: Its contents when it was read.
    ///   - new: Its new contents.
    ///   - source: The source that it was read from.
    /// - Throws: ``CommandError`` if the file was changed or cannot be written.
    static func replace(
        _ path: String,
        _ old: [UInt8],
        with new: [UInt8],
        in source: some FileSource = DiskFiles()
    ) throws(CommandError) {
        let file = try prepare(path, bytes: new)
        guard (try? source.read(path, limit: old.count, plainOnly: false)) == old else {
            throw .unreadable("`\(VisibleText.of(path))` was changed in the meantime")
        }
        try file.commit()
    }

    /// Writes all contents of the destination that an option names: a plain file in one step, so that nobody reads a part
    /// of it.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - path: The destination; standard output for nil and for `-`.
    ///   - option: The option that names it.
    ///   - inputs: The files that were read, none of which is overwritten.
    /// - Throws: ``CommandError`` if it is one of the inputs or cannot be written, or an exit code if its reader is gone.
    static func write(
        _ bytes: [UInt8],
        to path: String?,
        option: String = "--output",
        besides inputs: [FileStatus]
    ) throws {
        if let path, path != "-" {
            let status = FileStatus(path: path)
            if let status { try OutputFile.check(status, of: option, besides: inputs) }
            // A folder is refused below.
            if status?.isPlain ?? true { return try prepare(path, bytes: bytes).commit() }
        }
        var file = try OutputFile(path, option: option)
        try file.begin(besides: inputs)
        var stream = OutputStream(descriptor: file.descriptor)
        stream.append(bytes)
        try stream.finish()
    }

    /// Puts the new contents in place.
    ///
    /// - Throws: ``CommandError`` if that fails; then the file is unchanged.
    consuming func commit() throws(CommandError) {
        let path = path
        guard let replacement else {
            // SAFETY: the path is passed as a NUL-terminated string for the call.
            let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw Self.failure(path, .refused(errno)) }
            defer { _ = close(descriptor) }
            var stream = OutputStream(descriptor: descriptor)
            stream.append(streamed)
            stream.flush()
            if let error = stream.failure { throw Self.failure(path, .refused(error)) }
            return
        }
        do throws(ReplacementError) {
            try replacement.commit()
        } catch {
            throw Self.failure(path, error)
        }
    }

    /// The error that a file could not be replaced.
    static func failure(_ path: String, _ error: ReplacementError) -> CommandError {
        let reason =
            switch error {
            case .isFolder: "it is a folder"
            case .notAFile: "it is not a plain file"
            case .linkToNothing: "it is a broken symbolic link"
            case .refused(let code): SystemErrorText.of(code)
            }
        return .unreadable("cannot write `\(VisibleText.of(path))`: \(reason)")
    }
}
