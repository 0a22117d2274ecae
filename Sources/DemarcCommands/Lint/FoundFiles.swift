import PolicyFiles

/// The files of this machine, where those that were found in a folder stay what they were when they were found.
///
/// A folder is gone through first, and its files are read later, some of them several times. Meanwhile somebody could
/// swap a part of the way to them for a symbolic link that leads out of the folder that was named.
struct FoundFiles: FileSource {
    private struct Place {
        /// The path, links resolved.
        var path: String
        /// The folder that was named, resolved.
        var root: String
    }

    private let disk = DiskFiles()
    /// The files by the paths that they are shown by.
    private var files: [String: Place] = [:]
    /// The resolved folders of the files, by the same paths.
    private var folders: [String: String] = [:]

    /// Notes a file.
    ///
    /// - Parameters:
    ///   - path: The path that it is shown by.
    ///   - resolved: Its path, links resolved.
    ///   - folder: The folder that it was found in, resolved: what it refers to is looked for there.
    ///   - root: The folder that was named, resolved.
    mutating func insert(_ path: String, at resolved: String, in folder: String, below root: String) {
        files[path] = Place(path: resolved, root: root)
        folders[PathText.folder(of: path)] = folder
    }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        guard let place = files[path] else { return try disk.read(path, limit: limit, plainOnly: plainOnly) }
        return try disk.read(place.path, below: place.root, limit: limit)
    }

    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        try disk.read(path, below: folder, limit: limit)
    }

    func resolve(_ path: String) throws(FileError) -> String {
        if let known = files[path]?.path ?? folders[path] { return known }
        return try disk.resolve(path)
    }

    func stamp(of path: String) -> FileStamp? { disk.stamp(of: path) }
}
