package import DocumentReading
import Synchronization

/// Files that pass through to another source, and the stamp that each had before it was read.
///
/// A file that could not be read is noted too: a policy that lacks one of its lists is read again when that appears.
package final class FollowedFiles: FileSource {
    private let source: any FileSource
    private let stamps = Mutex<[String: FileStamp?]>([:])

    package init(_ source: any FileSource) { self.source = source }

    /// Whether the files are this machine's own, so that a compiled policy among them can be mapped.
    var areOnDisk: Bool { source is DiskFiles }

    /// Whether any of the files differs from what was read.
    package var haveChanged: Bool {
        stamps.withLock { $0.contains { source.stamp(of: $0.key) != $0.value } }
    }

    /// The stamps that the files have now.
    package var present: [String: FileStamp?] {
        stamps.withLock { $0.keys.reduce(into: [:]) { $0[$1] = .some(source.stamp(of: $1)) } }
    }

    /// Notes a file as it is before it is read, so that a change while it is read is seen afterwards.
    package func note(_ path: String) {
        let stamp = source.stamp(of: path)
        stamps.withLock { if $0[path] == nil { $0[path] = .some(stamp) } }
    }

    package func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        note(path)
        return try source.read(path, limit: limit, plainOnly: plainOnly)
    }

    package func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        note(path)
        return try source.read(path, below: folder, limit: limit)
    }

    package func resolve(_ path: String) throws(FileError) -> String {
        // Where a link leads is asked before the file behind it is read, so the link is what changes.
        note(path)
        return try source.resolve(path)
    }

    package func stamp(of path: String) -> FileStamp? { source.stamp(of: path) }
}
