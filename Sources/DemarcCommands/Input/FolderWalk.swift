import ByteText
import Diagnostics
import DocumentReading
import FileLint
import Glibc
import PolicyAnalysis
import PolicyFiles

/// Walks folders recursively, in the order of names; each folder and each file is visited once.
///
/// Names that begin with a dot are skipped.
struct FolderWalk {
    /// Whether only files of the project itself are found: symbolic links that lead outside of the named folder are
    /// skipped, and so are folders with third-party files.
    var staysInside = false
    /// The locations of files that were found rather than named.
    private(set) var found = FoundFiles()
    /// The files and folders that could not be read.
    private(set) var failures: [Diagnostic] = []

    /// Folders that contain third-party files.
    private static let thirdPartyNames: Set = ["node_modules", "Pods", "DerivedData"]

    private var seenFolders: Set<[UInt64]> = []
    private var seenFiles: Set<String> = []

    init() {}

    /// Visits the files at a path: the file itself, or the files below a folder.
    ///
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - visit: Receives each file, and whether it was named itself.
    mutating func visit(_ path: String, _ visit: (inout FolderWalk, String, _ isNamed: Bool) -> Void) {
        guard case .folder(let device, let number) = FolderEntries.kind(of: path) else {
            // The reader of a named file reports what is wrong with it.
            return visit(&self, path, true)
        }
        let root = (try? DiskFiles().resolve(path)) ?? path
        search(path, at: root, device: device, number: number, below: root, visit)
    }

    /// Whether a file is visited for the first time, whatever path leads to it.
    mutating func isNew(_ path: String) -> Bool {
        seenFiles.insert((try? DiskFiles().resolve(path)) ?? path).inserted
    }

    /// Records a file or folder that could not be read.
    mutating func fail(_ path: String, _ reason: String) { fail(path, .unreadable(reason)) }

    /// Records a file that could not be read.
    mutating func fail(_ path: String, _ error: FileError) { failures.append(error.finding(ofNamed: path)) }

    private mutating func search(
        _ folder: String,
        at place: String,
        device: UInt64,
        number: UInt64,
        below root: String,
        _ visit: (inout FolderWalk, String, Bool) -> Void
    ) {
        // Symbolic links can form cycles.
        guard seenFolders.insert([device, number]).inserted else { return }
        guard let names = FolderEntries.names(in: folder) else { return fail(folder, SystemErrorText.of(errno)) }
        for name in names {
            let path = PathText.joined(folder, name)
            if FolderEntries.isUndecodable(name, path) {
                fail(path, "its name is not UTF-8, so it was not looked at")
                continue
            }
            var resolved = path
            if staysInside {
                guard let target = try? DiskFiles().resolve(path), PathText.isBelow(target, folder: root) else {
                    continue
                }
                resolved = target
            }
            switch FolderEntries.kind(of: resolved) {
            case .folder(let device, let number):
                if staysInside, Self.thirdPartyNames.contains(name) { continue }
                search(path, at: resolved, device: device, number: number, below: root, visit)
            case .file:
                if staysInside { found.insert(path, at: resolved, in: place, below: root) }
                visit(&self, path, false)
            // What the link should lead to is missing, so whoever looks for it has to know.
            case .other where FileStatus.isBrokenLink(at: resolved): visit(&self, path, false)
            case .other: continue
            }
        }
    }
}

/// Files on disk, in which files found in a folder are pinned to the location where they were found.
///
/// A folder is walked first, and its files are read later, some of them several times. In the meantime, a part of their
/// path could be replaced by a symbolic link that leads outside of the named folder.
struct FoundFiles: FileSource {
    private struct Place {
        /// The resolved path.
        var path: String
        /// The resolved path of the named folder.
        var root: String
    }

    private let disk = DiskFiles()
    /// The files by their displayed paths.
    private var files: [String: Place] = [:]
    /// The resolved folders of the files, by the same paths.
    private var folders: [String: String] = [:]

    /// Records a file.
    ///
    /// - Parameters:
    ///   - path: Its displayed path.
    ///   - resolved: Its resolved path.
    ///   - folder: The resolved folder in which it was found; its references are resolved there.
    ///   - root: The resolved path of the named folder.
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

/// The names in a folder, read with functions of the C library.
enum FolderEntries {
    /// What a path leads to, following symbolic links.
    enum Kind {
        case file
        /// A folder. The numbers identify it, whatever path leads to it.
        case folder(device: UInt64, number: UInt64)
        /// A pipe, a device, or nothing that can be reached.
        case other
    }

    /// What a path leads to.
    static func kind(of path: String) -> Kind {
        guard let status = FileStatus(path: path) else { return .other }
        if status.isPlain { return .file }
        return status.isFolder ? .folder(device: status.identity.device, number: status.identity.number) : .other
    }

    /// Whether a name that may belong to a document, or to a folder with documents, is not UTF-8, so that no path leads to
    /// it.
    static func isUndecodable(_ name: String, _ path: String) -> Bool {
        guard name.unicodeScalars.contains("\u{FFFD}"), FileStatus(path: path) == nil else { return false }
        guard let dot = name.lastIndex(of: ".") else { return true }
        return LintFileKind.extensions.contains(name[dot...].dropFirst().lowercased())
    }

    /// The sorted names in a folder, without those that begin with a dot; nil, with `errno` set, if it cannot be read.
    static func names(in path: String) -> [String]? {
        // SAFETY: the path is passed as a NUL-terminated string; the result of `opendir` is closed once.
        guard let folder = unsafe opendir(path) else { return nil }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        // SAFETY: an entry is valid until the next call; its name is NUL-terminated, within the entry, and copied
        // immediately.
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
