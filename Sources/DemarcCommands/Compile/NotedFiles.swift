import PolicyFiles
import Synchronization

/// The files of this machine, and which of them have been read: lists and plists among them.
final class NotedFiles: FileSource {
    private let source = DiskFiles()
    private let noted = Mutex<Set<String>>([])

    /// The paths that were read, in no particular order.
    var paths: [String] { noted.withLock { Array($0) } }

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
