/// The source that policy documents and the files they refer to are read from.
///
/// ``DiskFiles`` reads the machine's own files, ``MemoryFiles`` a few named texts.
public protocol FileSource: Sendable {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The path; a path from a document has been resolved with ``resolve(_:)``.
    ///   - limit: The maximum size in bytes; larger files are not read.
    ///   - plainOnly: Whether to reject pipes and devices. A person may name one as a document; a path inside a
    ///     document must not lead to one, because reading it could wait forever.
    /// - Returns: All of its bytes.
    /// - Throws: ``FileError``.
    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8]

    /// Reads a whole plain file below a folder, and never a file elsewhere, even if a folder in between is replaced
    /// with a symbolic link after both paths were resolved.
    ///
    /// - Parameters:
    ///   - path: The path that ``resolve(_:)`` returned.
    ///   - folder: The folder, also resolved; `/` allows any location.
    ///   - limit: The maximum size in bytes; larger files are not read.
    /// - Returns: All of its bytes.
    /// - Throws: ``FileError``.
    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8]

    /// The canonical absolute path of a file or folder, with symbolic links resolved, which confinement compares.
    ///
    /// - Throws: ``FileError``.
    func resolve(_ path: String) throws(FileError) -> String

    /// A stamp that changes with the file; nil if the path is not a plain file, or if the source does not support
    /// stamps.
    ///
    /// Links are followed, so the stamp of a link changes when its target changes.
    func stamp(of path: String) -> FileStamp?
}

extension FileSource {
    /// Reads the file by its path alone, which is sufficient if nothing can be replaced. A source that reads from
    /// another source, such as ``DiskFiles``, must pass the folder on.
    public func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        try read(path, limit: limit, plainOnly: true)
    }

    /// Returns nil: changes are unknown, so a caller that follows these files never reads them again.
    public func stamp(of path: String) -> FileStamp? { nil }
}

/// The reason why a file could not be read.
public enum FileError: Error, Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// It is a folder.
    case isFolder
    /// It is a device, a pipe or a socket, but a plain file is needed.
    case notAFile
    /// It is larger than allowed.
    case tooLarge(limit: Int)
    /// The system rejects the access, for this reason.
    case unreadable(String)
}

/// A few named texts used as files: for tests, fuzzers, and hosts that store policies elsewhere.
///
/// The folder is `/`, and there are no links.
public struct MemoryFiles: FileSource {
    private var files: [String: [UInt8]]

    /// Creates a source of files by path. `a.yaml` and `/a.yaml` are the same file.
    public init(_ files: [String: [UInt8]] = [:]) {
        self.files = [:]
        for (path, bytes) in files { self.files[PathText.collapsed("/" + path)] = bytes }
    }

    /// Creates a source of texts by path.
    public init(_ texts: [String: String]) { self.init(texts.mapValues { Array($0.utf8) }) }

    /// Reads a file.
    ///
    /// - Throws: ``FileError/missing`` and ``FileError/tooLarge(limit:)``.
    public func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        guard let bytes = files[PathText.collapsed("/" + path)] else { throw .missing }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }

    /// The path without `.`, `..` and repeated slashes.
    public func resolve(_ path: String) throws(FileError) -> String { PathText.collapsed("/" + path) }
}

/// A file's metadata that changes with the file: enough to decide whether to read it again, without reading it.
public struct FileStamp: Hashable, Sendable {
    /// The device it is on.
    public var device: UInt64
    /// Its number on the device; a file that replaces another one has a different number.
    public var number: UInt64
    /// The size in bytes.
    public var size: Int64
    /// When its content last changed, in nanoseconds since 1970.
    public var modified: Int64
    /// When its content or metadata last changed, in nanoseconds since 1970.
    public var changed: Int64

    /// Creates a stamp.
    public init(device: UInt64, number: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.number = number
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}
