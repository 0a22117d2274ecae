import Diagnostics
import Glibc
import PolicyAnalysis
import PolicyFiles

/// A file that `demarc init` writes.
struct StarterFile {
    let path: String
    let bytes: [UInt8]
    /// What it is for, in a few words.
    let purpose: String

    init(_ path: String, bytes: [UInt8], _ purpose: String) {
        self.path = path
        self.bytes = bytes
        self.purpose = purpose
    }

    init(_ path: String, _ text: String, _ purpose: String) { self.init(path, bytes: Array(text.utf8), purpose) }
}

/// The files that `demarc init` writes: all of them, or none where one is in the way.
struct StarterFiles {
    private let files: [StarterFile]

    init(_ files: [StarterFile]) { self.files = files }

    /// Writes them.
    ///
    /// - Parameter isForced: Whether a file that is there already is replaced. One that has these contents already is
    ///   never in the way.
    /// - Throws: ``CommandError`` where a file is in the way or cannot be written.
    func write(replacing isForced: Bool) throws(CommandError) {
        let missing = files.filter { !$0.isWritten }
        let inTheWay = missing.filter { FileStatus(path: $0.path) != nil }
        if !isForced, !inTheWay.isEmpty {
            throw .unreadable(
                "\(Quoted.names(inTheWay.map(\.path))): already there, and nothing was written; --force replaces "
                    + (inTheWay.count == 1 ? "it" : "them")
            )
        }
        for file in missing {
            try Self.makeFolder(PathText.folder(of: file.path))
            try ReplacedFile.prepare(file.path, bytes: file.bytes).commit()
        }
    }

    /// The files, each with what it is for, and what to do next.
    var report: String {
        let width = files.map(\.path.count).max() ?? 0
        let lines = files.map { file in
            let padding = String(repeating: " ", count: width - file.path.count)
            return "\(VisibleText.of(file.path))\(padding)  \(file.purpose)\n"
        }
        let folder = PathText.folder(of: files.first?.path ?? "")
        return lines.joined() + "\nNext: `demarc lint \(folder)` and `demarc test \(folder)`, as the CI job does.\n"
    }

    /// Makes a folder and those above it that are missing.
    private static func makeFolder(_ path: String) throws(CommandError) {
        guard FileStatus(path: path)?.isFolder != true else { return }
        let parent = PathText.folder(of: path)
        if parent != path { try makeFolder(parent) }
        // SAFETY: the path is lent as a NUL-terminated string for the call.
        guard unsafe mkdir(path, 0o777) == 0 else {
            let error = errno
            // Somebody else may have made it meanwhile.
            guard FileStatus(path: path)?.isFolder != true else { return }
            throw .unreadable("cannot make the folder `\(VisibleText.of(path))`: \(Console.description(of: error))")
        }
    }

    /// What lint is told.
    static func lintConfiguration(_ level: BaselineLevel) -> String {
        """
        # What `demarc lint` compares policies with: a level of the data protection framework, 1, 2 or 3. A setting that is
        # less strict is a warning, and a warning fails CI. If that is intended, say so with the reason:
        #   ignore:
        #     - {code: DM057, file: policy.yaml, reason: Our people print contracts.}
        baseline: \(level.rawValue)

        """
    }
}

extension StarterFile {
    /// Whether the file is there and has these contents.
    fileprivate var isWritten: Bool {
        (try? DiskFiles().read(path, limit: bytes.count, plainOnly: true)) == bytes
    }
}
