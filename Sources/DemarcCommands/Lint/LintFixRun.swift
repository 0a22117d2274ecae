import Diagnostics
import PolicyAnalysis
import PolicyFiles

/// A run of lint that makes certain changes: files are changed and looked at again, until nothing more can be done.
struct LintFixRun {
    /// What is left at the end.
    private(set) var lint: Lint
    private let targets: [LintTarget]
    private var fixed: [Diagnostic] = []
    private var failures: [String] = []

    /// Overlapping edits take a round each; a fix that is offered again and again must not go on for ever.
    private static let mostRounds = 10

    init(_ targets: [LintTarget], options: LintOptions) {
        self.targets = targets
        lint = Lint(targets, options: options)
    }

    mutating func run() {
        for _ in 0..<Self.mostRounds {
            let count = fixed.count
            for fixes in LintFixes.all(of: lint.findings) { apply(fixes) }
            guard fixed.count > count else { return }
            lint = Lint(targets, options: lint.options)
        }
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

    private mutating func apply(_ fixes: LintFixes) {
        do throws(FileError) {
            let bytes = try DiskFiles().read(fixes.path, limit: ReadingBounds().allDocumentBytes, plainOnly: false)
            guard let result = fixes.applied(to: bytes, source: lint.source(of: fixes.path)) else { return }
            if replace(fixes.path, holding: bytes, with: result.bytes) { fixed += result.fixed }
        } catch {
            fail(FileError.diagnostic(error, path: fixes.path).message)
        }
    }

    /// Puts new contents in a file's place, unless somebody has changed it since it was read.
    private mutating func replace(_ path: String, holding old: [UInt8], with new: [UInt8]) -> Bool {
        do throws(CommandError) {
            guard FileStatus(path: path)?.isPlain == true else { throw .unreadable("`\(path)` is no plain file") }
            let file = try ReplacedFile.prepare(path, bytes: new)
            guard (try? DiskFiles().read(path, limit: old.count, plainOnly: true)) == old else {
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
