public import PolicyFiles
import Synchronization

/// Files of another source, each of which is read once.
///
/// A file is asked for several times: to see what it is, as a target, and by the documents that refer to it. All of them
/// get the bytes of the first time, so one run never sees two states of a file. A pipe can be read only once anyway.
public final class ReadOnceFiles: FileSource {
    private struct Contents {
        var bytes: [UInt8]
        /// Whether it is known to be a plain file.
        var isPlain: Bool
    }

    /// Where the files are read from.
    public let source: any FileSource
    /// What was read, by resolved path.
    private let contents = Mutex<[String: Contents]>([:])

    /// Makes a source of files that have not been read yet.
    public init(_ source: any FileSource) { self.source = source }

    /// Reads a file, or gives what was read of it before.
    ///
    /// - Throws: ``FileError``.
    public func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        let key = (try? source.resolve(path)) ?? path
        if let known = known(key), known.isPlain || !plainOnly { return try Self.bytes(of: known, limit: limit) }
        let bytes = try source.read(path, limit: limit, plainOnly: plainOnly)
        return keep(bytes, as: key, isPlain: plainOnly)
    }

    /// Reads a file below a folder, or gives what was read of it before.
    ///
    /// - Throws: ``FileError``.
    public func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        if let known = known(path), known.isPlain, PathText.isBelow(path, folder: folder) {
            return try Self.bytes(of: known, limit: limit)
        }
        let bytes = try source.read(path, below: folder, limit: limit)
        return keep(bytes, as: path, isPlain: true)
    }

    /// The one absolute path of a file or folder.
    ///
    /// - Throws: ``FileError``.
    public func resolve(_ path: String) throws(FileError) -> String { try source.resolve(path) }

    /// What the source knows of the state of a file; it may have changed since it was read.
    public func stamp(of path: String) -> FileStamp? { source.stamp(of: path) }

    private func known(_ key: String) -> Contents? { contents.withLock { $0[key] } }

    private func keep(_ bytes: [UInt8], as key: String, isPlain: Bool) -> [UInt8] {
        contents.withLock { $0[key] = Contents(bytes: bytes, isPlain: isPlain) }
        return bytes
    }

    private static func bytes(of contents: Contents, limit: Int) throws(FileError) -> [UInt8] {
        guard contents.bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return contents.bytes
    }
}
