import PolicyFiles
import Synchronization

/// Files of another source, with a record of those that have been read, including lists and plists.
///
/// Findings do not point into a list or a plist without mistakes, so the sources of findings are not all that was read.
/// Results must not overwrite any of it.
final class NotedFiles: FileSource {
    private let source: any FileSource
    private let noted = Mutex<Set<String>>([])

    init(_ source: any FileSource = DiskFiles()) { self.source = source }

    /// The paths that were read, in no particular order.
    var paths: [String] { noted.withLock { Array($0) } }

    /// The files that were read, as far as they are on disk.
    var statuses: [FileStatus] { paths.compactMap { FileStatus(path: $0) } }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        noted.withLock { _ = $0.insert(path) }
        return try source.read(path, limit: limit, plainOnly: plainOnly)
    }

    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        noted.withLock { _ = $0.insert(path) }
        return try source.read(path, below: folder, limit: limit)
    }

    func resolve(_ path: String) throws(FileError) -> String { try source.resolve(path) }

    func stamp(of path: String) -> FileStamp? { source.stamp(of: path) }
}
