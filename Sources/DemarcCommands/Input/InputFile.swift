import ByteText
import Diagnostics
import DocumentReading
import Glibc
import PolicyFiles

/// A file, pipe or terminal that lines are read from. It is closed after its last use.
struct InputFile: ~Copyable {
    let descriptor: Int32
    /// Its size in bytes; nil if it is only known at the end.
    let size: Int?
    /// Whether reading it can block indefinitely.
    let canWait: Bool
    private let isOwned: Bool

    /// Takes standard input.
    ///
    /// - Throws: ``CommandError`` if it is closed, a folder, or a plain file in UTF-16. Reading would fail too, but only
    ///   after the header of the results.
    static func standardInput() throws(CommandError) -> InputFile {
        let status = FileStatus(of: STDIN_FILENO)
        guard StandardStreams.hasInput else { throw .unreadableInput(EBADF) }
        guard status?.isFolder != true else { throw .unreadableInput(EISDIR) }
        guard !isUTF16(STDIN_FILENO, status) else { throw .inputIsUTF16 }
        return InputFile(STDIN_FILENO, isOwned: false, status)
    }

    /// Opens the file that an argument names, where `-` is standard input.
    ///
    /// - Throws: ``CommandError`` if it cannot be read.
    init(argument path: String) throws(CommandError) {
        guard path != "-" else {
            self = try Self.standardInput()
            return
        }
        try self.init(path: path)
    }

    /// Opens a file.
    ///
    /// - Throws: ``CommandError`` if it cannot be read, or is a plain file in UTF-16.
    init(path: String) throws(CommandError) {
        guard !path.utf8.contains(0) else { throw .unreadable(path, .missing) }
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw .unreadable(path, DiskFiles.error(errno))
        }
        let status = FileStatus(of: descriptor)
        // A folder can be opened, but not read.
        guard status?.isFolder != true else {
            close(descriptor)
            throw .unreadable(path, .isFolder)
        }
        guard !Self.isUTF16(descriptor, status) else {
            close(descriptor)
            throw .inputIsUTF16
        }
        self.init(descriptor, isOwned: true, status)
    }

    private init(_ descriptor: Int32, isOwned: Bool, _ status: FileStatus?) {
        self.descriptor = descriptor
        self.isOwned = isOwned
        size = status.flatMap { $0.isPlain ? $0.size : nil }
        canWait = status?.isPlain != true
    }

    deinit {
        if isOwned { _ = close(descriptor) }
    }

    /// Whether a plain file begins with the mark of UTF-16. The beginning of a pipe is only known once it is read.
    private static func isUTF16(_ descriptor: Int32, _ status: FileStatus?) -> Bool {
        guard status?.isPlain == true else { return false }
        var mark: [UInt8] = [0, 0]
        let offset = lseek(descriptor, 0, SEEK_CUR)
        let count = unsafe mark.withUnsafeMutableBytes { buffer in
            // SAFETY: `pread` writes at most `buffer.count` bytes, all of them into the buffer.
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset)
        }
        return count == mark.count && ByteOrderMark.utf16IsBigEndian(in: mark.span) != nil
    }
}

extension InputFile {
    /// The name of standard input in messages.
    static let standardInputName = "standard input"

    /// The name of the file that an argument names, in messages.
    static func name(of path: String) -> String { path == "-" ? standardInputName : path }

    /// Refuses `-` for a file that needs a path; elsewhere it is standard input.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - what: What is read from it, with an article.
    ///   - reason: Why it needs a path.
    /// - Throws: ``CommandError``.
    static func refuseStandardInput(
        _ path: String,
        as what: String,
        because reason: String = "it names files next to it"
    ) throws(CommandError) {
        guard path == "-" else { return }
        throw .usage("\(what) cannot be read from standard input, because \(reason); give its path")
    }
}

extension CommandError {
    /// A file cannot be read.
    static func unreadable(_ path: String, _ error: FileError) -> CommandError {
        .unreadable("cannot read `\(VisibleText.of(path))`: \(error.reason(path: path))")
    }

    /// The input is UTF-16, as Windows PowerShell writes it, so none of its lines is a URL.
    static var inputIsUTF16: CommandError { .unreadable("the input is UTF-16; save it as UTF-8") }

    /// The input cannot be read; the value is the error of the system.
    static func unreadableInput(_ error: Int32) -> CommandError {
        .unreadable("cannot read the input: \(SystemErrorText.of(error))")
    }
}

extension FileError {
    /// Why the file cannot be read, in the words of every command.
    func reason(path: String) -> String {
        switch self {
        case .missing: "there is no such file\(NearbyFile.hint(for: path))"
        case .isFolder: "it is a folder"
        case .notAFile: "it is not a plain file"
        case .tooLarge(let limit): "it is larger than \(Quoted.size(limit))"
        case .unreadable(let reason): reason
        }
    }

    /// The finding about a file that an argument names. It has no position: a file that was not read has no lines.
    func finding(ofNamed path: String) -> Diagnostic {
        var finding = Self.diagnostic(self, path: path)
        finding.message = "`\(VisibleText.of(path))`: \(reason(path: path))"
        finding.places = []
        return finding
    }
}

extension Diagnostic {
    /// The finding of a reader that was given a file that an argument names. If the file itself was not read, the
    /// finding is without a position, and a missing file is reported in the words of every command.
    func ofNamedFile(_ path: String) -> Diagnostic {
        guard places == [SourceRange(wholeFile: path)], let code = FindingCode(rawValue: self.code) else { return self }
        switch code {
        case .fileNotFound: return FileError.missing.finding(ofNamed: path)
        case .notAFile, .fileUnreadable, .fileTooLarge:
            var finding = self
            finding.places = []
            return finding
        default: return self
        }
    }
}

/// Suggests the file that was probably meant by a path that does not exist.
enum NearbyFile {
    /// The extensions of files that commands read. A missing extension is more than a typing error.
    private static let endings = [".yaml", ".yml", ".json", ".txt", ".plist"]

    /// `` , did you mean `policy.yaml`?``, or an empty string.
    static func hint(for path: String) -> String {
        guard let meant = nearest(to: path) else { return "" }
        return ", did you mean `\(VisibleText.of(meant))`?"
    }

    /// The file in the same folder with the most similar name; nil if none is similar.
    private static func nearest(to path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        guard let names = FolderEntries.names(in: folder.isEmpty ? "." : folder) else { return nil }
        let completed = endings.map { name + $0 }.first { names.contains($0) }
        return (completed ?? NearMiss.suggestion(for: name, among: names)).map { folder + $0 }
    }
}
