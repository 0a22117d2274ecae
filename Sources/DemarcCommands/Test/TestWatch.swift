import Demarc
import Diagnostics
import Glibc
import PolicyFiles

/// Waits for a change of the files that a test run has read.
///
/// Files are polled, as in ``Demarc/PolicyReloads``, which works on every file system. The named folders are walked as
/// well, because a new scenario file belongs to the next run.
struct TestWatch {
    private static let interval: Int32 = 250
    /// How many polls may differ before files that keep changing are read anyway.
    private static let longestSettling = 20

    private let paths: [String]
    /// The source through which the files of the run are read.
    let files = FollowedFiles(DiskFiles())
    private let foundBefore: [String: FileStamp?]

    /// Starts watching, before anything is read.
    init(_ paths: [String]) {
        self.paths = paths
        foundBefore = Self.found(paths)
    }

    /// Waits until something has changed and has been stable again.
    ///
    /// - Returns: Whether that happened; false if a signal requested the end of the run.
    func waitForChange() -> Bool {
        repeat { guard Self.pause() else { return false } } while !hasChanged
        var before = present
        for _ in 0..<Self.longestSettling {
            guard Self.pause() else { return false }
            let now = present
            if now == before { break }
            before = now
        }
        return true
    }

    private var hasChanged: Bool { files.haveChanged || Self.found(paths) != foundBefore }

    private var present: [[String: FileStamp?]] { [files.present, Self.found(paths)] }

    /// The possible scenario files, each with its stamp. None of them is opened.
    private static func found(_ paths: [String]) -> [String: FileStamp?] {
        var walk = FolderWalk()
        var found: [String: FileStamp?] = [:]
        for path in paths {
            walk.visit(path) { _, path, isNamed in
                guard isNamed || ScenarioFinder.mayHoldScenarios(path) else { return }
                found[path] = .some(DiskFiles().stamp(of: path))
            }
        }
        return found
    }

    /// Pauses; false if a signal arrived, which also ends the pause.
    private static func pause() -> Bool {
        guard Interruption.signal == nil else { return false }
        // Without descriptors this only waits, and a signal interrupts it.
        _ = poll(nil, 0, interval)
        return Interruption.signal == nil
    }
}
