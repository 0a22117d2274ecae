import ByteText
import Diagnostics
import Glibc
import PolicyFiles

/// A file that is written anew as a whole: until ``commit()`` it is as it was, and then it has its new contents,
/// whatever happens meanwhile.
///
/// ``FileReplacement`` does it. A pipe or a device has no contents to lose, and is written to as it is.
struct ReplacedFile: ~Copyable {
    /// What the user calls the file.
    let path: String
    private let replacement: FileReplacement?
    /// What is written to a pipe or a device; empty where a file is replaced.
    private let streamed: [UInt8]

    private init(_ path: String, _ replacement: consuming FileReplacement?, streamed: [UInt8] = []) {
        self.path = path
        self.replacement = replacement
        self.streamed = streamed
    }

    /// Writes the new contents beside a file.
    ///
    /// - Parameters:
    ///   - path: The file, which need not be there yet.
    ///   - bytes: What it shall hold.
    /// - Returns: The file, which is as it was.
    /// - Throws: ``CommandError`` where it can't be written.
    static func prepare(_ path: String, bytes: [UInt8]) throws(CommandError) -> ReplacedFile {
        do throws(ReplacementError) {
            return ReplacedFile(path, try FileReplacement.prepare(path, bytes: bytes.span))
        } catch {
            guard error == .notAFile else { throw failure(path, error) }
            return ReplacedFile(path, nil, streamed: bytes)
        }
    }

    /// Puts new contents in a file's place, unless somebody has changed it since it was read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: What it held when it was read.
    ///   - new: What it shall hold.
    ///   - source: What it was read from.
    /// - Throws: ``CommandError`` where it was changed or can't be written.
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

    /// Puts the new contents in place.
    ///
    /// - Throws: ``CommandError`` where that fails; then the file is as it was.
    consuming func commit() throws(CommandError) {
        let path = path
        guard let replacement else {
            // SAFETY: the path is lent as a NUL-terminated string for the call.
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

    private static func failure(_ path: String, _ error: ReplacementError) -> CommandError {
        let reason =
            switch error {
            case .isFolder: "it is a folder"
            case .notAFile: "it is not a plain file"
            case .linkToNothing: "it is a broken symbolic link"
            case .refused(let code): Console.description(of: code)
            }
        return .unreadable("cannot write `\(VisibleText.of(path))`: \(reason)")
    }
}
