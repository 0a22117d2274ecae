package import DocumentReading
import Synchronization

/// Reads files from another source, and records the stamp that each had before it was read.
///
/// A file that could not be read is recorded too: a policy that lacks one of its lists is read again when the list
/// appears.
package final class FollowedFiles: FileSource {
    private let source: any FileSource
    private let stamps = Mutex<[String: FileStamp?]>([:])
    private let refusals = Atomic(false)

    package init(_ source: any FileSource) { self.source = source }

    /// Whether the files are on this machine, so that a compiled policy among them can be mapped.
    var areOnDisk: Bool { source is DiskFiles }

    /// Whether the system refused to read one of the files.
    ///
    /// The refusal may have passed the next time, even if no file has changed: descriptors or memory were used up, or a
    /// disk failed. So a policy that could not be loaded is then loaded again.
    package var wereRefused: Bool { refusals.load(ordering: .relaxed) }

    /// Whether any of the files differs from what was read.
    package var haveChanged: Bool {
        stamps.withLock { $0.contains { source.stamp(of: $0.key) != $0.value } }
    }

    /// The current stamps of the files.
    package var present: [String: FileStamp?] {
        stamps.withLock { $0.keys.reduce(into: [:]) { $0[$1] = .some(source.stamp(of: $1)) } }
    }

    /// Records the stamp of a file before it is read, so that a change during the read is noticed afterwards.
    package func note(_ path: String) {
        let stamp = source.stamp(of: path)
        stamps.withLock { if $0[path] == nil { $0[path] = .some(stamp) } }
    }

    package func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        note(path)
        return try noting { () throws(FileError) in
            try source.read(path, limit: limit, plainOnly: plainOnly)
        }
    }

    package func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        note(path)
        return try noting { () throws(FileError) in try source.read(path, below: folder, limit: limit) }
    }

    package func resolve(_ path: String) throws(FileError) -> String {
        // The link is resolved before its target is read, so it is the link that can change.
        note(path)
        return try noting { () throws(FileError) in try source.resolve(path) }
    }

    package func stamp(of path: String) -> FileStamp? { source.stamp(of: path) }

    /// Records that the system refused to read a file that is not read through this source: a compiled policy.
    func noteRefusal() { refusals.store(true, ordering: .relaxed) }

    private func noting<Value>(_ read: () throws(FileError) -> Value) throws(FileError) -> Value {
        do throws(FileError) {
            return try read()
        } catch {
            if case .unreadable = error { noteRefusal() }
            throw error
        }
    }
}
