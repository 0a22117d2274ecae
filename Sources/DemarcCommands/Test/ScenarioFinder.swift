import Diagnostics
import PolicyFiles

/// Finds the scenario files for a command line.
struct ScenarioFinder {
    /// The files in the order they were found: as they are named; within a folder, by name.
    private(set) var files: [String] = []
    /// The files and folders that could not be read.
    let failures: [Diagnostic]
    /// Files that were found in folders and are not run.
    let passedOver: PassedOverFiles

    /// The maximum size of a scenario file, which is that of every document. Of a larger file, only as many bytes are
    /// searched.
    private static let largestFile = ReadingBounds().documentBytes

    /// Finds the files at some paths. A file that several paths lead to is found once.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - isStrict: Whether a skipped file that is nearly a scenario file is an error.
    init(_ paths: [String], isStrict: Bool = false) {
        var walk = FolderWalk()
        var found: [String] = []
        var passedOver = PassedOverFiles([.scenarios], isStrict: isStrict)
        for path in paths {
            walk.visit(path) { walk, path, isNamed in
                guard isNamed || Self.holdsScenarios(path, &walk, &passedOver), walk.isNew(path) else { return }
                found.append(path)
            }
        }
        files = found
        failures = walk.failures
        self.passedOver = passedOver
    }

    /// Whether the name of a file is a possible name of a scenario file.
    static func mayHoldScenarios(_ path: String) -> Bool {
        [".yaml", ".yml", ".json"].contains { path.lowercased().hasSuffix($0) }
    }

    /// The number of files, and of others.
    var summary: String {
        "\(Quoted.count(files.count, "scenario file")); \(Quoted.count(passedOver.count, "other file")) skipped"
    }

    private static func holdsScenarios(
        _ path: String,
        _ walk: inout FolderWalk,
        _ passedOver: inout PassedOverFiles
    ) -> Bool {
        guard mayHoldScenarios(path) else { return false }
        do throws(FileError) {
            let bytes = try Self.bytes(toSearchIn: path)
            if DocumentKind.scenarios.isKey(in: bytes) { return true }
            passedOver.add(path, bytes)
            return false
        } catch {
            switch error {
            case .unreadable: walk.fail(path, error)
            // Either a symbolic link leads nowhere, or the file has disappeared.
            case .missing: if FileStatus.isBrokenLink(at: path) { walk.fail(path, error) }
            case .isFolder, .notAFile, .tooLarge: break
            }
            return false
        }
    }

    /// The contents of a file, or the beginning of a file that is too large: if it is a scenario file, its reader
    /// reports that.
    private static func bytes(toSearchIn path: String) throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try DiskFiles().read(path, limit: largestFile, plainOnly: false)
        } catch {
            guard case .tooLarge = error else { throw error }
            return try DiskFiles().beginning(of: path, count: largestFile)
        }
    }
}
