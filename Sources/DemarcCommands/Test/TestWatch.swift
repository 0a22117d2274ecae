import Demarc
import Diagnostics
import Glibc
import PolicyFiles

/// Waits for a change of what a run of tests has read.
///
/// Files are looked at again and again, as ``Demarc/PolicyReloads`` does: that works on every file system. The folders
/// that were named are gone through too, because a new file of scenarios belongs to the next run.
struct TestWatch {
    private static let interval: Int32 = 250
    /// How many looks may differ before files that never rest are read all the same.
    private static let longestSettling = 20

    private let paths: [String]
    /// The files of the run; whoever reads them reads them through this.
    let files = FollowedFiles(DiskFiles())
    private let foundBefore: [String: FileStamp?]

    /// Begins to watch, before anything is read.
    init(_ paths: [String]) {
        self.paths = paths
        foundBefore = Self.found(paths)
    }

    /// Waits until something has changed and rests again.
    ///
    /// - Returns: Whether it did; false where a signal asked the run to end.
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

    /// The files that may hold scenarios, each with its stamp. None of them is opened.
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

    /// False where a signal came, which ends the pause as well.
    private static func pause() -> Bool {
        guard Interruption.signal == nil else { return false }
        // With no descriptor to wait for this only waits, and a signal ends it.
        _ = poll(nil, 0, interval)
        return Interruption.signal == nil
    }
}
