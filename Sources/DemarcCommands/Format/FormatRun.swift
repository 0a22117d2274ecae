import Diagnostics
import Glibc
import PolicyFiles

/// One run of `demarc fmt`.
struct FormatRun {
    /// The maximum size of a file, which is that of every document: a larger one could not be read by any command.
    private static let largestFile = ReadingBounds().documentBytes

    private let checks: Bool
    private let isDryRun: Bool
    /// The bytes for standard output.
    private(set) var output: [UInt8] = []
    /// The number of files to format.
    private(set) var fileCount = 0
    /// The number of files that were not formatted.
    private(set) var changedCount = 0
    /// The YAML files of a folder that are left out, some of which look like documents.
    private(set) var passedOver = PassedOverFiles(DocumentKind.allCases, isStrict: false)
    /// Whether a file could not be read, formatted or written.
    var hasFailed = false

    init(checks: Bool, isDryRun: Bool) {
        self.checks = checks
        self.isDryRun = isDryRun
    }

    /// A one-line summary.
    var summary: String {
        let words = checks || isDryRun ? "not formatted" : "changed"
        return "\(Quoted.count(fileCount, "file")), \(changedCount) \(words)\n"
    }

    /// Formats a file in place. A file that was found in a folder rather than named may be anything.
    mutating func format(_ path: String, isNamed: Bool) {
        guard isNamed || [".yaml", ".yml"].contains(where: { path.lowercased().hasSuffix($0) }) else { return }
        let bytes: [UInt8]
        do throws(FileError) {
            // A link is followed, but a file that could block forever is not opened.
            if let status = FileStatus(path: path), !status.isPlain { throw .notAFile }
            bytes = try DiskFiles().read(path, limit: Self.largestFile, plainOnly: false)
        } catch {
            // Whether a file that cannot be read is one of ours is unknown, so `--check` must not pass.
            if isNamed || !Self.isForeign(error) { fail(CommandError.unreadable(path, error).message) }
            return
        }
        let name = LintConfiguration.fileName
        let isConfiguration = path == name || path.hasSuffix("/\(name)")
        // In UTF-16 the key is not found; the reader says so.
        guard DocumentKind(of: bytes) != nil || isConfiguration || isNamed && YAMLTextCheck.isUTF16(bytes) else {
            if isNamed {
                fail("`\(VisibleText.of(path))` is not a policy, a rule file or a scenario file")
            } else {
                passedOver.add(path, bytes)
            }
            return
        }
        fileCount += 1
        guard let formatted = formatted(SourceFile(path: path, bytes: bytes)), formatted != bytes else { return }
        if !isDryRun, !checks, !replace(path, bytes, formatted) { return }
        changedCount += 1
        if isDryRun {
            let diff = UnifiedDiff(from: bytes, to: formatted).text(from: path, to: path)
            output += Console.isTerminal(STDOUT_FILENO) ? UnifiedDiff.visible(diff) : diff
            return
        }
        output += "\(VisibleText.of(path))\n".utf8
    }

    /// Whether a file that was found in a folder is not one of ours: it is too large, is not a file, or has disappeared.
    private static func isForeign(_ error: FileError) -> Bool {
        switch error {
        case .missing, .isFolder, .notAFile, .tooLarge: true
        case .unreadable: false
        }
    }

    /// Formats standard input to standard output.
    mutating func formatStandardInput() {
        let name = InputFile.standardInputName
        do throws(FileError) {
            let bytes = try DiskFiles().readStandardInput(limit: Self.largestFile)
            // An editor passes whatever file it has open.
            guard bytes.isEmpty || DocumentKind(of: bytes) != nil || YAMLTextCheck.isUTF16(bytes) else {
                fail("standard input is not a policy, a rule file or a scenario file")
                return
            }
            fileCount = 1
            guard let formatted = formatted(SourceFile(path: name, bytes: bytes)) else { return }
            if formatted != bytes { changedCount = 1 }
            if isDryRun {
                output = UnifiedDiff(from: bytes, to: formatted).text(from: name, to: name)
            } else if !checks {
                output = formatted
            }
        } catch {
            fail(CommandError.unreadable(name, error).message)
        }
    }

    private mutating func formatted(_ source: SourceFile) -> [UInt8]? {
        switch DocumentFormat.format(source) {
        case .formatted(let bytes): return bytes
        case .unreadable(let findings, let source):
            Console.note(findings, sources: [source])
            hasFailed = true
        case .unknownForm:
            fail(
                "`\(VisibleText.of(source.path))` has a form of YAML that cannot be formatted safely; it stays unchanged"
            )
        }
        return nil
    }

    private mutating func replace(_ path: String, _ old: [UInt8], _ new: [UInt8]) -> Bool {
        do throws(CommandError) {
            try ReplacedFile.replace(path, old, with: new)
            return true
        } catch {
            fail(error.message)
            return false
        }
    }

    private mutating func fail(_ message: String) {
        Console.note(CommandError.unreadable(message))
        hasFailed = true
    }
}
