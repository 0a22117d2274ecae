import Diagnostics
import PolicyFiles

/// Finds the files of scenarios that the command line means.
struct ScenarioFinder {
    /// The files in the order they were found: as they are named, those of a folder by name.
    private(set) var files: [String] = []
    /// What could not be read on the way.
    let failures: [Diagnostic]

    /// No file larger than this holds scenarios: none larger is read.
    private static let largestFile = 1 << 26

    /// Finds the files behind some paths; a file behind several of them is found once.
    init(_ paths: [String]) {
        var walk = FolderWalk()
        var found: [String] = []
        for path in paths {
            walk.visit(path) { walk, path, isNamed in
                guard isNamed || Self.holdsScenarios(path, &walk), walk.isNew(path) else { return }
                found.append(path)
            }
        }
        files = found
        failures = walk.failures
    }

    /// Whether the name of a file is one that files of scenarios have.
    static func mayHoldScenarios(_ path: String) -> Bool {
        [".yaml", ".yml", ".json"].contains { path.lowercased().hasSuffix($0) }
    }

    private static func holdsScenarios(_ path: String, _ walk: inout FolderWalk) -> Bool {
        guard mayHoldScenarios(path) else { return false }
        do throws(FileError) {
            let bytes = try DiskFiles().read(path, limit: largestFile, plainOnly: false)
            return DocumentKind.scenarios.isKey(in: bytes)
        } catch {
            // Others are gone by now, or nothing that could be read as scenarios.
            if case .unreadable(let reason) = error { walk.fail(path, reason) }
            return false
        }
    }
}
