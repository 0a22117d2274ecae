import ByteText
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel

/// A file that `demarc init` writes.
struct StarterFile {
    let path: String
    let bytes: [UInt8]
    /// Its purpose, in a few words.
    let purpose: String

    init(_ path: String, bytes: [UInt8], _ purpose: String) {
        self.path = path
        self.bytes = bytes
        self.purpose = purpose
    }

    init(_ path: String, _ text: String, _ purpose: String) { self.init(path, bytes: Array(text.utf8), purpose) }
}

/// The files that `demarc init` writes: all of them, or none if a file is in the way.
struct StarterFiles {
    private let files: [StarterFile]

    init(_ files: [StarterFile]) { self.files = files }

    /// Writes the files.
    ///
    /// - Parameter isForced: Whether existing files are replaced. A file that already has these contents is never in
    ///   the way.
    /// - Throws: ``CommandError`` if a file is in the way or cannot be written, or two of them are the same file.
    func write(replacing isForced: Bool) throws(CommandError) {
        try checkPlaces()
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

    /// Checks that each file has a place of its own, so that none replaces another.
    private func checkPlaces() throws(CommandError) {
        let places = files.map { file in
            let folder = StarterPlace.resolved(PathText.folder(of: file.path))
            // Some disks do not distinguish upper and lower case.
            let name = (PathText.parts(of: file.path).last ?? "").lowercased()
            return (path: PathText.joined(folder, name), status: FileStatus(path: file.path))
        }
        for (number, place) in places.enumerated() {
            let path = files[number].path
            // It may lead to the place of another file.
            guard !FileStatus.isBrokenLink(at: path) else {
                throw ReplacedFile.failure(path, .linkToNothing)
            }
            let same = places[..<number].firstIndex { other in
                guard let status = place.status, let otherStatus = other.status else { return place.path == other.path }
                return status.isSamePlainFile(as: otherStatus)
            }
            guard let same else { continue }
            throw .usage("\(Quoted.names([files[same].path, path])) are the same file, and init writes both")
        }
    }

    /// The files with their purposes, and what to do next.
    ///
    /// - Parameter job: The path of the CI file; nil if there is none.
    /// - Returns: The lines, each ended by a line feed.
    func report(job: String?) -> String {
        let width = files.map(\.path.count).max() ?? 0
        let lines = files.map { file in
            let padding = String(repeating: " ", count: width - file.path.count)
            return "\(VisibleText.of(file.path))\(padding)  \(file.purpose)\n"
        }
        let folder = PathText.folder(of: files.first?.path ?? "")
        let commands = ["lint", "test"].map { name in
            "`\(VisibleText.of(ContinuousIntegration.shellCommand(name, folder)))`"
        }
        let next = lines.joined() + "\nNext: \(commands.joined(separator: " and "))"
        guard let job else { return next + ".\n" }
        return next + """
            , as the CI job does.
            In \(VisibleText.of(job)), replace OWNER/demarc with the repository where you keep Demarc.

            """
    }

    /// Creates a folder and its missing parents.
    private static func makeFolder(_ path: String) throws(CommandError) {
        guard FileStatus(path: path)?.isFolder != true else { return }
        let parent = PathText.folder(of: path)
        if parent != path { try makeFolder(parent) }
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        guard unsafe mkdir(path, 0o777) == 0 else {
            let error = errno
            // Another process may have created it in the meantime.
            guard FileStatus(path: path)?.isFolder != true else { return }
            throw .unreadable("cannot make the folder `\(VisibleText.of(path))`: \(SystemErrorText.of(error))")
        }
    }

    /// The configuration for lint.
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
    /// Whether the file exists with these contents.
    fileprivate var isWritten: Bool {
        (try? DiskFiles().read(path, limit: bytes.count, plainOnly: true)) == bytes
    }
}
