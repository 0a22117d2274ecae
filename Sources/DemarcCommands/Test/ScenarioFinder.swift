import Diagnostics
import PolicyFiles

/// Finds the files of scenarios that the command line means.
struct ScenarioFinder {
    /// The files in the order they were found: as they are named, those of a folder by name.
    private(set) var files: [String] = []
    /// What could not be read on the way.
    let failures: [Diagnostic]
    /// What was found in folders and is not run.
    let passedOver: PassedOverFiles

    /// No file larger than this holds scenarios: none larger is read.
    private static let largestFile = 1 << 26

    /// Finds the files behind some paths; a file behind several of them is found once.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - isStrict: Whether a file is an error that is passed over although it nearly is a scenario file.
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

    /// Whether the name of a file is one that files of scenarios have.
    static func mayHoldScenarios(_ path: String) -> Bool {
        [".yaml", ".yml", ".json"].contains { path.lowercased().hasSuffix($0) }
    }

    /// How many files there are, and how many others.
    var summary: String {
        let others = passedOver.count == 1 ? "1 other file" : "\(passedOver.count) other files"
        return "\(files.count == 1 ? "1 scenario file" : "\(files.count) scenario files"); \(others) skipped"
    }

    private static func holdsScenarios(
        _ path: String,
        _ walk: inout FolderWalk,
        _ passedOver: inout PassedOverFiles
    ) -> Bool {
        guard mayHoldScenarios(path) else { return false }
        do throws(FileError) {
            let bytes = try DiskFiles().read(path, limit: largestFile, plainOnly: false)
            if DocumentKind.scenarios.isKey(in: bytes) { return true }
            passedOver.add(path, bytes)
            return false
        } catch {
            // Others are gone by now, or nothing that could be read as scenarios.
            if case .unreadable(let reason) = error { walk.fail(path, reason) }
            return false
        }
    }
}
