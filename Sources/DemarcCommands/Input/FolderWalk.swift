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
