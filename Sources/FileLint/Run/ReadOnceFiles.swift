package import PolicyFiles
import Synchronization

/// A file source that reads each file of another source only once.
///
/// A file is requested several times: to determine its kind, as a target, and by the documents that refer to it. All
/// requests return the bytes of the first, so one run never sees two states of a file. In addition, a pipe can only be
/// read once.
package final class ReadOnceFiles: FileSource {
    private struct Contents {
        var bytes: [UInt8]
        /// Whether it is known to be a plain file.
        var isPlain: Bool
    }

    /// Where the files are read from.
    package let source: any FileSource
    /// The contents read so far, by resolved path.
    private let contents = Mutex<[String: Contents]>([:])

    /// Creates a source that has not read any file yet.
    package init(_ source: any FileSource) { self.source = source }

    /// Reads a file, or returns the bytes read before.
    ///
    /// - Throws: ``FileError``.
    package func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        let key = (try? source.resolve(path)) ?? path
        if let known = known(key), known.isPlain || !plainOnly { return try Self.bytes(of: known, limit: limit) }
        let bytes = try source.read(path, limit: limit, plainOnly: plainOnly)
        return keep(bytes, as: key, isPlain: plainOnly)
    }

    /// Reads a file below a folder, or returns the bytes read before.
    ///
    /// - Throws: ``FileError``.
    package func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        if let known = known(path), known.isPlain, PathText.isBelow(path, folder: folder) {
            return try Self.bytes(of: known, limit: limit)
        }
        let bytes = try source.read(path, below: folder, limit: limit)
        return keep(bytes, as: path, isPlain: true)
    }

    /// The unique absolute path of a file or folder.
    ///
    /// - Throws: ``FileError``.
    package func resolve(_ path: String) throws(FileError) -> String { try source.resolve(path) }

    /// The source's stamp of a file; the file may have changed since it was read.
    package func stamp(of path: String) -> FileStamp? { source.stamp(of: path) }

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
