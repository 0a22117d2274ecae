/// Where policy documents and what they refer to are read from.
///
/// ``DiskFiles`` is the machine's own files, ``MemoryFiles`` a few named texts.
public protocol FileSource: Sendable {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The path; one that a document names has gone through ``resolve(_:)``.
    ///   - limit: The size in bytes beyond which nothing is read.
    ///   - plainOnly: Whether a pipe or a device is refused. A document that a person names may be one; a path in a
    ///     document may not, because reading it can wait forever.
    /// - Returns: All of its bytes.
    /// - Throws: ``FileError``.
    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8]

    /// Reads a whole plain file below a folder, and never one that is elsewhere: not even where a folder between is
    /// swapped for a symbolic link after both were resolved.
    ///
    /// - Parameters:
    ///   - path: The path that ``resolve(_:)`` gave.
    ///   - folder: The folder, resolved as well; `/` for anywhere.
    ///   - limit: The size in bytes beyond which nothing is read.
    /// - Returns: All of its bytes.
    /// - Throws: ``FileError``.
    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8]

    /// The one absolute path of a file or folder, symbolic links resolved: what confinement compares.
    ///
    /// - Throws: ``FileError``.
    func resolve(_ path: String) throws(FileError) -> String

    /// What tells one state of a file from another; nil where there is no such plain file, and where the
    /// source can't say.
    ///
    /// A link is followed, so that it changes when it leads elsewhere.
    func stamp(of path: String) -> FileStamp?
}

extension FileSource {
    /// Reads the file by its path alone, which is right where nothing can be swapped. A source that reads from another
    /// one, such as ``DiskFiles``, must pass the folder on to it.
    public func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        try read(path, limit: limit, plainOnly: true)
    }

    /// Nothing is known about changes: who follows these files never reads them again.
    public func stamp(of path: String) -> FileStamp? { nil }
}

/// Why a file could not be read.
public enum FileError: Error, Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It is a folder.
    case isFolder
    /// It is a device, a pipe or a socket where a plain file is needed.
    case notAFile
    /// It is larger than allowed.
    case tooLarge(limit: Int)
    /// The system refuses it, for this reason.
    case unreadable(String)
}

/// A few named texts that stand in for files: for tests, fuzzers, and hosts that keep policies elsewhere.
///
/// The folder is `/`; there are no links.
public struct MemoryFiles: FileSource {
    private var files: [String: [UInt8]]

    /// Makes a source of files by path. `a.yaml` and `/a.yaml` are one file.
    public init(_ files: [String: [UInt8]] = [:]) {
        self.files = [:]
        for (path, bytes) in files { self.files[PathText.collapsed("/" + path)] = bytes }
    }

    /// Makes a source of texts by path.
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

/// What changes when a file does: enough to tell whether to read it again, without reading it.
public struct FileStamp: Hashable, Sendable {
    /// The device it is on.
    public var device: UInt64
    /// Its number there; a file that is put in another's place has another one.
    public var number: UInt64
    /// The size in bytes.
    public var size: Int64
    /// When its contents changed, in nanoseconds since 1970.
    public var modified: Int64
    /// When anything about it changed, in nanoseconds since 1970.
    public var changed: Int64

    /// Makes a stamp.
    public init(device: UInt64, number: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.number = number
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}
