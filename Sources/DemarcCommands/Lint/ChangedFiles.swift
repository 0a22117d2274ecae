import PolicyFiles

/// Files, some of which have other contents for now.
struct ChangedFiles: FileSource {
    /// What a file was and what it is to be.
    struct Change {
        /// The path it was changed by.
        var path: String
        /// Its contents on disk when it was read first.
        var old: [UInt8]
        /// Its contents for now.
        var new: [UInt8]

        fileprivate func contents(limit: Int) throws(FileError) -> [UInt8] {
            guard new.count <= limit else { throw .tooLarge(limit: limit) }
            return new
        }
    }

    private let source: FoundFiles
    private var byResolvedPath: [String: Change] = [:]

    init(_ source: FoundFiles) { self.source = source }

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
        let key = try source.resolve(path)
        byResolvedPath[key, default: Change(path: path, old: old, new: new)].new = new
    }

    /// Forgets a change.
    mutating func takeBack(_ change: Change) {
        byResolvedPath = byResolvedPath.filter { $0.value.path != change.path }
    }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        if !byResolvedPath.isEmpty, let change = byResolvedPath[try source.resolve(path)] {
            return try change.contents(limit: limit)
        }
        return try source.read(path, limit: limit, plainOnly: plainOnly)
    }

    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        if let change = byResolvedPath[path] { return try change.contents(limit: limit) }
        return try source.read(path, below: folder, limit: limit)
    }

    func resolve(_ path: String) throws(FileError) -> String { try source.resolve(path) }
}
