import PolicyFiles

/// The machine's files, some of which have other contents for now.
struct ChangedFiles: FileSource {
    /// What a file was and what it is to be.
    struct Change {
        /// The path it was changed by.
        var path: String
        /// Its contents on disk when it was read first.
        var old: [UInt8]
        /// Its contents for now.
        var new: [UInt8]
    }

    private let disk = DiskFiles()
    private var byResolvedPath: [String: Change] = [:]

    /// The changes, in the order of the paths.
    var changes: [Change] { byResolvedPath.values.sorted { $0.path < $1.path } }

    /// Gives a file other contents.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: What was read from it.
    ///   - new: What is to be read from now on.
    /// - Throws: ``FileError`` where there is no such file.
    mutating func change(_ path: String, from old: [UInt8], to new: [UInt8]) throws(FileError) {
        let key = try disk.resolve(path)
        byResolvedPath[key, default: Change(path: path, old: old, new: new)].new = new
    }

    /// Forgets a change.
    mutating func takeBack(_ change: Change) {
        byResolvedPath = byResolvedPath.filter { $0.value.path != change.path }
    }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        if !byResolvedPath.isEmpty, let change = byResolvedPath[try disk.resolve(path)] {
            guard change.new.count <= limit else { throw .tooLarge(limit: limit) }
            return change.new
        }
        return try disk.read(path, limit: limit, plainOnly: plainOnly)
    }

    func resolve(_ path: String) throws(FileError) -> String { try disk.resolve(path) }
}
