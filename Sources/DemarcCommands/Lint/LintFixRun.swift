import Diagnostics
import PolicyAnalysis
import PolicyFiles

/// A run of lint that makes certain changes: files are changed and looked at again, until nothing more can be done.
///
/// All of that is done in memory. What came of it is then written, each file once, or shown as a difference.
struct LintFixRun {
    /// What is left at the end.
    private(set) var lint: Lint
    private let targets: [LintTarget]
    private let isDryRun: Bool
    private let found: FoundFiles
    private var files: ChangedFiles
    private var fixed: [Diagnostic] = []
    private var failures: [String] = []

    /// Overlapping edits take a round each; a fix that is offered again and again must not go on for ever.
    private static let mostRounds = 10

    init(_ targets: [LintTarget], in found: FoundFiles, options: LintOptions, isDryRun: Bool) {
        self.targets = targets
        self.found = found
        files = ChangedFiles(found)
        self.isDryRun = isDryRun
        lint = Lint(targets, options: options, files: files)
    }

    mutating func run() {
        for _ in 0..<Self.mostRounds {
            let count = fixed.count
            for fixes in LintFixes.all(of: lint.findings) { apply(fixes) }
            guard fixed.count > count else { break }
            lint = Lint(targets, options: lint.options, files: files)
        }
        if !isDryRun { write() }
    }

    /// What was done, a line for each finding, and what could not be.
    var summary: String {
        let lines = fixed.sorted()
            .map { finding in
                let place = finding.location.map { "\(VisibleText.of($0.description)): " } ?? ""
                return "\(place)fixed[\(finding.code)]: \(VisibleText.of(finding.message))\n"
            }
        return lines.joined() + failures.map { "\($0)\n" }.joined()
    }

    /// What differs, in the unified format; empty where nothing does.
    var diff: [UInt8] {
        files.changes.flatMap { change -> [UInt8] in
            guard let lists = PropertyListText.ofBinary(change.old, change.new, path: change.path) else {
                return UnifiedDiff(from: change.old, to: change.new).text(from: change.path, to: change.path)
            }
            let name = change.path + "\t(binary, shown as text)"
            return UnifiedDiff(from: lists.old, to: lists.new).text(from: name, to: name)
        }
    }

    private mutating func apply(_ fixes: LintFixes) {
        do throws(FileError) {
            let bytes = try files.read(fixes.path, limit: ReadingBounds().allDocumentBytes, plainOnly: false)
            guard let result = fixes.applied(to: bytes, source: lint.source(of: fixes.path)) else { return }
            try files.change(fixes.path, from: bytes, to: result.bytes)
            fixed += result.fixed
        } catch {
            fail(FileError.diagnostic(error, path: fixes.path).message)
        }
    }

    // MARK: Writing

    private mutating func write() {
        let count = failures.count
        for change in files.changes where !replace(change) {
            files.takeBack(change)
            fixed.removeAll { $0.location?.path == change.path }
        }
        // What could not be written is not mended.
        if failures.count > count { lint = Lint(targets, options: lint.options, files: found) }
    }

    /// Puts new contents in a file's place, unless somebody has changed it since it was read.
    private mutating func replace(_ change: ChangedFiles.Change) -> Bool {
        let path = change.path
        do throws(CommandError) {
            guard FileStatus(path: path)?.isPlain == true else { throw .unreadable("`\(path)` is no plain file") }
            let file = try ReplacedFile.prepare(path, bytes: change.new)
            guard (try? found.read(path, limit: change.old.count, plainOnly: true)) == change.old else {
                throw .unreadable("`\(path)` was changed meanwhile")
            }
            try file.commit()
            return true
        } catch {
            fail(error.message)
            return false
        }
    }

    private mutating func fail(_ message: String) {
        let failure = "demarc: error: \(message)"
        if !failures.contains(failure) { failures.append(failure) }
    }
}
