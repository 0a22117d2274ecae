import Diagnostics
import Glibc
import PolicyFiles

/// Goes through folders and everything below them, by name; each folder and each file is met once.
///
/// Names that begin with a dot are passed over.
struct FolderWalk {
    /// Names of folders that are passed over too.
    var skippedNames: Set<String> = []
    /// Whether symbolic links that lead out of the folder that was named are passed over.
    var staysInside = false
    /// Where the files were found that were not named themselves.
    private(set) var found = FoundFiles()
    /// What could not be read on the way.
    private(set) var failures: [Diagnostic] = []

    private var seenFolders: Set<[UInt64]> = []
    private var seenFiles: Set<String> = []

    init() {}

    /// Tells the files behind a path: itself, or those below it.
    ///
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - visit: Is told each file, and whether it was named itself.
    mutating func visit(_ path: String, _ visit: (inout FolderWalk, String, _ isNamed: Bool) -> Void) {
        guard case .folder(let device, let number) = FolderEntries.kind(of: path) else {
            // Whatever is wrong with a file that was named is for its reader to say.
            return visit(&self, path, true)
        }
        let root = (try? DiskFiles().resolve(path)) ?? path
        search(path, at: root, device: device, number: number, below: root, visit)
    }

    /// Whether a file is met for the first time, by whatever path.
    mutating func isNew(_ path: String) -> Bool {
        seenFiles.insert((try? DiskFiles().resolve(path)) ?? path).inserted
    }

    /// Notes what could not be read.
    mutating func fail(_ path: String, _ reason: String) {
        failures.append(
            Diagnostic(
                code: "file-unreadable",
                message: "`\(VisibleText.of(path))`: \(reason)",
                places: [SourceRange(wholeFile: path)]
            )
        )
    }

    private mutating func search(
        _ folder: String,
        at place: String,
        device: UInt64,
        number: UInt64,
        below root: String,
        _ visit: (inout FolderWalk, String, Bool) -> Void
    ) {
        // Symbolic links can lead back to where one comes from.
        guard seenFolders.insert([device, number]).inserted else { return }
        guard let names = FolderEntries.names(in: folder) else { return fail(folder, Console.description(of: errno)) }
        for name in names {
            let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var resolved = path
            if staysInside {
                guard let target = try? DiskFiles().resolve(path), PathText.isBelow(target, folder: root) else {
                    continue
                }
                resolved = target
            }
            switch FolderEntries.kind(of: resolved) {
            case .folder(let device, let number):
                if skippedNames.contains(name) { continue }
                search(path, at: resolved, device: device, number: number, below: root, visit)
            case .file:
                if staysInside { found.insert(path, at: resolved, in: place, below: root) }
                visit(&self, path, false)
            case .other: continue
            }
        }
    }
}

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
