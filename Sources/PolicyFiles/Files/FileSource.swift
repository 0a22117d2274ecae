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

    /// Nothing is known of changes: nobody who follows these files ever reads them again.
    public func stamp(of path: String) -> FileStamp? { nil }
}
