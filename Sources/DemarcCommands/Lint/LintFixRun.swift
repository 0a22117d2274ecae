import ByteText
import Diagnostics
import FileLint
import PolicyAnalysis
import PolicyFiles

/// A run of lint that applies fixes: files are changed and checked again until there is nothing left to fix.
///
/// All of this is done in memory. The result is then written, each file once, or shown as a difference.
struct LintFixRun {
    /// The remaining findings.
    private(set) var lint: LintRun
    private let targets: [LintTarget]
    private let isDryRun: Bool
    private let found: ReadOnceFiles
    private var files: ChangedFiles
    private var fixed: [Diagnostic] = []
    private var failures: [String] = []
    /// The files that no further fix is applied to.
    private var givenUp: Set<String> = []
    /// Whether fixes are left, because of the number of rounds.
    private var isUnfinished = false

    /// The maximum number of rounds. Overlapping edits take one round each; a fix that is offered repeatedly must not
    /// loop forever.
    var mostRounds = 10

    init(_ targets: [LintTarget], in found: ReadOnceFiles, options: LintOptions, isDryRun: Bool) {
        self.targets = targets
        self.found = found
        files = ChangedFiles(found)
        self.isDryRun = isDryRun
        lint = LintRun(targets, options: options, files: files)
    }

    mutating func run() {
        for _ in 0..<mostRounds {
            let (filesBefore, fixedBefore) = (files, fixed)
            for fixes in openFixes { apply(fixes) }
            isUnfinished = fixed.count > fixedBefore.count
            guard isUnfinished else { break }
            let next = LintRun(targets, options: lint.options, files: files)
            let changed = Set(fixed[fixedBefore.count...].compactMap { $0.places.first?.path })
            let damaged = next.unreadablePaths.subtracting(lint.unreadablePaths).intersection(changed)
            guard !damaged.isEmpty else {
                lint = next
                continue
            }
            // No fix is worth a file that cannot be read: the round is repeated without the fixes of these files.
            (files, fixed) = (filesBefore, fixedBefore)
            givenUp.formUnion(damaged)
            for path in damaged.sorted() {
                fail("`\(VisibleText.of(path))` is left as it was: it could not be read after its fixes")
            }
        }
        isUnfinished = isUnfinished && !openFixes.isEmpty
        if !isDryRun { write() }
    }

    /// The fixes of the findings, of which reports show only the first.
    private var openFixes: [LintFixes] {
        LintFixes.all(of: lint.findings + lint.hidden).filter { !givenUp.contains($0.path) }
    }

    /// The fixes that failed.
    var errors: String { failures.map { "\($0)\n" }.joined() }

    /// The applied fixes, one line for each finding, and a note if another run would apply more.
    func summary(on page: Page) -> String {
        let lines = fixed.sorted()
            .map { finding in
                let place = finding.location.map { "\($0.description): " } ?? ""
                return page.block("\(place)fixed[\(finding.code)]: \(finding.message)", hanging: 4)
            }
        let note = isUnfinished ? page.block("note: fixes are left; run lint --fix again", hanging: 2) : ""
        return lines.joined() + note
    }

    /// The differences in unified format; empty if there are none.
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
        // Findings in files that could not be written remain.
        if failures.count > count { lint = LintRun(targets, options: lint.options, files: found) }
    }

    private mutating func replace(_ change: ChangedFiles.Change) -> Bool {
        do throws(CommandError) {
            guard FileStatus(path: change.path)?.isPlain == true else {
                throw .unreadable("`\(VisibleText.of(change.path))` is not a plain file")
            }
            try ReplacedFile.replace(change.path, change.old, with: change.new, in: found.source)
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

/// A file source in which some files temporarily have other contents.
struct ChangedFiles: FileSource {
    /// The old and new contents of a file.
    struct Change {
        /// The path under which it was changed.
        var path: String
        /// Its contents on disk when it was first read.
        var old: [UInt8]
        /// Its current contents.
        var new: [UInt8]

        fileprivate func contents(limit: Int) throws(FileError) -> [UInt8] {
            guard new.count <= limit else { throw .tooLarge(limit: limit) }
            return new
        }
    }

    private let source: ReadOnceFiles
    private var byResolvedPath: [String: Change] = [:]

    init(_ source: ReadOnceFiles) { self.source = source }

    /// The changes, sorted by path.
    var changes: [Change] { byResolvedPath.values.sorted(on: \.path) }

    /// Replaces the contents of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - old: The contents that were read from it.
    ///   - new: The contents to be read from now on.
    /// - Throws: ``FileError`` if there is no such file.
    mutating func change(_ path: String, from old: [UInt8], to new: [UInt8]) throws(FileError) {
        let key = try source.resolve(path)
        byResolvedPath[key, default: Change(path: path, old: old, new: new)].new = new
    }

    /// Discards a change.
    mutating func takeBack(_ change: Change) {
        byResolvedPath = byResolvedPath.filter { $0.value.path != change.path }
    }

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        if !byResolvedPath.isEmpty, let change = byResolvedPath[try source.resolve(path)] {
            return try change.contents(limit: limit)
        }
        return try source.read(path, limit: limit, plainOnly: plainOnly)
    }

    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        if let change = byResolvedPath[path] { return try change.contents(limit: limit) }
        return try source.read(path, below: folder, limit: limit)
    }

    func resolve(_ path: String) throws(FileError) -> String { try source.resolve(path) }
}
