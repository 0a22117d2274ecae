import Diagnostics
import Glibc
import PolicyFiles

/// Finds the files of scenarios that the command line means.
struct ScenarioFinder {
    /// The files in the order they were found: as they are named, those of a folder by name.
    private(set) var files: [String] = []
    /// What could not be read on the way.
    private(set) var failures: [Diagnostic] = []

    private var seenFiles: Set<String> = []
    private var seenFolders: Set<[UInt64]> = []

    /// No file larger than this holds scenarios: none larger is read.
    private static let largestFile = 1 << 26

    /// Finds the files behind some paths; a file behind several of them is found once.
    init(_ paths: [String]) {
        for path in paths {
            if case .folder(let device, let number) = FolderEntries.kind(of: path) {
                search(path, device: device, number: number)
            } else {
                // Whatever is wrong with a file that was named is for its reader to say.
                add(path)
            }
        }
    }

    private mutating func search(_ folder: String, device: UInt64, number: UInt64) {
        // Symbolic links can lead back to where one comes from.
        guard seenFolders.insert([device, number]).inserted else { return }
        guard let names = FolderEntries.names(in: folder) else { return fail(folder, Console.description(of: errno)) }
        for name in names {
            let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            switch FolderEntries.kind(of: path) {
            case .folder(let device, let number): search(path, device: device, number: number)
            case .file: if Self.hasKnownExtension(name) { look(into: path) }
            case .other: continue
            }
        }
    }

    private mutating func look(into path: String) {
        do throws(FileError) {
            let bytes = try DiskFiles().read(path, limit: Self.largestFile, plainOnly: false)
            if DocumentKind.scenarios.isKey(in: bytes) { add(path) }
        } catch {
            switch error {
            case .unreadable(let reason): fail(path, reason)
            // Gone by now, or nothing that could be read as scenarios.
            case .missing, .isFolder, .notAFile, .tooLarge: break
            }
        }
    }

    private mutating func add(_ path: String) {
        let resolved = (try? DiskFiles().resolve(path)) ?? path
        if seenFiles.insert(resolved).inserted { files.append(path) }
    }

    private mutating func fail(_ path: String, _ reason: String) {
        failures.append(
            Diagnostic(
                code: "file-unreadable",
                message: "`\(VisibleText.of(path))`: \(reason)",
                places: [SourceRange(wholeFile: path)]
            )
        )
    }

    private static func hasKnownExtension(_ name: String) -> Bool {
        [".yaml", ".yml", ".json"].contains { name.lowercased().hasSuffix($0) }
    }
}
